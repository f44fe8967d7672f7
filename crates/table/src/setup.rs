//! The set-up of a table, fixed when it is created: everything that replaying its log needs.

mod islands;
mod opening;
mod stored;

pub use islands::{fill_board, report_on_draft};
pub(crate) use stored::StoredSetup;

use brickwood_fair::{ClientSeed, Commitment, Key, SCHEME, Secret};
use brickwood_notation::{board_text, parse_board};
use brickwood_protocol::{
    BoardChoice, BoardInfo, BoardOrder, BoardReport, Color, LONGEST_BOARD_SEED, LONGEST_BOARD_TEXT,
    NewSeat, NewTable, Problem, ProblemKind, RequestFault, SetUpOrder,
};
use brickwood_rules::{
    Board, Edition, FirstPlayer, Game, Rules, RulesError, Seat, SeatSet, State, Step,
    beginners_board, shuffled_board,
};
use brickwood_wire::wire;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::seats::{People, PersonId, check_rated};
use opening::{Opening, state_after};

/// A table as it was created, or as it began without its locked seats: together with the log it is
/// the whole game.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredSetup", into = "StoredSetup")]
#[ts(type = "unknown")]
pub struct Setup {
    /// The id in the table's link.
    pub id: String,
    /// The preset of the switches.
    pub edition: Edition,
    /// The rules and the board.
    pub game: Game,
    /// How the board was chosen, for a rematch.
    pub board: BoardChoice,
    /// The number of random boards that were dealt at this table. The current board is the last of them. The
    /// number only grows, so that nobody can secretly search for a good board.
    pub deal: u16,
    /// The paint of the pieces of each seat, clockwise.
    pub colors: Vec<Color>,
    /// The secret from which all chance outcomes of this table follow.
    pub seed: [u8; 32],
    /// How chance outcomes follow from the secret. None at tables that are older than the first scheme:
    /// their draws cannot be repeated.
    pub scheme: Option<String>,
    /// The steps with which the game begins: those of another game. They were not drawn from the secret, and
    /// nobody can undo them.
    pub opening: Vec<Step>,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
}

impl Setup {
    /// The set-up for an order.
    ///
    /// # Errors
    ///
    /// The first fault of the order.
    pub fn new(
        id: String,
        order: &NewTable,
        seed: [u8; 32],
        created_ms: u64,
    ) -> Result<Self, Problem> {
        order.options.check()?;
        let opening = match &order.from {
            Some(beginning) => Opening::read(beginning)?,
            None => Opening {
                edition: order.edition,
                rules: order.rules,
                board: order.board.clone(),
                steps: Vec::new(),
            },
        };
        if !opening.steps.is_empty() && order.seats.iter().any(is_locked) {
            return Err(ProblemKind::FixedOpening.into());
        }
        let deal = first_deal_of(&opening.board);
        let colors: Vec<Color> = order.seats.iter().map(NewSeat::color).collect();
        let draws = Secret::new(seed).board(&id, deal);
        let setup = Self {
            game: lay(opening.rules, &opening.board, &colors, draws)?,
            id,
            edition: opening.edition,
            board: opening.board,
            deal,
            colors,
            seed,
            scheme: Some(SCHEME.to_owned()),
            opening: opening.steps,
            created_ms,
        };
        check_rated(&setup, &People::new(order, PersonId::NOBODY, "", None))?;
        Ok(setup)
    }

    /// Whether there could be a table for an order.
    ///
    /// # Errors
    ///
    /// The first fault of the order.
    pub fn check(order: &NewTable) -> Result<(), Problem> {
        Self::new("check".to_owned(), order, [0; 32], 0).map(drop)
    }

