//! What the other seats have taken and refused in this game, and so may take again.

use brickwood_rules::{Answer, BySeat, Event, History, Resource, Seat, Terms};

/// Which offers were answered with yes or no, by seat.
#[derive(Default)]
pub(crate) struct Partners(BySeat<Vec<Answered>>);

/// An answer of a seat to an offer.
struct Answered {
    /// From the side of who offered.
    terms: Terms,
    is_yes: bool,
}

impl Partners {
    /// By all answers to offers of anybody.
    pub(crate) fn from_history(history: &History) -> Self {
        Self::from_events(history.events())
    }

    fn from_events(events: &[Event]) -> Self {
        let mut partners = Self::default();
        let mut open = None;
        for event in events {
            match *event {
                Event::Offered { terms, .. } => open = Some(terms),
                Event::Answered { seat, answer } => {
                    let is_yes = match answer {
                        Answer::Accepted => true,
                        Answer::Declined | Answer::Countered { .. } => false,
                        Answer::NotAsked | Answer::Pending => continue,
                    };
                    partners.0[seat].extend(open.map(|terms| Answered { terms, is_yes }));
                }
                _ => {}
            }
        }
        partners
    }

    /// What is left of the hope that a seat takes these terms, up to 1. It gets less with each refusal to give such a card for as
    /// much or more, and more with each yes for as much or less.
    pub(crate) fn willing(&self, seat: Seat, terms: Terms) -> f32 {
        let of_resource = |resource: Resource| {
            let (mut yes, mut no) = (1.0, 0.0);
            for answered in &self.0[seat] {
                if answered.terms.take[resource] == 0 {
                    continue;
                }
                if answered.is_yes && price(answered.terms) <= price(terms) {
                    yes += 1.0;
                }
                if !answered.is_yes && price(answered.terms) >= price(terms) {
                    no += 1.0;
                }
            }
            yes / (yes + no)
        };
        terms
            .take
            .iter()
            .map(|(resource, _)| of_resource(resource))
            .fold(1.0, f32::min)
    }
}

/// How many cards are given for one.
fn price(terms: Terms) -> f32 {
    f32::from(terms.give.total()) / f32::from(terms.take.total().max(1))
}

#[cfg(test)]
mod tests {
    use brickwood_rules::{Cards, SeatSet};

    use super::*;

    const RIVAL: Seat = Seat::EVERY[1];

    fn terms(give: (Resource, u8), take: (Resource, u8)) -> Terms {
        Terms {
            give: Cards::of(give.0, give.1),
            take: Cards::of(take.0, take.1),
        }
    }

    fn after(answers: &[(Terms, Answer)]) -> Partners {
        let mut events = Vec::new();
        for (terms, answer) in answers {
            let (terms, answer) = (*terms, *answer);
            let (seat, to) = (Seat::EVERY[0], SeatSet::only(RIVAL));
            events.push(Event::Offered { seat, terms, to });
            events.push(Event::Answered {
                seat: RIVAL,
                answer,
            });
        }
        Partners::from_events(&events)
    }

    #[test]
    fn a_seat_that_has_refused_to_give_a_card_is_asked_for_others_or_paid_more() {
        let one = terms((Resource::Brick, 1), (Resource::Ore, 1));
        let two = terms((Resource::Brick, 2), (Resource::Ore, 1));
        let other = terms((Resource::Brick, 1), (Resource::Wool, 1));
        let refused = after(&[(one, Answer::Declined), (one, Answer::Declined)]);
        assert!(refused.willing(RIVAL, one) < 0.4);
        assert!((refused.willing(RIVAL, two) - 1.0).abs() < 1e-6);
        assert!((refused.willing(RIVAL, other) - 1.0).abs() < 1e-6);
        assert!((refused.willing(Seat::EVERY[2], one) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_yes_gives_new_hope_for_as_good_an_offer() {
        let one = terms((Resource::Brick, 1), (Resource::Ore, 1));
        let mixed = [(one, Answer::Declined), (one, Answer::Accepted)];
        let refused = after(&mixed[..1]);
        assert!(after(&mixed).willing(RIVAL, one) > refused.willing(RIVAL, one));
    }
}
