//! Tensors of what a seat may know.

mod history;
mod planes;
mod seats;
mod sink;
mod table;

use std::sync::{LazyLock, OnceLock};

use brickwood_rules::{Game, History, Layout, Seat, View};

pub use history::HISTORY;

use crate::space::most_seats;
use crate::{Draft, EncodeError, Grid};
use seats::Income;
use sink::Names;

/// The tensors of an observation. Each is a block of numbers in row-major order, all from -1 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// The board on the [`Grid`]: a plane for each name, then rows, then columns.
    Planes,
    /// A row for each seat, clockwise from the viewer; rows of seats that the table lacks are zero.
    Seats,
    /// What is not about one seat: the phase, the bank, the viewer's development cards, the rules.
    Table,
    /// The latest events that the viewer has been told, the newest first; rows without one are zero.
    History,
}

impl Tensor {
    /// All tensors.
    pub const ALL: [Self; 4] = [Self::Planes, Self::Seats, Self::Table, Self::History];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planes => "planes",
            Self::Seats => "seats",
            Self::Table => "table",
            Self::History => "history",
        }
    }

    /// The tensor of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tensor| tensor.name() == name)
    }
}

/// The shape of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The lengths of its dimensions, the outermost first; the rest are 1.
    pub dimensions: [usize; 3],
    /// How many dimensions there are.
    pub rank: usize,
}

impl Shape {
    fn of(dimensions: &[usize]) -> Self {
        let mut all = [1; 3];
        all[..dimensions.len()].copy_from_slice(dimensions);
        Self {
            dimensions: all,
            rank: dimensions.len(),
        }
    }

    /// How many numbers the tensor has.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(self) -> usize {
        let [a, b, c] = self.dimensions;
        a * b * c
    }
}

/// Who looks, at what: counts seats clockwise from the viewer.
#[derive(Clone, Copy)]
struct Sight<'a> {
    game: &'a Game,
    view: &'a View,
    /// The viewer, or the first seat where a spectator looks.
    from: Seat,
    /// How many rows of seats there are.
    rows: usize,
}

impl<'a> Sight<'a> {
    fn of(game: &'a Game, view: &'a View) -> Result<Self, EncodeError> {
        let first = Seat::all(1).next().expect("there is a first seat");
        let players = game.rules().players;
        let from = view.viewer.unwrap_or(first);
        if from.index() >= game.rules().seats() || view.seats.len() != game.rules().seats() {
            return Err(EncodeError::NoSuchSeat {
                seat: u8::from(from).max(players),
            });
        }
        Ok(Self {
            game,
            view,
            from,
            rows: most_seats(game.board().layout()),
        })
    }

    /// The seat of a row, if the table has one.
    fn seat(self, row: usize) -> Option<Seat> {
        let players = self.game.rules().players;
        (row < usize::from(players)).then(|| self.from.clockwise(row as u8, players))
    }

    /// The row of a seat.
    fn row(self, seat: Seat) -> usize {
        let players = self.game.rules().seats();
        (seat.index() + players - self.from.index()) % players
    }
}

/// Writes the tensors of one game into slices of the caller; nothing is allocated then.
///
/// Only a [`View`], a [`History`] and the viewer's own [`Draft`] are read: what a seat cannot know does
/// not change a byte of what it gets. What stays the same for a whole game is worked out once.
#[derive(Clone, Debug)]
pub struct Observer {
    game: Game,
    /// The planes of the land, once they were asked for: they take more memory than all else.
    land: OnceLock<Vec<f32>>,
    /// The numbers of the rules, likewise.
    rules: OnceLock<Vec<f32>>,
    /// What the land brings in, likewise.
    income: OnceLock<Income>,
}

/// How many names each tensor has, on the standard and on the large land.
static NAMES: LazyLock<[[usize; 4]; 2]> = LazyLock::new(|| {
    [Layout::Standard, Layout::Large]
        .map(|layout| Tensor::ALL.map(|tensor| Observer::names(layout, tensor).len()))
});

