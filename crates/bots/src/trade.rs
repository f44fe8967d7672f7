//! Domestic trade: which offers to make, how to answer them, and with whom to close.

mod look;

use std::rc::Rc;

use brickwood_protocol::{TradeWorth, Worth};
use brickwood_rules::{
    Action, Cards, Event, History, Resource, Seat, SeatSet, State, Step, Terms, Trade,
};

use crate::evaluation::{Evaluator, Standings, WON, expected_points};
use crate::partners::Partners;
use crate::search::{Plan, best_plan};
use crate::{DecisionContext, Manner};

pub(crate) use look::{answers, closings, offered};

/// For how many offers, the most promising first, a bot works out the turn that they make possible.
const TRIED: usize = 3;

/// How many evaluations that may take for each.
const TRIAL: usize = 150;

/// A bot that holds this many cards of a resource asks for no more of it.
const PLENTY: u8 = 3;

/// With so many points missing, those of hidden cards as they may be expected, a partner gets nothing any more.
const TOO_NEAR: f32 = 2.5;

/// With so many points missing, an offer is in vain: nobody trades with whoever is about to win.
const IN_VAIN: u8 = 1;

/// From this change of strength on, a trade helps much.
const HELPS_MUCH: f32 = 0.15;

/// From this change of strength on, a trade helps at all; less than its negative harms.
const HELPS: f32 = 0.02;

/// A state and how everybody stands in it, to value changes of hands in.
struct Market<'a> {
    evaluator: &'a Evaluator<'a>,
    state: &'a State,
    standings: Rc<Standings>,
    value: f32,
    /// The strength that a partner is expected to ask for.
    asks: f32,
    /// The part of the active seat's gain in strength that it is expected to ask for.
    price: f32,
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
            asks: evaluator.weights.partner_asks,
            price: 0.0,
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

    /// Whether a partner is expected to accept these terms.
    fn takes(&self, with: Seat, terms: Terms) -> bool {
        self.strengthens(with, with, terms)
            .is_some_and(|gain| gain > self.asks && self.pays(gain, with, terms))
    }

    /// Whether a partner that gains so much gets its price.
    fn pays(&self, gain: f32, with: Seat, terms: Terms) -> bool {
        let active = self.state.active();
        self.price <= 0.0
            || self
                .strengthens(active, with, terms)
                .is_none_or(|gains| gain >= self.price * gains)
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
fn too_near(context: &DecisionContext, seat: Seat) -> bool {
    let points = expected_points(context.game, &context.state, seat);
    f32::from(context.game.rules().points_to_win) - points <= TOO_NEAR
}

/// How many points everybody sees that a seat still needs.
fn missing(context: &DecisionContext, seat: Seat) -> u8 {
    let points = context.state.public_points(context.game, seat).total();
    context.game.rules().points_to_win.saturating_sub(points)
}

/// The most promising offer that makes a better turn possible than `plan`, if there is one. `guesses`
/// are guesses at the others' cards. At a table with people, every second offer of a turn gives what the first cannot, and
/// an offer of a bot that makes two is due in every other round only. So what nobody took comes again neither in this turn nor in the next.
/// Nor does an offer that nobody took from the person whose seat the bot has taken over: the history tells of it.
pub(crate) fn offer(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    plan: &Plan,
    made: u8,
) -> Option<Action> {
    let to = partners(context);
    if !may_offer(context, evaluator, plan, made) || to.is_empty() {
        return None;
    }
    let markets = markets(context, evaluator, guesses);
    let promising = tried(context, &markets, to, plan, made);
    let mut before = vec![None; guesses.len()];
    promising
        .into_iter()
        .map(|terms| (terms, Action::Offer { terms, to }))
        .find(|(terms, offer)| {
            context.after(*offer).is_some()
                && betters_the_turn(&markets, context, to, *terms, &mut before)
        })
        .map(|(_, offer)| offer)
}

/// Whether it comes to offers at all.
fn may_offer(context: &DecisionContext, evaluator: &Evaluator, plan: &Plan, made: u8) -> bool {
    !context.game.rules().no_domestic_trade
        && made < context.most_offers()
        && plan.value < WON
        && missing(context, context.seat) > IN_VAIN
        && !evaluator.is_spent()
}

/// The terms for which the turn is worked out that they make possible.
fn tried(
    context: &DecisionContext,
    markets: &[Market],
    to: SeatSet,
    plan: &Plan,
    made: u8,
) -> Vec<Terms> {
    let mut promising = promising(context, markets, to, plan.spends, made.is_multiple_of(2));
    promising.truncate(TRIED);
    promising
}

/// All offers that others would take, the most promising first, whatever was offered in this turn, and the value of the best turn
/// once one is taken. `spends` is what the best turn without them pays.
pub(crate) fn offers(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    spends: Cards,
) -> Vec<(Action, f32)> {
    let to = partners(context);
    let markets = markets(context, evaluator, guesses);
    let [first, second] =
        [true, false].map(|first| promising(context, &markets, to, spends, first));
    let offers = first.into_iter().chain(second).filter_map(|terms| {
        let offer = Action::Offer { terms, to };
        context.after(offer)?;
        let (_, market, with) = taker(&markets, to, terms)?;
        let traded = traded(context, market.state, with, terms)?;
        Some((offer, best_plan(evaluator, &traded, TRIAL).value))
    });
    offers.collect()
}

/// The first market in which somebody takes these terms, its place, and who.
fn taker<'m, 'a>(
    markets: &'m [Market<'a>],
    to: SeatSet,
    terms: Terms,
) -> Option<(usize, &'m Market<'a>, Seat)> {
    markets.iter().enumerate().find_map(|(place, market)| {
        let with = to.iter().find(|with| market.takes(*with, terms))?;
        Some((place, market, with))
    })
}

