//! The hidden development cards.

use brickwood_rules::{
    BySeat, DevelopmentCard, DevelopmentCards, Event, ProgressCards, Rules, Seat, UnderDeck,
};

/// What a viewer can conclude about the development cards in hands and in the deck.
///
/// The model: the deck is shuffled, so the cards that the viewer has not seen, in hands or in the
/// deck, are a random sample of [`unseen`](Self::unseen), and how many of a kind a seat holds follows
/// a hypergeometric distribution. A card that a seat plays counts as one of its cards chosen
/// regardless of kind; that it was not played so far says nothing. Cards that return under the deck
/// (DEV-08) are known to all, and to whom they go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Development {
    /// In the shuffled part of the deck or unknown in a hand.
    unseen: DevelopmentCards,
    /// How many of them are in the deck.
    deck: u8,
    under_deck: UnderDeck,
    seats: BySeat<Held>,
}

/// The cards of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Held {
    /// In the order in which they were bought; `None` where the viewer does not know which.
    cards: Vec<Option<DevelopmentCard>>,
    /// How many of them, at the end, were bought in this turn.
    bought: usize,
}

impl Development {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            unseen: rules.deck(),
            deck: rules.deck().total(),
            under_deck: UnderDeck::EMPTY,
            seats: BySeat::default(),
        }
    }

    /// The cards that the viewer has not seen: in the shuffled part of the deck, or unknown in hands.
    pub const fn unseen(&self) -> DevelopmentCards {
        self.unseen
    }

    /// The cards of a seat that the viewer knows, and how many it holds besides.
    pub fn held(&self, seat: Seat) -> (DevelopmentCards, u8) {
        let cards = &self.seats[seat].cards;
        let known = cards.iter().flatten();
        let unknown = cards.iter().filter(|card| card.is_none()).count();
        let known = known.fold(DevelopmentCards::EMPTY, |all, card| all.with(*card));
        (known, u8::try_from(unknown).unwrap_or(u8::MAX))
    }

    /// The cards of a seat in the order in which they were bought; `None` where the viewer does not
    /// know which.
    pub(crate) fn cards(&self, seat: Seat) -> &[Option<DevelopmentCard>] {
        &self.seats[seat].cards
    }

    /// The probability that a seat holds exactly this many cards of a kind.
    pub fn holds(&self, seat: Seat, card: DevelopmentCard, count: u8) -> f64 {
        let (known, unknown) = self.held(seat);
        let Some(drawn) = count.checked_sub(known[card]) else {
            return 0.0;
        };
        hypergeometric(self.unseen.total(), self.unseen[card], unknown, drawn)
    }

    pub(super) fn observe(&mut self, event: &Event, rules: &Rules) {
        match *event {
            Event::Bought { seat, card } => self.bought(seat, card),
            Event::Played { seat, card } => self.played(seat, card, rules),
            Event::TookPlenty { seat, .. } => {
                self.played(seat, DevelopmentCard::YearOfPlenty, rules);
            }
            Event::Monopolized { seat, .. } => self.played(seat, DevelopmentCard::Monopoly, rules),
            Event::TurnBegan { .. } => {
                for held in &mut self.seats {
                    held.bought = 0;
                }
            }
            _ => {}
        }
    }

    fn bought(&mut self, seat: Seat, told: Option<DevelopmentCard>) {
        let card = if self.deck > 0 {
            self.deck -= 1;
            // A card that is not among the unseen contradicts what was told before.
            told.filter(|card| self.see(*card))
        } else {
            let card = self.under_deck.first();
            self.under_deck = self.under_deck.rest();
            card
        };
        let held = &mut self.seats[seat];
        held.cards.push(card);
        held.bought += 1;
    }

    fn played(&mut self, seat: Seat, card: DevelopmentCard, rules: &Rules) {
        let held = &mut self.seats[seat];
        let old = held.cards.len().saturating_sub(held.bought);
        let old = &held.cards[..old];
        let known = old.iter().position(|one| *one == Some(card));
        if let Some(index) = known.or_else(|| old.iter().position(Option::is_none)) {
            held.cards.remove(index);
        }
        if known.is_none() {
            self.see(card);
        }
        if rules.progress_cards == ProgressCards::UnderTheDeck
            && let Some(under_deck) = self.under_deck.with(card)
        {
            self.under_deck = under_deck;
        }
    }

    /// A card that was unseen so far is seen, if there is one.
    fn see(&mut self, card: DevelopmentCard) -> bool {
        let rest = self.unseen.without(card);
        self.unseen = rest.unwrap_or(self.unseen);
        rest.is_some()
    }
}

/// The probability that of `drawn` cards from `all`, of which `good` are of a kind, exactly `hits`
/// are.
fn hypergeometric(all: u8, good: u8, drawn: u8, hits: u8) -> f64 {
    let (Some(bad), Some(misses)) = (all.checked_sub(good), drawn.checked_sub(hits)) else {
        return 0.0;
    };
    choose(good, hits) * choose(bad, misses) / choose(all, drawn)
}

/// In how many ways so many of `all` can be chosen.
fn choose(all: u8, chosen: u8) -> f64 {
    (0..chosen).fold(1.0, |ways, number| {
        ways * f64::from(all.saturating_sub(number)) / f64::from(number + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hypergeometric_probability_is_the_share_of_all_hands() {
        // Every hand of 3 of 8 cards, of which the first 3 are good.
        let mut hands = [0.0; 4];
        for hand in 0_u8..=u8::MAX {
            if hand.count_ones() == 3 {
                hands[(hand & 0b111).count_ones() as usize] += 1.0;
            }
        }
        for (hits, hands) in (0..).zip(hands) {
            let error = hypergeometric(8, 3, 3, hits) - hands / 56.0;
            assert!(error.abs() < 1e-12, "{hits}");
        }
        assert!(hypergeometric(8, 3, 3, 4) < 1e-12);
    }
}
