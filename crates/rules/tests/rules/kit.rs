//! How the tests of this crate set up positions and play from them.
//!
//! Anna, Ben, Cara, Dan, Eva and Fay sit in this order, clockwise. Places are named as players name them:
//! `c3` is the middle hex of the middle row, `c3n` its top corner or, where a path is meant,
//! `c3ne` its upper right side. Cards are one letter each: brick, lumber, wool, grain, ore.

mod geometry;
mod position;
mod table;
mod trail;

use brickwood_rules::{
    Action, Cards, Corner, Edition, FirstPlayer, HexId, Intersection, Layout, Path, Resource,
    Rules, Seat, SeatSet, Side, Terms, Variants,
};

pub(crate) use geometry::{Land, Neighborhood};
pub(crate) use position::Position;
pub(crate) use table::Table;
pub(crate) use trail::slow_longest_trail;

pub(crate) const ANNA: Seat = Seat::new(0).unwrap();
pub(crate) const BEN: Seat = Seat::new(1).unwrap();
pub(crate) const CARA: Seat = Seat::new(2).unwrap();
pub(crate) const DAN: Seat = Seat::new(3).unwrap();
pub(crate) const EVA: Seat = Seat::new(4).unwrap();
pub(crate) const FAY: Seat = Seat::new(5).unwrap();

/// Today's rules, Anna first.
pub(crate) fn modern(players: u8) -> Rules {
    Rules {
        first_player: FirstPlayer::Named { seat: ANNA },
        ..Edition::Modern.rules(players)
    }
}

/// Today's rules with some variants, Anna first.
pub(crate) fn variants(players: u8, change: impl FnOnce(&mut Variants)) -> Rules {
    let mut rules = modern(players);
    change(&mut rules.variants);
    rules
}

/// The hex of a name such as `c3`.
pub(crate) fn hex(name: &str) -> HexId {
    Layout::Standard.hex(name)
}

/// The intersection of a name such as `c3n`.
pub(crate) fn corner(name: &str) -> Intersection {
    Layout::Standard.corner(name)
}

/// The path of a name such as `c3ne`.
pub(crate) fn side(name: &str) -> Path {
    Layout::Standard.side(name)
}

/// Places by their names, on either board.
pub(crate) trait Named {
    fn hex(self, name: &str) -> HexId;
    fn corner(self, name: &str) -> Intersection;
    fn side(self, name: &str) -> Path;
}

impl Named for Layout {
    fn hex(self, name: &str) -> HexId {
        let rows = self.topology().rows();
        let (row, column) = name.split_at(1);
        let row = usize::from(row.as_bytes()[0] - b'a');
        let column: u8 = column.parse().expect("a hex is a letter and a number");
        assert!((1..=rows[row]).contains(&column), "there is no hex {name}");
        HexId(rows[..row].iter().sum::<u8>() + column - 1)
    }

    fn corner(self, name: &str) -> Intersection {
        let (of, which) = name.split_at(2);
        let corner = match which {
            "n" => Corner::North,
            "ne" => Corner::NorthEast,
            "se" => Corner::SouthEast,
            "s" => Corner::South,
            "sw" => Corner::SouthWest,
            "nw" => Corner::NorthWest,
            _ => panic!("{name} is no intersection"),
        };
        self.topology().corner(self.hex(of), corner)
    }

    fn side(self, name: &str) -> Path {
        let (of, which) = name.split_at(2);
        let side = match which {
            "ne" => Side::NorthEast,
            "e" => Side::East,
            "se" => Side::SouthEast,
            "sw" => Side::SouthWest,
            "w" => Side::West,
            "nw" => Side::NorthWest,
            _ => panic!("{name} is no path"),
        };
        self.topology().side(self.hex(of), side)
    }
}

/// The cards of letters such as `BBL`.
pub(crate) fn cards(letters: &str) -> Cards {
    let mut counts = [0; 5];
    for letter in letters.chars() {
        let kind = "BLWGO".find(letter).expect("a letter is B, L, W, G or O");
        counts[kind] += 1;
    }
    Cards::new(counts)
}

/// `give` for `take`, from the side of the seat whose turn it is.
pub(crate) fn terms(give: &str, take: &str) -> Terms {
    Terms {
        give: cards(give),
        take: cards(take),
    }
}

pub(crate) fn settlement(at: &str) -> Action {
    Action::BuildSettlement { at: corner(at) }
}

pub(crate) fn city(at: &str) -> Action {
    Action::BuildCity { at: corner(at) }
}

pub(crate) fn road(at: &str) -> Action {
    Action::BuildRoad { at: side(at) }
}

pub(crate) fn robber(to: &str) -> Action {
    Action::MoveRobber { to: hex(to) }
}

pub(crate) fn rob(victim: Seat) -> Action {
    Action::Rob { victim }
}

pub(crate) fn discard(letters: &str) -> Action {
    Action::Discard {
        cards: cards(letters),
    }
}

pub(crate) fn bank_trade(give: Resource, take: Resource) -> Action {
    Action::MaritimeTrade { give, take }
}

pub(crate) fn offer(give: &str, take: &str, to: &[Seat]) -> Action {
    Action::Offer {
        terms: terms(give, take),
        to: to.iter().copied().collect::<SeatSet>(),
    }
}

/// Other terms, still from the side of the seat whose turn it is.
pub(crate) fn counter(give: &str, take: &str) -> Action {
    Action::Counter {
        terms: terms(give, take),
    }
}

pub(crate) fn confirm(with: Seat) -> Action {
    Action::Confirm { with }
}

pub(crate) fn year_of_plenty(letters: &str) -> Action {
    Action::PlayYearOfPlenty {
        cards: cards(letters),
    }
}

pub(crate) fn monopoly(resource: Resource) -> Action {
    Action::PlayMonopoly { resource }
}