/// To whom a seat makes its offers.
fn partners(context: &DecisionContext) -> SeatSet {
    Seat::all(context.game.rules().players)
        .filter(|seat| {
            *seat != context.seat
                && !context.state.hand(*seat).is_empty()
                && !too_near(context, *seat)
        })
        .collect()
}

/// The markets for offers of the seat.
fn markets<'a>(
    context: &DecisionContext,
    evaluator: &'a Evaluator,
    guesses: &'a [State],
) -> Vec<Market<'a>> {
    let is_arena = context.manner == Manner::Arena;
    let price = if context.manner.is_of_a_table() {
        context.price(context.seat)
    } else {
        0.0
    };
    let market = |guess| {
        let market = Market::new(evaluator, guess);
        let asks = if is_arena { 0.0 } else { market.asks };
        Market {
            asks,
            price,
            ..market
        }
    };
    guesses.iter().map(market).collect()
}

/// The terms that others would take, the most promising first.
fn promising(
    context: &DecisionContext,
    markets: &[Market],
    to: SeatSet,
    spends: Cards,
    first: bool,
) -> Vec<Terms> {
    let goes_by_rounds = context.manner == Manner::Table && context.most_offers() <= 2;
    let in_vain = context.history.map_or_else(
        || context.in_vain.to_vec(),
        |history| offered_in_vain(context.seat, history),
    );
    let known = match (context.manner, context.history) {
        (Manner::Arena, Some(history)) => Partners::from_history(history),
        _ => Partners::default(),
    };
    let mut promising: Vec<(f32, Terms)> = bundles(context, spends, first)
        .filter(|terms| (!goes_by_rounds || is_due(context, *terms)) && !in_vain.contains(terms))
        .map(|terms| {
            (
                expected_gain(markets, context.seat, to, terms, &known),
                terms,
            )
        })
        .filter(|(worth, _)| *worth > 0.0)
        .collect();
    promising.sort_by(|a, b| b.0.total_cmp(&a.0));
    promising.into_iter().map(|(_, terms)| terms).collect()
}

/// What a seat has offered in vain in its turn and in the one before.
fn offered_in_vain(seat: Seat, history: &History) -> Vec<Terms> {
    let mut offered = Vec::new();
    let mut turns = 0;
    let mut is_taken = false;
    for event in history.events().iter().rev() {
        match *event {
            Event::TurnBegan { seat: whose, .. } if whose == seat => turns += 1,
            Event::Traded { seat: whose, .. } if whose == seat => is_taken = true,
            Event::Offered {
                seat: whose, terms, ..
            } if whose == seat => {
                let was_taken = std::mem::take(&mut is_taken);
                offered.extend((!was_taken).then_some(terms));
            }
            _ => {}
        }
        if turns == 2 {
            break;
        }
    }
    offered
}

