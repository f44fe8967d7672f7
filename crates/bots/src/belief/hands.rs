//! What a belief says of each other hand, kind by kind.

use brickwood_protocol::{BelievedCards, BelievedHand};
use brickwood_rules::{DevelopmentCard, Resource, Seat};

use super::Belief;

impl Belief {
    /// What the viewer can conclude of each hand but its own; nothing where what it was told cannot be.
    pub fn hands(&self) -> Vec<BelievedHand> {
        Seat::all(self.rules.players)
            .filter(|seat| Some(*seat) != self.viewer)
            .filter_map(|seat| {
                Some(BelievedHand {
                    seat,
                    resources: self.resources(seat)?,
                    development: DevelopmentCard::ALL
                        .map(|card| self.development.cards_of(seat, card)),
                })
            })
            .collect()
    }

    fn resources(&self, seat: Seat) -> Option<[BelievedCards; 5]> {
        let (fewest, most) = self.bounds(seat)?;
        let each = Resource::ALL.map(|resource| {
            let mut expected = 0.0;
            let mut share = 0.0;
            for joint in &self.joint {
                let count = joint.hands[seat][resource];
                expected += joint.probability * f64::from(count);
                share += if count > 0 { joint.probability } else { 0.0 };
            }
            // Where some possibilities were dropped, nothing is certain.
            let fewest = if self.is_exact { fewest[resource] } else { 0 };
            believed(fewest, most[resource], expected, share)
        });
        Some(each)
    }
}

impl super::Development {
    fn cards_of(&self, seat: Seat, card: DevelopmentCard) -> BelievedCards {
        let (known, unknown) = self.held(seat);
        let (unseen, all) = (self.unseen()[card], self.unseen().total());
        // As many as are not of another kind are of this one.
        let fewest = unknown.saturating_sub(all.saturating_sub(unseen));
        let most = unknown.min(unseen);
        let drawn = f64::from(unknown) * f64::from(unseen) / f64::from(all.max(1));
        believed(
            known[card] + fewest,
            known[card] + most,
            f64::from(known[card]) + drawn,
            1.0 - self.holds(seat, card, 0),
        )
    }
}

/// In whole numbers. Only what is certain looks so.
fn believed(fewest: u8, most: u8, expected: f64, share: f64) -> BelievedCards {
    BelievedCards {
        fewest,
        expected: whole(100.0 * expected),
        share: match (fewest, most) {
            (0, 0) => 0,
            (0, _) => whole(1000.0 * share).clamp(1, 999),
            _ => 1000,
        },
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(number: f64) -> u16 {
    number.round() as u16
}
