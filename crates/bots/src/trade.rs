//! Domestic trade: which offers to make, how to answer them, and with whom to close.

use brickwood_rules::{Action, Cards, Resource, Seat, SeatSet, State, Terms, Trade};

use crate::Table;
use crate::evaluation::{Evaluator, HARD, Standings};

/// How many offers a bot makes in a turn at most.
pub(crate) const MOST_OFFERS: u8 = 2;

/// With so many points missing, a partner gets nothing any more.
const TOO_NEAR: u8 = 2;

/// A state and how everybody stands in it, to value changes of hands in.
struct Market<'a> {
    evaluator: &'a Evaluator<'a>,
    state: &'a State,
    standings: Standings,
    value: f32,
}

impl<'a> Market<'a> {
    fn new(evaluator: &'a Evaluator<'a>, state: &'a State) -> Self {
        let standings = evaluator.standings(state);
        let value = evaluator.value_with(&standings, |seat| state.hand(seat));
        Self {
            evaluator,
            state,
            standings,
            value,
        }
    }

    /// The hands of the active seat and `with` after a trade, if both have the cards.
    fn hands(&self, with: Seat, terms: Terms) -> Option<(Cards, Cards)> {
        let active = self.state.hand(self.state.active());
        Some((
            active.checked_sub(terms.give)? + terms.take,
            self.state.hand(with).checked_sub(terms.take)? + terms.give,
        ))
    }

    /// What the evaluator's seat gains by a trade of the active seat and `with`.
    fn gain(&self, with: Seat, terms: Terms) -> Option<f32> {
        let (active, partner) = self.hands(with, terms)?;
        let after = self.evaluator.value_with(&self.standings, |seat| {
            if seat == with {
                partner
            } else if seat == self.state.active() {
                active
            } else {
                self.state.hand(seat)
            }
        });
        Some(after - self.value)
    }

    /// What a seat that trades gains in strength.
    fn strengthens(&self, seat: Seat, with: Seat, terms: Terms) -> Option<f32> {
        let (active, partner) = self.hands(with, terms)?;
        let after = if seat == with { partner } else { active };
        let standing = self.standings.of(seat);
        Some(
            self.evaluator.strength(standing, after)
                - self.evaluator.strength(standing, self.state.hand(seat)),
        )
    }
}

/// Whether a seat is so near to the goal that it gets no cards.
fn too_near(table: &Table, seat: Seat) -> bool {
    table.state.public_points(table.game, seat).total() + TOO_NEAR
        >= table.game.rules().points_to_win
}

/// The offer that promises most, if any is worth its while. `guesses` are guesses at the others'
/// cards. The first offer of a turn is as many for as many or asks for more; the second gives
/// more, so that no offer is made twice.
pub(crate) fn offer(
    table: &Table,
    evaluator: &Evaluator,
    guesses: &[State],
    made: u8,
) -> Option<Action> {
    if made >= MOST_OFFERS {
        return None;
    }
    let players = table.game.rules().players;
    let partners: SeatSet = Seat::all(players)
        .filter(|seat| {
            *seat != table.seat && !table.state.hand(*seat).is_empty() && !too_near(table, *seat)
        })
        .collect();
    if partners.is_empty() {
        return None;
    }
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    let mut best: Option<(f32, Action)> = None;
    for terms in bundles(table.state.hand(table.seat), made > 0) {
        let worth = expected_gain(&markets, table.seat, partners, terms);
        if worth > best.map_or(0.0, |best| best.0) {
            let offer = Action::Offer {
                terms,
                to: partners,
            };
            best = Some((worth, offer));
        }
    }
    best.map(|(_, offer)| offer)
        .filter(|offer| table.after(*offer).is_some())
}

/// The gain of an offer times the chance that somebody takes it.
fn expected_gain(markets: &[Market], own: Seat, partners: SeatSet, terms: Terms) -> f32 {
    let mut sum = 0.0;
    for market in markets {
        let weights = market.evaluator.weights;
        let mut best = 0.0_f32;
        for with in partners.iter() {
            let Some(asked) = market.strengthens(with, with, terms) else {
                continue;
            };
            let Some(own) = market.strengthens(own, with, terms) else {
                continue;
            };
            if asked > weights.partner_asks && own > 0.0 {
                best = best.max(market.gain(with, terms).unwrap_or(0.0));
            }
        }
        if best > weights.worth_offering {
            sum += best;
        }
    }
    sum
}