/// Whether it is the round for these terms. A bot does not remember its offers, so the number of the
/// round tells what it may have offered in its last turn.
pub(crate) fn is_due(context: &DecisionContext, terms: Terms) -> bool {
    let round = context.state.turn().saturating_sub(1) / u16::from(context.game.rules().players);
    let kinds = terms.give.iter().chain(terms.take.iter());
    let sum: usize = kinds.map(|(resource, _)| resource.index()).sum();
    sum % 2 == usize::from(round % 2)
}

/// Whether the best turn after this trade is worth more than the best one without it, by the first
/// guess in which somebody accepts. `before` caches the value of the turn without it for each guess.
fn betters_the_turn(
    markets: &[Market],
    context: &DecisionContext,
    to: SeatSet,
    terms: Terms,
    before: &mut [Option<f32>],
) -> bool {
    let Some((index, market, with)) = taker(markets, to, terms) else {
        return false;
    };
    let Some(traded) = traded(context, market.state, with, terms) else {
        return false;
    };
    let value = |state: &State| best_plan(market.evaluator, state, TRIAL).value;
    let without = *before[index].get_or_insert_with(|| value(market.state));
    value(&traded) > without + market.evaluator.weights.worth_offering
}

/// The state after `with` has accepted these terms.
fn traded(context: &DecisionContext, state: &State, with: Seat, terms: Terms) -> Option<State> {
    let step = |state: State, seat: Seat, action: Action| {
        state
            .apply(context.game, Step::Action { seat, action })
            .ok()
    };
    let to = SeatSet::only(with);
    let offered = step(*state, context.seat, Action::Offer { terms, to })?;
    let accepted = step(offered, with, Action::Accept)?;
    step(accepted, context.seat, Action::Confirm { with })
}

/// The gain of an offer times the chance that somebody takes it; nothing, if nobody would in more than half of the guesses. What
/// is known of the partners makes it less likely.
fn expected_gain(
    markets: &[Market],
    own: Seat,
    partners: SeatSet,
    terms: Terms,
    known: &Partners,
) -> f32 {
    let mut sum = 0.0;
    let mut takers = 0;
    for market in markets {
        let mut best = 0.0_f32;
        for with in partners.iter().filter(|with| market.takes(*with, terms)) {
            let gains = market.strengthens(own, with, terms) > Some(0.0);
            if gains {
                let gain = market.gain(with, terms).unwrap_or(0.0);
                best = best.max(gain * known.willing(with, terms));
            }
        }
        if best > market.evaluator.weights.worth_offering {
            sum += best;
            takers += 1;
        }
    }
    if 2 * takers < markets.len() { 0.0 } else { sum }
}

/// The terms to consider. At a table with people, the first offer of a turn, and every second one from there, gives one card
/// or two of a kind for one. The others give two of different kinds for one. No offer asks for more cards than it gives, for people seldom take that.
/// Bots are offered all of these at any time, and asked for two cards of a kind as well. No offer gives what the plan
/// spends, or asks for what the bot has plenty of.
fn bundles(context: &DecisionContext, spends: Cards, first: bool) -> impl Iterator<Item = Terms> {
    let is_table = context.manner == Manner::Table;
    let hand = context.state.hand(context.seat);
    let spare = hand.saturating_sub(spends);
    let ones = Resource::ALL.map(|resource| Cards::of(resource, 1));
    let mut found = Vec::new();
    for (index, one) in ones.into_iter().enumerate() {
        let mut gives = Vec::new();
        if first || !is_table {
            gives.extend([one, one + one]);
        }
        if !first || !is_table {
            let others = &ones[index + 1..];
            gives.extend(others.iter().map(|other| one + *other));
        }
        let lacked = Resource::ALL
            .into_iter()
            .filter(|wanted| hand[*wanted] < PLENTY);
        for wanted in lacked {
            let most = if !is_table && hand[wanted] + 1 < PLENTY {
                2
            } else {
                1
            };
            for count in 1..=most {
                let take = Cards::of(wanted, count);
                found.extend(gives.iter().map(|give| Terms { give: *give, take }));
            }
        }
    }
    found
        .into_iter()
        .filter(move |terms| spare.contains(terms.give) && !terms.give.overlaps(terms.take))
}

