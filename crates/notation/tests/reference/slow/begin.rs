//! How a game begins: the first player, the set-up, the first turn.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use brickwood_rules::{BeginnersPieces, FirstPlayer, Game, HexId, SetUp};

use super::geometry::Land;
use super::model::{Awaiting, Island, Player, Reference};
use super::pile::Pile;
use super::table_rules;

impl Island {
    pub(crate) fn of(game: &Game) -> Self {
        let board = game.board();
        let land = Land::of(board.layout());
        let hexes = (0..land.hex_count())
            .map(|hex| board.hex(HexId(hex as u8)))
            .collect();
        let harbors = board
            .harbors()
            .iter()
            .map(|harbor| {
                let ends = land.ends_of_side(harbor.hex.index(), harbor.side);
                (harbor.kind, ends)
            })
            .collect();
        Self {
            rules: *game.rules(),
            land,
            hexes,
            harbors,
        }
    }
}

/// BRD-19: two settlements, each with the far end of its road, each named by the hexes round it.
fn brd_19_pieces(color: BeginnersPieces) -> [[[usize; 3]; 2]; 2] {
    match color {
        BeginnersPieces::Red => [[[0, 1, 4], [1, 4, 5]], [[7, 8, 12], [8, 12, 13]]],
        BeginnersPieces::Orange => [[[2, 5, 6], [1, 2, 5]], [[13, 14, 17], [14, 17, 18]]],
        BeginnersPieces::White => [[[3, 4, 8], [3, 7, 8]], [[10, 11, 15], [6, 10, 11]]],
        BeginnersPieces::Blue => [[[12, 13, 16], [13, 16, 17]], [[14, 15, 18], [10, 14, 15]]],
    }
}

