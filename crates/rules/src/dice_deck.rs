//! Rolls from a shuffled deck of the 36 throws (OPT-04).

use alloc::vec::Vec;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::Dice;

/// The throws that are still in the deck. Everybody can count them, so all of it is public.
///
/// On the wire: the list of these throws.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Dice>", into = "Vec<Dice>")]
#[ts(type = "Array<[number, number]>")]
pub struct DiceDeck(u64);

impl DiceDeck {
    /// All 36 throws.
    pub const FULL: Self = Self((1 << 36) - 1);

    /// How many throws are left.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no throw is left: the next draw shuffles all 36 anew.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The throws that the next draw can bring.
    pub fn drawable(self) -> impl Iterator<Item = Dice> {
        let deck = self.shuffled_if_empty();
        Dice::ALL
            .into_iter()
            .filter(move |dice| deck.0 & bit(*dice) != 0)
    }

    /// The deck after this throw was drawn, where it could be.
    #[must_use]
    pub(crate) const fn draw(self, dice: Dice) -> Option<Self> {
        let deck = self.shuffled_if_empty();
        if deck.0 & bit(dice) != 0 {
            Some(Self(deck.0 & !bit(dice)))
        } else {
            None
        }
    }

    const fn shuffled_if_empty(self) -> Self {
        if self.is_empty() { Self::FULL } else { self }
    }
}

const fn bit(dice: Dice) -> u64 {
    let [first, second] = dice.faces();
    1 << (6 * (first - 1) + second - 1)
}

impl TryFrom<Vec<Dice>> for DiceDeck {
    type Error = &'static str;

    fn try_from(throws: Vec<Dice>) -> Result<Self, Self::Error> {
        throws.into_iter().try_fold(Self(0), |deck, dice| {
            if deck.0 & bit(dice) != 0 {
                return Err("a deck of dice has each throw once");
            }
            Ok(Self(deck.0 | bit(dice)))
        })
    }
}

impl From<DiceDeck> for Vec<Dice> {
    fn from(deck: DiceDeck) -> Self {
        let throws = Dice::ALL.into_iter();
        throws.filter(|dice| deck.0 & bit(*dice) != 0).collect()
    }
}
