//! What is weighed in a trade, told for a look at the decision.

use brickwood_protocol::{LookOffer, LookPartner};
use brickwood_rules::{Action, Seat, SeatSet, State, Terms, Trade};

use super::{
    Market, TRIAL, closing_values, may_offer, mean, partners, promising_counters, rank, taker,
    traded, tried,
};
use crate::DecisionContext;
use crate::evaluation::Evaluator;
use crate::look::chance;
use crate::search::{Plan, best_plan};

/// Actions with log-odds of winning, the best first, and the offers that they are about.
pub(crate) type Weighed = (Vec<(Action, f32)>, Vec<LookOffer>);

/// The offers that are weighed beside the best turn without one, the most promising first.
pub(crate) fn offered(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    plan: &Plan,
) -> Vec<LookOffer> {
    let made = context.view.offers;
    if !may_offer(context, evaluator, plan, made) {
        return Vec::new();
    }
    let to = partners(context);
    let markets = super::markets(context, evaluator, guesses);
    tried(context, &markets, to, plan, made)
        .into_iter()
        .map(|terms| to_make(context, &markets, to, terms))
        .collect()
}

/// What an offer to these seats is worth to everybody.
fn to_make(context: &DecisionContext, markets: &[Market], to: SeatSet, terms: Terms) -> LookOffer {
    let chances = taker(markets, to, terms).and_then(|(_, market, with)| {
        let traded = traded(context, market.state, with, terms)?;
        let best = |state| chance(best_plan(market.evaluator, state, TRIAL).value);
        Some([best(market.state), best(&traded)])
    });
    let own = |market: &Market| {
        to.iter()
            .find_map(|with| market.strengthens(context.seat, with, terms))
    };
    let partner = |seat| {
        let agree = markets.iter().filter(|market| market.takes(seat, terms));
        LookPartner {
            seat,
            worth: mean(markets, |market| market.strengthens(seat, seat, terms)).map(rank),
            agrees: Some((1000 * agree.count() / markets.len().max(1)) as u16),
        }
    };
    LookOffer {
        terms,
        chances,
        own: rank(mean(markets, own).unwrap_or(0.0)),
        others: to.iter().map(partner).collect(),
    }
}

/// The answers to the open offer.
pub(crate) fn answers(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Weighed {
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    let (own, offerer) = (context.seat, context.state.active());
    let now = mean(&markets, |market| Some(market.value)).unwrap_or(0.0);
    let closed = mean(&markets, |market| market.gain(own, trade.terms)).map(|gain| now + gain);
    let counters = promising_counters(context, evaluator, &markets, trade).into_iter();
    let mut answers: Vec<(Action, f32)> = std::iter::once((Action::Decline, now))
        .chain(closed.map(|value| (Action::Accept, value)))
        .chain(counters.map(|(gain, terms)| (Action::Counter { terms }, now + gain)))
        .filter(|(answer, _)| context.after(*answer).is_some())
        .collect();
    answers.sort_by(|a, b| b.1.total_cmp(&a.1));
    let offer = LookOffer {
        chances: closed.map(|value| [chance(now), chance(value)]),
        ..to_close(context, &markets, trade.terms, own, offerer)
    };
    (answers, vec![offer])
}

/// With whom the own offer can be closed.
pub(crate) fn closings(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Weighed {
    let Some((without, agreed)) = closing_values(context, evaluator, guesses, trade) else {
        return (Vec::new(), Vec::new());
    };
    let market = Market::new(evaluator, &context.state);
    let mut closings = vec![(Action::Withdraw, without)];
    let mut offers = Vec::new();
    for (with, value) in agreed {
        closings.push((Action::Confirm { with }, value));
        let terms = trade.agreed(with).unwrap_or(trade.terms);
        offers.push(LookOffer {
            chances: Some([chance(without), chance(value)]),
            ..to_close(context, std::slice::from_ref(&market), terms, with, with)
        });
    }
    closings.sort_by(|a, b| b.1.total_cmp(&a.1));
    (closings, offers)
}

/// What it is worth to the seat and to `other` that `with` agrees to these terms.
fn to_close(
    context: &DecisionContext,
    markets: &[Market],
    terms: Terms,
    with: Seat,
    other: Seat,
) -> LookOffer {
    let strengthens = |seat| mean(markets, |market| market.strengthens(seat, with, terms));
    LookOffer {
        terms,
        chances: None,
        own: rank(strengthens(context.seat).unwrap_or(0.0)),
        others: vec![LookPartner {
            seat: other,
            worth: strengthens(other).map(rank),
            agrees: None,
        }],
    }
}