/// The answer to the open offer.
pub(crate) fn answer(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Action {
    let offerer = context.state.active();
    let own = context.seat;
    let weights = evaluator.weights;
    if too_near(context, offerer) {
        return Action::Decline;
    }
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    let gain = |terms: Terms| mean(&markets, |market| market.gain(own, terms));
    let price = context.price(offerer);
    let pays = |terms: Terms| {
        let strengthens = |seat| mean(&markets, |market| market.strengthens(seat, own, terms));
        price <= 0.0 || strengthens(own) >= strengthens(offerer).map(|gain| price * gain)
    };
    if gain(trade.terms).is_some_and(|gain| gain > weights.worth_closing) && pays(trade.terms) {
        return Action::Accept;
    }
    promising_counters(context, evaluator, &markets, trade)
        .into_iter()
        .find(|(_, terms)| pays(*terms))
        .map(|(_, terms)| Action::Counter { terms })
        .filter(|counter| context.after(*counter).is_some())
        .unwrap_or(Action::Decline)
}

/// The counter-offers to the open offer that gain and that the offerer may take, the most promising first, with what each gains
/// times the chance that it is taken.
fn promising_counters(
    context: &DecisionContext,
    evaluator: &Evaluator,
    markets: &[Market],
    trade: &Trade,
) -> Vec<(f32, Terms)> {
    let (own, offerer) = (context.seat, context.state.active());
    let weights = evaluator.weights;
    let mut promising: Vec<(f32, Terms)> = counters(context.state.hand(own), trade.terms)
        .into_iter()
        .filter_map(|terms| {
            let gain = mean(markets, |market| market.gain(own, terms))
                .filter(|gain| *gain > weights.worth_offering)?;
            // How often the offerer would have the cards and still gain.
            let agrees = |market: &&Market| {
                market.strengthens(offerer, own, terms) > Some(weights.partner_asks)
            };
            let often = markets.iter().filter(agrees).count();
            let worth = gain * f32::from(often as u8) / f32::from(markets.len() as u8);
            (worth > weights.worth_closing).then_some((worth, terms))
        })
        .collect();
    promising.sort_by(|a, b| b.0.total_cmp(&a.0));
    promising
}

/// All counter-offers to the open offer that gain and that the offerer may take, the most promising first.
pub(crate) fn counter_offers(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Vec<Action> {
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    promising_counters(context, evaluator, &markets, trade)
        .into_iter()
        .map(|(_, terms)| Action::Counter { terms })
        .filter(|counter| context.after(*counter).is_some())
        .collect()
}

/// How many trades a seat has closed in its turn.
pub(crate) fn closed_in_turn(seat: Seat, history: &History) -> u8 {
    let in_turn = history
        .events()
        .iter()
        .rev()
        .take_while(|event| !matches!(event, Event::TurnBegan { .. }));
    let closed = in_turn
        .filter(|event| matches!(event, Event::Traded { seat: whose, .. } if *whose == seat))
        .count();
    u8::try_from(closed).unwrap_or(u8::MAX - 1)
}

/// The value of an answer to the open offer. A yes counts as if the offer were closed with this seat, and so
/// do other terms where the offerer gains by them; everything else changes nothing.
pub(crate) fn answered(evaluator: &Evaluator, state: &State, trade: &Trade, answer: Action) -> f32 {
    let market = Market::new(evaluator, state);
    let own = evaluator.seat;
    let gain = match answer {
        Action::Accept => market.gain(own, trade.terms),
        Action::Counter { terms }
            if market.strengthens(state.active(), own, terms)
                > Some(evaluator.weights.partner_asks) =>
        {
            market.gain(own, terms)
        }
        _ => None,
    };
    market.value + gain.unwrap_or(0.0)
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
/// another card. None has the offerer give more cards than it gets, unless it has offered as many.
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
            let most = terms.take.total().max(offer.give.total());
            *terms != offer
                && terms.give.total() <= most
                && hand.contains(terms.take)
                && !terms.give.overlaps(terms.take)
        }));
    }
    found
}