    /// The same table with another set-up. If that needs another random board, or the order asks for one,
    /// the board is the next deal.
    ///
    /// # Errors
    ///
    /// The first fault of the order.
    pub fn changed(&self, order: &SetUpOrder) -> Result<Self, Problem> {
        let is_another_game = order.edition != self.edition
            || order.rules != *self.game.rules()
            || order.board != self.board;
        if !self.opening.is_empty() && is_another_game {
            return Err(ProblemKind::FixedOpening.into());
        }
        let same_deal = Self {
            edition: order.edition,
            board: order.board.clone(),
            colors: order.colors.clone(),
            ..self.clone()
        }
        .laid(order.rules)?;
        if order.board != BoardChoice::Random {
            return Ok(same_deal);
        }
        let is_asked_for = order.instead_of == Some(self.deal);
        if !is_asked_for && same_deal.game.board() == self.game.board() {
            return Ok(same_deal);
        }
        let deal = self.deal.saturating_add(1);
        Self { deal, ..same_deal }.laid(order.rules)
    }

    /// The same people and options again, on a new board where the board is random.
    ///
    /// # Panics
    ///
    /// Never: a set-up that was valid once is valid again.
    #[must_use]
    pub fn rematch(&self, id: String, seed: [u8; 32], created_ms: u64) -> Self {
        Self {
            id,
            deal: first_deal_of(&self.board),
            seed,
            created_ms,
            ..self.clone()
        }
        .laid(*self.game.rules())
        .expect("the same options are as good as they were")
    }

    /// The same table with its board laid anew, by these rules.
    fn laid(self, rules: Rules) -> Result<Self, Problem> {
        let draws = Secret::new(self.seed).board(&self.id, self.deal);
        Ok(Self {
            game: lay(rules, &self.board, &self.colors, draws)?,
            scheme: Some(SCHEME.to_owned()),
            ..self
        })
    }

    /// The state in which the game begins.
    pub(crate) fn start(&self) -> State {
        state_after(&self.game, &self.opening)
    }

    /// The same table without the locked seats.
    ///
    /// # Errors
    ///
    /// Why this number of players cannot play by these rules on this board.
    pub fn without(&self, locked: SeatSet) -> Result<Self, Problem> {
        if !self.opening.is_empty() {
            return Err(ProblemKind::FixedOpening.into());
        }
        let kept = |seat: &Seat| !locked.contains(*seat);
        let seats: Vec<Seat> = Seat::all(self.colors.len() as u8).filter(kept).collect();
        let mut rules = *self.game.rules();
        if let FirstPlayer::Named { seat } = &mut rules.first_player {
            // The same seat under its new number; or, if it was locked, the next one, clockwise.
            let before = seats.iter().filter(|kept| **kept < *seat).count();
            *seat = Seat::all(6)
                .nth(before % seats.len().max(1))
                .unwrap_or(*seat);
        }
        rules.players = seats.len() as u8;
        let unplayable = |why| Problem::from(ProblemKind::TooFew { why });
        rules.check().map_err(unplayable)?;
        let board = self.game.board().clone();
        Ok(Self {
            game: Game::new(rules, board).map_err(unplayable)?,
            colors: seats.iter().map(|seat| self.colors[seat.index()]).collect(),
            ..self.clone()
        })
    }
}

impl From<Setup> for StoredSetup {
    fn from(setup: Setup) -> Self {
        Self {
            opening: opening::texts(&setup.game, &setup.opening),
            id: setup.id,
            edition: setup.edition,
            game: setup.game,
            board: setup.board,
            deal: setup.deal,
            colors: setup.colors,
            seed: setup.seed,
            scheme: setup.scheme,
            created_ms: setup.created_ms,
        }
    }
}

impl TryFrom<StoredSetup> for Setup {
    type Error = String;

    fn try_from(stored: StoredSetup) -> Result<Self, String> {
        Ok(Self {
            opening: opening::parse(&stored.game, &stored.opening)?,
            id: stored.id,
            edition: stored.edition,
            game: stored.game,
            board: stored.board,
            deal: stored.deal,
            colors: stored.colors,
            seed: stored.seed,
            scheme: stored.scheme,
            created_ms: stored.created_ms,
        })
    }
}

const fn is_locked(seat: &NewSeat) -> bool {
    matches!(seat, NewSeat::Locked { .. })
}

