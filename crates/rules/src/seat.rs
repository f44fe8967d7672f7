//! Seats and sets of them.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::MAX_SEATS;

/// A place in turn order, counted clockwise from 0.
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[ts(type = "number")]
#[schema(maximum = 5)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0.
    pub(crate) const FIRST: Self = Self(0);
    /// Every seat that a board has room for.
    pub const EVERY: [Self; MAX_SEATS] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The seat with this number, if a board has so many.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < MAX_SEATS {
            Some(Self(number))
        } else {
            None
        }
    }

    /// All seats of a table of `players`, clockwise from seat 0.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..players.min(MAX_SEATS as u8)).map(Self)
    }

    /// The seat's number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further round a table of `players`, clockwise.
    #[must_use]
    pub const fn clockwise(self, steps: u8, players: u8) -> Self {
        Self(((self.0 as u16 + steps as u16) % players as u16) as u8)
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a seat is numbered 0 to 5")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// A set of seats. On the wire: the list of their numbers.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "alloc::vec::Vec<Seat>", into = "alloc::vec::Vec<Seat>")]
#[ts(type = "Array<number>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Only this seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Every seat of a table of `players`.
    pub const fn all(players: u8) -> Self {
        Self(((1u16 << players) - 1) as u8)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with the seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | (1 << seat.0))
    }

    /// The set without the seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the set has no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats the set has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether every seat of the set is also in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }

    /// The seat, where the set has exactly one.
    pub fn single(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat(self.0.trailing_zeros() as u8))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<alloc::vec::Vec<Seat>> for SeatSet {
    fn from(seats: alloc::vec::Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<SeatSet> for alloc::vec::Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}
