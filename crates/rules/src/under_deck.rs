//! Progress cards under the deck, in the order in which they will be drawn.

use alloc::vec::Vec;
use core::fmt;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{DevelopmentCard, DevelopmentCards, ProgressCards, Rules};

/// The progress cards that were returned under the deck, the first returned first (DEV-08).
// Two bits a card, the first returned in the lowest: 1 to 3 in the order of the three kinds, and 0
// after the last. A state is copied with every step that a bot considers, so it must stay small.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<DevelopmentCard>", into = "Vec<DevelopmentCard>")]
#[ts(type = "Array<DevelopmentCard>")]
pub struct UnderDeck(u32);

impl UnderDeck {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// There are nine progress cards at most (BRD-15); this is how many have room.
    pub const MOST: u8 = (u32::BITS / 2) as u8;

    /// How many cards there are.
    pub const fn len(self) -> u8 {
        ((u32::BITS - self.0.leading_zeros()).div_ceil(2)) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more card below the others. `None` for a knight or a victory point, which never
    /// return (RUL-06), and where there is no room.
    #[must_use]
    pub const fn with(self, card: DevelopmentCard) -> Option<Self> {
        let code = match card {
            DevelopmentCard::RoadBuilding => 1,
            DevelopmentCard::YearOfPlenty => 2,
            DevelopmentCard::Monopoly => 3,
            DevelopmentCard::Knight | DevelopmentCard::VictoryPoint => return None,
        };
        if self.len() == Self::MOST {
            return None;
        }
        Some(Self(self.0 | code << (2 * self.len())))
    }

    /// The card that is drawn first.
    pub const fn first(self) -> Option<DevelopmentCard> {
        match self.0 & 0b11 {
            1 => Some(DevelopmentCard::RoadBuilding),
            2 => Some(DevelopmentCard::YearOfPlenty),
            3 => Some(DevelopmentCard::Monopoly),
            _ => None,
        }
    }

    /// Without the card that is drawn first.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self(self.0 >> 2)
    }

    /// The cards in the order in which they are drawn.
    pub fn iter(self) -> impl Iterator<Item = DevelopmentCard> {
        core::iter::successors(Some(self), |cards| Some(cards.rest())).map_while(Self::first)
    }

    /// How many there are of each kind.
    pub fn counts(self) -> DevelopmentCards {
        self.iter()
            .fold(DevelopmentCards::EMPTY, DevelopmentCards::with)
    }

    /// These cards in this order; `None` as for [`UnderDeck::with`].
    pub fn try_from_cards(cards: impl IntoIterator<Item = DevelopmentCard>) -> Option<Self> {
        cards.into_iter().try_fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for UnderDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl TryFrom<Vec<DevelopmentCard>> for UnderDeck {
    type Error = &'static str;

    fn try_from(cards: Vec<DevelopmentCard>) -> Result<Self, Self::Error> {
        Self::try_from_cards(cards).ok_or("a few progress cards lie under the deck and no others")
    }
}

impl From<UnderDeck> for Vec<DevelopmentCard> {
    fn from(cards: UnderDeck) -> Self {
        cards.iter().collect()
    }
}

impl Rules {
    /// Of the cards that a seat has played, those that have left deck and hands for good: all, or
    /// knights and victory points only (DEV-08, RUL-06).
    pub const fn gone_for_good(&self, played: DevelopmentCards) -> DevelopmentCards {
        match self.progress_cards {
            ProgressCards::LeaveTheGame => played,
            ProgressCards::UnderTheDeck => {
                let [knights, _, _, _, victory_points] = played.counts();
                DevelopmentCards::new([knights, 0, 0, 0, victory_points])
            }
        }
    }

    /// The development cards that are in hands or in the deck, once these were `played` by seat, these
    /// lie under the deck, and a knight waits to join its army (DEV-03). Nothing where there are not
    /// so many.
    pub fn unplayed(
        &self,
        played: impl IntoIterator<Item = DevelopmentCards>,
        under_deck: UnderDeck,
        knight_waits: bool,
    ) -> Option<DevelopmentCards> {
        let all = self.deck().checked_sub(under_deck.counts())?;
        let all = if knight_waits {
            all.without(DevelopmentCard::Knight)?
        } else {
            all
        };
        let mut gone = played.into_iter().map(|played| self.gone_for_good(played));
        gone.try_fold(all, DevelopmentCards::checked_sub)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DevelopmentCard::{Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty};

    #[test]
    fn cards_come_out_in_the_order_in_which_they_went_in() {
        let cards = [Monopoly, RoadBuilding, Monopoly, YearOfPlenty];
        let under = UnderDeck::try_from_cards(cards).expect("four progress cards have room");
        assert!(under.iter().eq(cards));
        assert_eq!(under.len(), 4);
        assert_eq!(under.counts(), DevelopmentCards::new([0, 1, 1, 2, 0]));
        assert_eq!(under.first(), Some(Monopoly));
        assert!(under.rest().iter().eq(cards.into_iter().skip(1)));
    }

    #[test]
    fn it_ends_where_it_is_full() {
        let full = UnderDeck::try_from_cards([RoadBuilding; UnderDeck::MOST as usize]);
        let full = full.expect("so many have room");
        assert_eq!(full.len(), UnderDeck::MOST);
        assert_eq!(full.with(Monopoly), None);
        assert_eq!(full.counts()[RoadBuilding], UnderDeck::MOST);
        assert_eq!(UnderDeck::EMPTY.first(), None);
        assert_eq!(UnderDeck::EMPTY.len(), 0);
    }

    #[test]
    fn rul_06_knights_and_victory_points_have_no_place_in_it() {
        assert_eq!(UnderDeck::EMPTY.with(Knight), None);
        assert_eq!(UnderDeck::EMPTY.with(VictoryPoint), None);
    }
}