/// Small bundles to offer: one for one, one for two, or, where `generous`, two for one.
fn bundles(hand: Cards, generous: bool) -> Vec<Terms> {
    let mut found = Vec::new();
    let ones = Resource::ALL.map(|resource| Cards::of(resource, 1));
    let mut twos = Vec::new();
    for (index, one) in ones.iter().enumerate() {
        twos.extend(ones[index..].iter().map(|other| *one + *other));
    }
    let mut add = |give: Cards, take: Cards| {
        if hand.contains(give) && !give.overlaps(take) {
            found.push(Terms { give, take });
        }
    };
    for one in ones {
        if generous {
            for two in &twos {
                add(*two, one);
            }
        } else {
            for other in ones {
                add(one, other);
            }
            for two in &twos {
                add(one, *two);
            }
        }
    }
    found
}

/// The answer to the open offer.
pub(crate) fn answer(
    table: &Table,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Action {
    let offerer = table.state.active();
    let own = table.seat;
    let weights = evaluator.weights;
    if too_near(table, offerer) {
        return Action::Decline;
    }
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    let gain = |terms: Terms| mean(&markets, |market| market.gain(own, terms));
    if gain(trade.terms).is_some_and(|gain| gain > weights.worth_closing) {
        return Action::Accept;
    }
    let mut best: Option<(f32, Action)> = None;
    for terms in counters(table.state.hand(own), trade.terms) {
        let Some(gain) = gain(terms).filter(|gain| *gain > weights.worth_offering) else {
            continue;
        };
        // How often the offerer would have the cards and still gain.
        let taken = markets
            .iter()
            .filter(|market| {
                market
                    .strengthens(offerer, own, terms)
                    .is_some_and(|strength| strength > weights.partner_asks)
            })
            .count();
        let worth = gain * f32::from(taken as u8) / f32::from(markets.len() as u8);
        if worth > best.map_or(weights.worth_closing, |best| best.0) {
            best = Some((worth, Action::Counter { terms }));
        }
    }
    best.map(|(_, counter)| counter)
        .filter(|counter| table.after(*counter).is_some())
        .unwrap_or(Action::Decline)
}

/// The mean of what the markets know; `None` if none knows.
fn mean(markets: &[Market], value: impl Fn(&Market) -> Option<f32>) -> Option<f32> {
    let known: Vec<f32> = markets.iter().filter_map(value).collect();
    if known.is_empty() {
        return None;
    }
    Some(known.iter().sum::<f32>() / f32::from(known.len() as u8))
}

/// Near misses of an offer: one card more for the same, another card for the same, or the same for
/// another card.
fn counters(hand: Cards, offer: Terms) -> Vec<Terms> {
    let mut found = Vec::new();
    for resource in Resource::ALL {
        let one = Cards::of(resource, 1);
        let others = [
            Terms {
                give: offer.give + one,
                take: offer.take,
            },
            Terms {
                give: one,
                take: offer.take,
            },
            Terms {
                give: offer.give,
                take: one,
            },
        ];
        found.extend(others.into_iter().filter(|terms| {
            *terms != offer && hand.contains(terms.take) && !terms.give.overlaps(terms.take)
        }));
    }
    found
}

/// The confirmation of the open offer that gains most, if any gains.
pub(crate) fn best_confirmation(table: &Table, trade: &Trade) -> Option<Action> {
    let evaluator = Evaluator {
        land: &table.land,
        weights: &HARD,
        seat: table.seat,
    };
    let market = Market::new(&evaluator, &table.state);
    trade
        .asked()
        .iter()
        .filter_map(|with| {
            let terms = trade.agreed(with)?;
            let strength = market.strengthens(table.seat, with, terms)?;
            let gain = market.gain(with, terms)?;
            (gain > evaluator.weights.worth_closing && strength > 0.0).then_some((with, gain))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(with, _)| Action::Confirm { with })
}
