//! Positions made by hand.

use brickwood_rules::{
    DevelopmentCard, DevelopmentCards, Dice, Game, Hidden, IntersectionSet, MAX_SEATS, Phase,
    Rules, Seat, State, View, beginners_board, shuffled_board,
};

use super::{Named, Table, cards, hex, modern, slow_longest_trail};

/// A position in the middle of a game on the beginners' board, or with five and six on a large one:
/// what everybody sees, and the hidden cards. Anna has rolled and may trade and build, until something else is said.
pub(crate) struct Position {
    game: Game,
    view: View,
    hidden: [Hidden; MAX_SEATS],
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
        let mut view = State::new(&game).view(&game, None);
        view.phase = Phase::Turn;
        view.turn = 1;
        view.placed = 2 * rules.players;
        view.dice = Dice::new(1, 1);
        Self {
            game,
            view,
            hidden: [Hidden::default(); MAX_SEATS],
        }
    }

    /// The turn is this seat's.
    pub(crate) fn turn_of(mut self, seat: Seat) -> Self {
        self.view.active = seat;
        self.view.robbing = seat;
        self
    }

    /// The turn's dice have not been rolled.
    pub(crate) fn before_the_roll(mut self) -> Self {
        self.view.dice = None;
        self
    }

    fn corners(&self, places: &str) -> IntersectionSet {
        let layout = self.game.board().layout();
        places.split(' ').map(|name| layout.corner(name)).collect()
    }

    /// How many turns have begun.
    pub(crate) fn turn_number(mut self, turn: u16) -> Self {
        self.view.turn = turn;
        self
    }

    /// A seat's development cards that were bought in this turn.
    pub(crate) fn bought(mut self, seat: Seat, held: &[DevelopmentCard]) -> Self {
        let hidden = &mut self.hidden[seat.index()];
        hidden.bought = multiset(held);
        hidden.development = hidden.development.plus(hidden.bought);
        self
    }

    /// A seat's settlements, separated by spaces.
    pub(crate) fn settlements(mut self, seat: Seat, places: &str) -> Self {
        self.view.seats[seat.index()].settlements = self.corners(places);
        self
    }

    /// A seat's cities, separated by spaces.
    pub(crate) fn cities(mut self, seat: Seat, places: &str) -> Self {
        self.view.seats[seat.index()].cities = self.corners(places);
        self
    }

    /// A seat's roads, separated by spaces.
    pub(crate) fn roads(mut self, seat: Seat, places: &str) -> Self {
        let layout = self.game.board().layout();
        self.view.seats[seat.index()].roads =
            places.split(' ').map(|name| layout.side(name)).collect();
        self
    }

    /// A seat's resource cards.
    pub(crate) fn hand(mut self, seat: Seat, letters: &str) -> Self {
        self.hidden[seat.index()].hand = cards(letters);
        self
    }

    /// A seat's unplayed development cards, bought in earlier turns.
    pub(crate) fn development(mut self, seat: Seat, held: &[DevelopmentCard]) -> Self {
        self.hidden[seat.index()].development = multiset(held);
        self
    }

    /// A seat's played development cards.
    pub(crate) fn played(mut self, seat: Seat, played: &[DevelopmentCard]) -> Self {
        self.view.seats[seat.index()].played = multiset(played);
        self
    }

    /// Where the robber stands.
    pub(crate) fn robber(mut self, at: &str) -> Self {
        self.view.robber = hex(at);
        self
    }

    /// Who holds the longest road.
    pub(crate) fn longest_road(mut self, holder: Seat) -> Self {
        self.view.longest_road = Some(holder);
        self
    }

    /// Who holds the largest army.
    pub(crate) fn largest_army(mut self, holder: Seat) -> Self {
        self.view.largest_army = Some(holder);
        self
    }

    /// The table at which it is played on.
    pub(crate) fn start(mut self) -> Table {
        let buildings: Vec<IntersectionSet> = self
            .view
            .seats
            .iter()
            .map(|seat| seat.settlements.union(seat.cities))
            .collect();
        let rules = *self.game.rules();
        self.view.bank = rules.bank();
        self.view.deck = rules.deck().total();
        for (number, seat) in self.view.seats.iter_mut().enumerate() {
            let hidden = &self.hidden[number];
            seat.hand = hidden.hand.total();
            seat.development = hidden.development.total();
            seat.bought = hidden.bought.total();
            seat.open_hand = seat.open_hand.map(|_| hidden.hand);
            self.view.bank = self
                .view
                .bank
                .checked_sub(hidden.hand)
                .expect("the bank has given these cards");
            self.view.deck -= hidden.development.total() + seat.played.total();
            let others = (0..buildings.len())
                .filter(|other| *other != number)
                .fold(IntersectionSet::EMPTY, |all, other| {
                    all.union(buildings[other])
                });
            seat.road_length = slow_longest_trail(self.game.board().topology(), seat.roads, others);
        }
        let state = State::from_view(&self.game, &self.view, &self.hidden)
            .expect("the position is consistent");
        Table::at(self.game, &state)
    }
}

fn multiset(cards: &[DevelopmentCard]) -> DevelopmentCards {
    cards
        .iter()
        .fold(DevelopmentCards::EMPTY, |all, card| all.with(*card))
}
