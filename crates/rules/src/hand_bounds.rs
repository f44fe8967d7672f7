//! What is known of hidden hands beyond their sizes, and dealing cards that fit it.

use crate::{ByResource, BySeat, Cards, Resource, Seat};

/// The fewest and the most cards of each resource that each seat can hold.
///
/// The rules need no such thing: it is for somebody who has followed a game and tells what they have
/// concluded to somebody who has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandBounds {
    /// By seat: cards that the hand holds at least.
    pub least: BySeat<Cards>,
    /// By seat: the most cards of each resource that the hand can hold.
    pub most: BySeat<Cards>,
}

impl HandBounds {
    /// More cards than anybody can hold: no bound.
    pub const NO_LIMIT: u8 = u8::MAX;

    /// Nothing is known of any hand.
    pub const OPEN: Self = Self {
        least: BySeat::all(Cards::EMPTY),
        most: BySeat::all(Cards::new([Self::NO_LIMIT; 5])),
    };
}

impl Default for HandBounds {
    fn default() -> Self {
        Self::OPEN
    }
}

/// Hidden cards, dealt one by one to hands of a known size of which something is known.
#[derive(Clone, Copy, Debug)]
pub struct HiddenDeal {
    /// Cards that nobody has yet.
    left: ByResource<u16>,
    /// By seat: how many cards it still gets.
    owing: BySeat<u16>,
    /// By seat: how many more of each resource it can take.
    room: BySeat<ByResource<u16>>,
    hands: BySeat<Cards>,
    /// Whether some hand has an upper bound. If none has, any order of dealing works out.
    has_limits: bool,
}

impl HiddenDeal {
    /// These cards are to be dealt. Wide counts, so that nothing that somebody claims can overflow them.
    pub const fn new(unseen: [u16; 5]) -> Self {
        Self {
            left: ByResource(unseen),
            owing: BySeat::all(0),
            room: BySeat::all(ByResource::all(0)),
            hands: BySeat::all(Cards::EMPTY),
            has_limits: false,
        }
    }

    /// Adds a hand of this size, and deals the cards that it holds at least. `None` if they are not
    /// there, too many, or more than it can hold.
    #[must_use]
    pub fn with_hand(mut self, seat: Seat, size: u8, least: Cards, most: Cards) -> Option<Self> {
        let [mut sum, size] = [0, u16::from(size)];
        for resource in Resource::ALL {
            let [least, most] = [least, most].map(|cards| u16::from(cards[resource]));
            self.left[resource] = self.left[resource].checked_sub(least)?;
            self.room[seat][resource] = most.checked_sub(least)?;
            self.has_limits |= most < size;
            sum += least;
        }
        self.owing[seat] = size.checked_sub(sum)?;
        self.hands[seat] = least;
        Some(self)
    }

    /// Whether the hands can be filled: in every division of the resources into two groups, what the one
    /// has left and the hands can take of the other is enough (the theorem of the maximum flow).
    pub fn can_be_finished(&self) -> bool {
        let wanted: u16 = self.owing.iter().sum();
        (0..1_u8 << 5).all(|group| {
            let is_in = |resource: &Resource| group >> resource.index() & 1 == 1;
            let outside = Resource::ALL
                .into_iter()
                .filter(|resource| !is_in(resource));
            let left: u16 = outside.map(|resource| self.left[resource]).sum();
            let hands = self.owing.iter().zip(&self.room);
            let taken = hands.map(|(owing, room)| {
                let inside = Resource::ALL.into_iter().filter(is_in);
                let room: u16 = inside.map(|resource| room[resource]).sum();
                room.min(*owing)
            });
            left + taken.sum::<u16>() >= wanted
        })
    }

    /// How many cards a seat still gets.
    pub fn owing(&self, seat: Seat) -> u16 {
        self.owing[seat]
    }

    /// How many cards of a resource are left.
    pub fn left(&self, resource: Resource) -> u16 {
        self.left[resource]
    }

    /// The cards that are left.
    pub fn rest(&self) -> Cards {
        Cards::new(
            self.left
                .map(|count| u8::try_from(count).unwrap_or(u8::MAX))
                .0,
        )
    }

    /// The cards of a seat so far.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The deal after a seat gets one more card. `None` if it gets none, if there is no such card, or if
    /// the other cards could then not be dealt any more.
    #[must_use]
    pub fn with_card(mut self, seat: Seat, resource: Resource) -> Option<Self> {
        self.owing[seat] = self.owing[seat].checked_sub(1)?;
        self.left[resource] = self.left[resource].checked_sub(1)?;
        self.room[seat][resource] = self.room[seat][resource].checked_sub(1)?;
        self.hands[seat] += Cards::of(resource, 1);
        (!self.has_limits || self.can_be_finished()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether hands of two seats can be filled, tried card by card.
    fn can_be_tried(deal: HiddenDeal) -> bool {
        let Some(seat) = Seat::all(2).find(|seat| deal.owing(*seat) > 0) else {
            return true;
        };
        Resource::ALL.into_iter().any(|resource| {
            let mut next = deal;
            if next.left[resource] == 0 || next.room[seat][resource] == 0 {
                return false;
            }
            next.left[resource] -= 1;
            next.room[seat][resource] -= 1;
            next.owing[seat] -= 1;
            can_be_tried(next)
        })
    }

    #[test]
    fn a_deal_can_be_finished_exactly_if_some_order_of_cards_finishes_it() {
        let [one, two] = [0, 1].map(|seat| Seat::new(seat).expect("a seat"));
        let mut seen = [0; 2];
        // Every way to bound two small hands in three resources, by a counter in base 3.
        for number in 0..3_u32.pow(8) {
            let digit = |place: u32| (number / 3_u32.pow(place) % 3) as u8;
            let most = |from| Cards::new([digit(from), digit(from + 1), digit(from + 2), 0, 0]);
            let deal = HiddenDeal::new([u16::from(digit(6)), u16::from(digit(7)), 2, 0, 0])
                .with_hand(one, 2, Cards::EMPTY, most(0))
                .and_then(|deal| deal.with_hand(two, 2, Cards::EMPTY, most(3)));
            let deal = deal.expect("nothing is dealt yet");
            assert_eq!(deal.can_be_finished(), can_be_tried(deal), "{deal:?}");
            seen[usize::from(deal.can_be_finished())] += 1;
        }
        assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
    }

    #[test]
    fn a_card_that_another_hand_needs_is_not_given_away() {
        let [one, two] = [0, 1].map(|seat| Seat::new(seat).expect("a seat"));
        let only_wool = Cards::new([0, 0, 9, 0, 0]);
        let deal = HiddenDeal::new([1, 0, 1, 0, 0])
            .with_hand(one, 1, Cards::EMPTY, HandBounds::OPEN.most[one])
            .and_then(|deal| deal.with_hand(two, 1, Cards::EMPTY, only_wool))
            .expect("there are two cards");
        assert!(deal.with_card(one, Resource::Wool).is_none());
        assert!(deal.with_card(one, Resource::Brick).is_some());
    }
}