impl Reference {
    /// A game before its first step.
    pub(crate) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let players = usize::from(rules.players);
        let mut new = Self {
            island: Rc::new(Island::of(game)),
            players: vec![Player::default(); players],
            awaiting: Awaiting::Turn,
            bank: table_rules::bank(rules.players),
            deck: table_rules::deck(rules.players),
            under_deck: VecDeque::new(),
            roads_given: 0,
            robber: game.board().robber().index(),
            first: 0,
            active: 0,
            robbing: 0,
            special: None,
            turn: 0,
            placed: 0,
            dice: None,
            card_played: false,
            knight_waits: false,
            built: false,
            offers: 0,
            road_lengths: vec![0; players],
            longest_road: None,
            largest_army: None,
            throws: super::chance::all_throws().collect(),
            time_up: false,
        };
        if let SetUp::Beginners { left_out } = rules.set_up {
            new.brd_19_lay_pieces(left_out);
        }
        match rules.first_player {
            FirstPlayer::Roll => {
                new.awaiting = Awaiting::RollForFirst {
                    rolling: new.seats().collect(),
                    best: 0,
                    tied: Vec::new(),
                };
            }
            FirstPlayer::Named { seat } => new.set_08_begins(seat.index()),
        }
        new
    }

    /// BRD-19: with three players one color is left out, red unless the host says another.
    fn brd_19_lay_pieces(&mut self, left_out: Option<BeginnersPieces>) {
        let mut colors = vec![
            BeginnersPieces::Red,
            BeginnersPieces::Orange,
            BeginnersPieces::White,
            BeginnersPieces::Blue,
        ];
        if self.players.len() == 3 {
            let left_out = left_out.unwrap_or(BeginnersPieces::Red);
            colors.retain(|color| *color != left_out);
        }
        for (seat, color) in colors.into_iter().enumerate() {
            for [at, end] in brd_19_pieces(color) {
                let at = self.land().between(at);
                let end = self.land().between(end);
                let road = self.land().path_between(at, end);
                self.players[seat].settlements.insert(at);
                self.players[seat].roads.insert(road);
                self.placed += 1;
            }
        }
        self.find_road_lengths();
    }

    /// SET-01: one of those who roll has rolled. The tied highest roll again among themselves.
    pub(crate) fn set_01_rolls(&mut self, total: u8) {
        let Awaiting::RollForFirst {
            rolling,
            best,
            tied,
        } = &mut self.awaiting
        else {
            panic!("nobody rolls for the first turn");
        };
        let seat = rolling.remove(0);
        if total > *best {
            *best = total;
            tied.clear();
        }
        if total == *best {
            tied.push(seat);
        }
        if !rolling.is_empty() {
            return;
        }
        if let [seat] = tied[..] {
            self.set_08_begins(seat);
        } else {
            *rolling = std::mem::take(tied);
            *best = 0;
        }
    }

    /// SET-01, SET-08: it is known who begins.
    fn set_08_begins(&mut self, seat: usize) {
        self.first = seat;
        self.active = seat;
        self.awaiting = match self.rules().set_up {
            SetUp::Placed => Awaiting::FirstSettlement,
            SetUp::Beginners { .. } => Awaiting::FirstCards(self.seats().collect()),
        };
    }

    /// SET-02, SET-03: who places the settlement that comes after so many others.
    fn set_03_placer(&self) -> usize {
        let players = self.players.len();
        let round_one = (0..players).map(|steps| (self.first + steps) % players);
        let order: Vec<usize> = round_one.clone().chain(round_one.rev()).collect();
        order[self.placed]
    }

    /// SET-02, SET-03.
    pub(crate) fn set_02_place_settlement(&mut self, seat: usize, at: usize) {
        self.players[seat].settlements.insert(at);
        self.placed += 1;
        if self.players[seat].settlements.len() == 2 {
            self.set_05_first_cards(seat, at);
        }
        self.awaiting = Awaiting::FirstRoad(at);
    }

    /// SET-02, SET-03, SET-06.
    pub(crate) fn set_02_place_road(&mut self, seat: usize, path: usize) {
        self.players[seat].roads.insert(path);
        self.find_road_lengths();
        if self.placed == 2 * self.players.len() {
            self.set_06_first_turn();
        } else {
            self.active = self.set_03_placer();
            self.awaiting = Awaiting::FirstSettlement;
        }
    }

    /// SET-05: a card for each producing hex that the settlement touches.
    fn set_05_first_cards(&mut self, seat: usize, at: usize) {
        for hex in self.land().hexes_round[at].clone() {
            if let Some(resource) = self.island.hexes[hex].terrain.resource() {
                self.take_from_bank(seat, resource, 1);
            }
        }
    }

    /// SET-07: a player has chosen; when all have, the first turn begins.
    pub(crate) fn set_07_take_first_cards(&mut self, seat: usize, at: usize) {
        self.set_05_first_cards(seat, at);
        let Awaiting::FirstCards(choosing) = &mut self.awaiting else {
            panic!("no first cards are due");
        };
        choosing.remove(&seat);
        if choosing.is_empty() {
            self.set_06_first_turn();
        }
    }

    /// SET-06.
    fn set_06_first_turn(&mut self) {
        self.trn_01_begin_turn(self.first);
    }

    /// TRN-01.
    pub(crate) fn trn_01_begin_turn(&mut self, seat: usize) {
        self.turn += 1;
        self.active = seat;
        self.robbing = seat;
        self.special = None;
        self.dice = None;
        self.card_played = false;
        self.built = false;
        self.offers = 0;
        // DEV-01, SBP-03, RUL-04: only what was bought in this same turn cannot be played.
        for player in &mut self.players {
            player.bought = Pile::default();
        }
        self.awaiting = Awaiting::Turn;
        self.rul_25_end_if_nobody_can_win();
    }

    /// The intersections where a seat has built something.
    pub(crate) fn buildings(&self, seat: usize) -> BTreeSet<usize> {
        let player = &self.players[seat];
        player.settlements.union(&player.cities).copied().collect()
    }
}