impl Setup {
    /// The key to all draws of the table, with these seeds of its players. A draw depends only on the key and on
    /// the number of earlier draws, so a restart loses nothing, and anyone can repeat the draws once the secret is
    /// known.
    pub(crate) fn chance(&self, seeds: &[(Seat, ClientSeed)]) -> Key {
        Key::derive(&Secret::new(self.seed), &self.id, seeds)
    }

    /// Binds the server to a secret before anybody sits down.
    pub(crate) fn commitment(&self) -> Commitment {
        Secret::new(self.seed).commitment(&self.id)
    }
}

/// The game by these rules on the board of a choice, for players of these colors.
fn lay(
    rules: Rules,
    board: &BoardChoice,
    colors: &[Color],
    draws: impl FnMut(usize) -> usize,
) -> Result<Game, Problem> {
    if rules.seats() != colors.len() {
        return Err(ProblemKind::WrongSeatCount {
            players: rules.players,
            seats: colors.len() as u8,
        }
        .into());
    }
    let repeated = |(place, color): (usize, &Color)| colors[..place].contains(color);
    if colors.iter().enumerate().any(repeated) {
        return Err(ProblemKind::ColorTaken.into());
    }
    rules.check().map_err(unplayable)?;
    let laid = match known_board(&rules, board)? {
        Some(laid) => laid,
        None => shuffled_board(&rules, draws),
    };
    Game::new(rules, laid).map_err(unplayable)
}

fn unplayable(why: RulesError) -> Problem {
    ProblemKind::UnplayableRules { why }.into()
}

/// The deal number of a new table.
fn first_deal_of(board: &BoardChoice) -> u16 {
    u16::from(*board == BoardChoice::Random)
}

/// What a board is like, before there is a table.
///
/// # Errors
///
/// If it cannot be played by these rules, or is random: then it is unknown until there is a table.
pub fn report_on_board(order: BoardOrder) -> Result<BoardReport, Problem> {
    let BoardOrder { rules, board } = order;
    rules.check().map_err(unplayable)?;
    let laid = known_board(&rules, &board)?.ok_or(ProblemKind::Malformed {
        why: RequestFault::RandomBoard,
    })?;
    report_on(rules, laid)
}

/// What a laid board is like under these rules.
pub(crate) fn report_on(rules: Rules, laid: Board) -> Result<BoardReport, Problem> {
    let game = Game::new(rules, laid).map_err(unplayable)?;
    let board = game.board();
    Ok(BoardReport {
        board: BoardInfo::of(board),
        robber: board.robber(),
        text: board_text(board),
        deviations: board.deviations(),
        balance: board.balance(game.rules().players),
    })
}

/// The board of a choice; none where it is up to chance.
fn known_board(rules: &Rules, choice: &BoardChoice) -> Result<Option<Board>, Problem> {
    Ok(Some(match choice {
        BoardChoice::Random => return Ok(None),
        BoardChoice::Beginners => beginners_board(),
        BoardChoice::Seed { seed } => shuffled_board(rules, draws_of(seed)?),
        BoardChoice::Own { text } => parse_board(board_text_of(text)?)?,
    }))
}

/// The draws for the board of a seed text. They are the same at every table and in the engine, and do not
/// depend on a secret.
pub(crate) fn draws_of(seed: &str) -> Result<impl FnMut(usize) -> usize + use<>, Problem> {
    if seed.len() > LONGEST_BOARD_SEED {
        let most = LONGEST_BOARD_SEED as u32;
        return Err(ProblemKind::LongBoardSeed { most }.into());
    }
    let mut random = ChaCha12Rng::from_seed(Sha256::digest(seed.as_bytes()).into());
    Ok(move |below| random.random_range(0..below))
}

/// The text of a board, unless it is too long for one.
pub(crate) fn board_text_of(text: &str) -> Result<&str, Problem> {
    if text.len() > LONGEST_BOARD_TEXT {
        let most = LONGEST_BOARD_TEXT as u32;
        return Err(ProblemKind::LongBoard { most }.into());
    }
    Ok(text)
}
