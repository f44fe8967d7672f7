//! Positions made by hand.

use brickwood_rules::{
    DevelopmentCard, DevelopmentCards, Dice, Game, Held, IntersectionSet, Phase, PositionSpec,
    Rules, Seat, SeatSpec, State, beginners_board, shuffled_board,
};

use super::{Named, Table, cards, hex, modern};

/// A position in the middle of a game on the beginners' board, or with five and six on a large one.
/// How turns, honors and points came to be is not asked. Anna has rolled and may trade and build, until something else is said.
pub(crate) struct Position {
    game: Game,
    setup: PositionSpec,
}

impl Position {
    /// Three players by today's rules.
    pub(crate) fn new() -> Self {
        Self::by(modern(3))
    }

    /// By these rules.
    pub(crate) fn by(rules: Rules) -> Self {
        let board = if rules.players > 4 {
            shuffled_board(&rules, |_| 0)
        } else {
            beginners_board()
        };
        let game = Game::new(rules, board).expect("these rules can be played");
        let mut setup = PositionSpec::of(&game, &State::new(&game));
        setup.common.phase = Phase::Turn;
        setup.common.turn = 1;
        setup.common.dice = Dice::new(1, 1);
        Self { game, setup }
    }

    /// The turn is this seat's.
    pub(crate) fn turn_of(mut self, seat: Seat) -> Self {
        self.setup.common.active = seat;
        self
    }

    /// The turn's dice have not been rolled.
    pub(crate) fn before_the_roll(mut self) -> Self {
        self.setup.common.dice = None;
        self
    }

    fn seat(&mut self, seat: Seat) -> &mut SeatSpec {
        &mut self.setup.seats[seat.index()]
    }

    fn corners(&self, places: &str) -> IntersectionSet {
        let layout = self.game.board().layout();
        places.split(' ').map(|name| layout.corner(name)).collect()
    }

    /// How many turns have begun.
    pub(crate) fn turn_number(mut self, turn: u16) -> Self {
        self.setup.common.turn = turn;
        self
    }

    /// A seat's development cards that were bought in this turn.
    pub(crate) fn bought(mut self, seat: Seat, held: &[DevelopmentCard]) -> Self {
        let part = self.seat(seat);
        part.bought = Held::told(multiset(held));
        part.development.told = part.development.told.plus(part.bought.told);
        self
    }

    /// A seat's settlements, separated by spaces.
    pub(crate) fn settlements(mut self, seat: Seat, places: &str) -> Self {
        let places = self.corners(places);
        self.seat(seat).settlements = places;
        self
    }

    /// A seat's cities, separated by spaces.
    pub(crate) fn cities(mut self, seat: Seat, places: &str) -> Self {
        let places = self.corners(places);
        self.seat(seat).cities = places;
        self
    }

    /// A seat's roads, separated by spaces.
    pub(crate) fn roads(mut self, seat: Seat, places: &str) -> Self {
        let layout = self.game.board().layout();
        self.seat(seat).roads = places.split(' ').map(|name| layout.side(name)).collect();
        self
    }

    /// A seat's resource cards.
    pub(crate) fn hand(mut self, seat: Seat, letters: &str) -> Self {
        self.seat(seat).hand = Held::told(cards(letters));
        self
    }

    /// A seat's unplayed development cards, bought in earlier turns.
    pub(crate) fn development(mut self, seat: Seat, held: &[DevelopmentCard]) -> Self {
        self.seat(seat).development = Held::told(multiset(held));
        self
    }

    /// A seat's played development cards.
    pub(crate) fn played(mut self, seat: Seat, played: &[DevelopmentCard]) -> Self {
        self.seat(seat).played = multiset(played);
        self
    }

    /// Where the robber stands.
    pub(crate) fn robber(mut self, at: &str) -> Self {
        self.setup.common.robber = hex(at);
        self
    }

    /// Who holds the longest road.
    pub(crate) fn longest_road(mut self, holder: Seat) -> Self {
        self.setup.common.longest_road = Some(holder);
        self
    }

    /// Who holds the largest army.
    pub(crate) fn largest_army(mut self, holder: Seat) -> Self {
        self.setup.common.largest_army = Some(holder);
        self
    }

    /// The table at which it is played on.
    pub(crate) fn start(self) -> Table {
        let (state, _) = self
            .setup
            .state_as_claimed(&self.game)
            .unwrap_or_else(|errors| panic!("{errors}"));
        Table::at(self.game, &state)
    }
}

fn multiset(cards: &[DevelopmentCard]) -> DevelopmentCards {
    cards
        .iter()
        .fold(DevelopmentCards::EMPTY, |all, card| all.with(*card))
}
