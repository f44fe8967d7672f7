//! Names for places on a board, and sets of them that fit a machine word.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

macro_rules! place {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[wire(rules, openapi)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[ts(type = "number")]
        pub struct $name(pub u8);

        impl $name {
            /// The number, for indexing.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

place! {
    /// A land hex, counted in reading order (top row first, west to east).
    HexId
}
place! {
    /// A place for a settlement or city, where three hexes meet (BRD-16), counted in reading order.
    Intersection
}
place! {
    /// A place for a road, between two hexes (BRD-16), counted in the reading order of the midpoints.
    Path
}

macro_rules! place_set {
    ($(#[$doc:meta])* $name:ident of $place:ident) => {
        $(#[$doc])*
        #[wire(rules)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        #[serde(from = "alloc::vec::Vec<u8>", into = "alloc::vec::Vec<u8>")]
        #[ts(type = "Array<number>")]
        pub struct $name(u128);

        impl $name {
            /// No place.
            pub const EMPTY: Self = Self(0);

            /// Only this place.
            pub const fn only(place: $place) -> Self {
                Self(1 << place.0)
            }

            /// The first `count` places: all of a board that has so many.
            pub const fn first(count: usize) -> Self {
                Self((1 << count) - 1)
            }

            /// Whether the place is in the set. A number that no board has is in none.
            pub const fn contains(self, place: $place) -> bool {
                // In one of two words: shorter than a shift of both.
                let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
                let word = if place.0 < 64 { low } else { high };
                place.0 < 128 && word >> (place.0 % 64) & 1 != 0
            }

            /// The set with the place.
            #[must_use]
            pub const fn with(self, place: $place) -> Self {
                Self(self.0 | (1 << place.0))
            }

            /// The set without the place.
            #[must_use]
            pub const fn without(self, place: $place) -> Self {
                Self(self.0 & !(1 << place.0))
            }

            /// Places in either.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Places in both.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Places in this set and not in the other.
            #[must_use]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether the sets have a place in common.
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Whether there is no place in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The place, where the set has exactly one.
            pub const fn single(self) -> Option<$place> {
                // Older processors count bits slowly.
                if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
                    Some($place(self.0.trailing_zeros() as u8))
                } else {
                    None
                }
            }

            /// How many places the set has.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The place with this number in order, counted from 0.
            pub const fn nth(self, n: u32) -> Option<$place> {
                let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
                let in_low = low.count_ones();
                let (mut rest, mut before, first) = if n < in_low {
                    (low, n, 0)
                } else {
                    (high, n - in_low, 64)
                };
                while before > 0 {
                    rest &= rest.wrapping_sub(1);
                    before -= 1;
                }
                if rest == 0 {
                    None
                } else {
                    Some($place(first + rest.trailing_zeros() as u8))
                }
            }

            /// The places in order.
            pub fn iter(self) -> impl Iterator<Item = $place> + Clone {
                let mut rest = self.0;
                core::iter::from_fn(move || {
                    (rest != 0).then(|| {
                        let place = $place(rest.trailing_zeros() as u8);
                        rest &= rest - 1;
                        place
                    })
                })
            }
        }

        impl FromIterator<$place> for $name {
            fn from_iter<I: IntoIterator<Item = $place>>(places: I) -> Self {
                places.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl From<alloc::vec::Vec<u8>> for $name {
            fn from(places: alloc::vec::Vec<u8>) -> Self {
                places.into_iter().filter(|place| *place < 128).map($place).collect()
            }
        }

        impl From<$name> for alloc::vec::Vec<u8> {
            fn from(set: $name) -> Self {
                set.iter().map(|place| place.0).collect()
            }
        }
    };
}

place_set! {
    /// A set of intersections. On the wire: the list of their numbers.
    IntersectionSet of Intersection
}
place_set! {
    /// A set of paths. On the wire: the list of their numbers.
    PathSet of Path
}