/// How many names a tensor has.
fn number_of_names(layout: Layout, tensor: Tensor) -> usize {
    let [standard, large] = &*NAMES;
    match layout {
        Layout::Standard => standard[tensor as usize],
        Layout::Large => large[tensor as usize],
    }
}

impl Observer {
    /// An observer of this game.
    pub fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            land: OnceLock::new(),
            rules: OnceLock::new(),
            income: OnceLock::new(),
        }
    }

    /// The game that is observed.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The shape of a tensor on this land; it depends neither on the edition nor on the players.
    pub fn shape(layout: Layout, tensor: Tensor) -> Shape {
        let names = number_of_names(layout, tensor);
        let grid = Grid::of(layout);
        match tensor {
            Tensor::Planes => Shape::of(&[names, grid.rows(), grid.columns()]),
            Tensor::Seats => Shape::of(&[most_seats(layout), names]),
            Tensor::Table => Shape::of(&[names]),
            Tensor::History => Shape::of(&[HISTORY, names]),
        }
    }

    /// The name of each plane, of each number of a seat's row, of the table, or of an event's row. Seats
    /// are counted clockwise from the viewer, which is 0.
    pub fn names(layout: Layout, tensor: Tensor) -> Vec<String> {
        let mut names = Names::default();
        match tensor {
            Tensor::Planes => return planes::names(layout),
            Tensor::Seats => seats::names(layout, &mut names),
            Tensor::Table => table::names(layout, &mut names),
            Tensor::History => history::names(layout, &mut names),
        }
        names.0
    }

    /// Writes a tensor. Without a history, [`Tensor::History`] is all 0.
    ///
    /// # Errors
    ///
    /// A view of another game, or a slice of another length.
    pub fn write(
        &self,
        tensor: Tensor,
        view: &View,
        draft: &Draft,
        history: Option<&History>,
        into: &mut [f32],
    ) -> Result<(), EncodeError> {
        match (tensor, history) {
            (Tensor::Planes, _) => self.planes(view, into),
            (Tensor::Seats, _) => self.seats(view, draft, into),
            (Tensor::Table, _) => self.table(view, draft, into),
            (Tensor::History, Some(history)) => self.history(view, history, into),
            (Tensor::History, None) => {
                into.fill(0.0);
                Ok(())
            }
        }
    }

    /// Writes [`Tensor::Planes`].
    ///
    /// # Errors
    ///
    /// A view of another game, or a slice of another length.
    pub fn planes(&self, view: &View, into: &mut [f32]) -> Result<(), EncodeError> {
        let sight = Sight::of(&self.game, view)?;
        let land = self.land.get_or_init(|| planes::land(self.game.board()));
        planes::write(sight, land, into)
    }

    /// Writes [`Tensor::Seats`].
    ///
    /// # Errors
    ///
    /// A view of another game, or a slice of another length.
    pub fn seats(&self, view: &View, draft: &Draft, into: &mut [f32]) -> Result<(), EncodeError> {
        let sight = Sight::of(&self.game, view)?;
        let income = self.income.get_or_init(|| Income::of(self.game.board()));
        seats::write(sight, draft, income, into)
    }

    /// Writes [`Tensor::Table`].
    ///
    /// # Errors
    ///
    /// A view of another game, or a slice of another length.
    pub fn table(&self, view: &View, draft: &Draft, into: &mut [f32]) -> Result<(), EncodeError> {
        let sight = Sight::of(&self.game, view)?;
        let rules = || table::rules_values(self.game.rules());
        table::write(sight, draft, self.rules.get_or_init(rules), into)
    }

    /// Writes [`Tensor::History`].
    ///
    /// # Errors
    ///
    /// A view of another game, or a slice of another length.
    pub fn history(
        &self,
        view: &View,
        history: &History,
        into: &mut [f32],
    ) -> Result<(), EncodeError> {
        let sight = Sight::of(&self.game, view)?;
        history::write(sight, history, into)
    }
}