/// The confirmation of the open offer after which the best turn is worth most, if that gains. What somebody has agreed to as it
/// was offered is not taken back: then it is the best of those.
pub(crate) fn best_confirmation(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Option<Action> {
    let (without, agreed) = closing_values(context, evaluator, guesses, trade)?;
    let best = |among: &dyn Fn(Seat, f32) -> bool| {
        let among = agreed.iter().filter(|(with, value)| among(*with, *value));
        among.max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0)
    };
    best(&|_, value| value > without + evaluator.weights.worth_closing)
        .or_else(|| best(&|with, _| trade.agreed(with) == Some(trade.terms)))
        .map(|with| Action::Confirm { with })
}

/// What the best turn is worth after the open offer is taken back, and after it is closed with each seat that has agreed to
/// something: log-odds of winning, on average over the guesses.
fn closing_values(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    trade: &Trade,
) -> Option<(f32, Vec<(Seat, f32)>)> {
    let seat = context.seat;
    let budget = TRIAL.min(context.care.budget);
    let value = |action: Action| {
        let of_guess = |guess: &State| {
            let after = guess
                .apply(context.game, Step::Action { seat, action })
                .ok()?;
            Some(best_plan(evaluator, &after, budget).value)
        };
        let values: Vec<f32> = guesses.iter().filter_map(of_guess).collect();
        let count = f32::from(values.len() as u8);
        (!values.is_empty()).then(|| values.iter().sum::<f32>() / count)
    };
    let agreed = trade.asked().iter().filter_map(|with| {
        trade.agreed(with)?;
        Some((with, value(Action::Confirm { with })?))
    });
    Some((value(Action::Withdraw)?, agreed.collect()))
}

/// What a trade is worth to both sides; `None` if the seat has no part in it, or nobody can have the cards.
pub(crate) fn worth(
    context: &DecisionContext,
    evaluator: &Evaluator,
    guesses: &[State],
    terms: Terms,
) -> Option<TradeWorth> {
    let own = context.seat;
    let active = context.state.active();
    let partners: SeatSet = if own == active {
        let all = Seat::all(context.game.rules().players);
        all.filter(|seat| *seat != own).collect()
    } else {
        SeatSet::only(own)
    };
    let other = |with: Seat| if own == active { with } else { active };
    let markets: Vec<Market> = guesses
        .iter()
        .map(|guess| Market::new(evaluator, guess))
        .collect();
    let mut willing = SeatSet::EMPTY;
    let mut best: Option<(f32, Seat)> = None;
    for with in partners.iter() {
        let gains = |market: &Market| market.strengthens(other(with), with, terms);
        let Some(gain) = mean(&markets, gains) else {
            continue;
        };
        let asks = evaluator.weights.partner_asks;
        let agree = markets.iter().filter(|market| gains(market) > Some(asks));
        if agree.count() * 2 >= markets.len() {
            willing = willing.with(other(with));
        }
        if best.is_none_or(|best| gain > best.0) {
            best = Some((gain, with));
        }
    }
    let (partner, with) = best?;
    let strength = mean(&markets, |market| market.strengthens(own, with, terms))?;
    let chance = mean(&markets, |market| market.gain(with, terms))?;
    let near = too_near(context, other(with));
    Some(TradeWorth {
        terms,
        own: rank(strength),
        partner: rank(partner),
        chance: if near {
            Worth::Harm
        } else {
            rank(chance / context.weights.sharpness)
        },
        willing,
    })
}

fn rank(points: f32) -> Worth {
    if points >= HELPS_MUCH {
        Worth::Much
    } else if points >= HELPS {
        Worth::Little
    } else if points > -HELPS {
        Worth::Nothing
    } else {
        Worth::Harm
    }
}
