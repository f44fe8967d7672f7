//! The medium level: the best plan at a glance, one step at a time.

pub(crate) mod plan;

use brickwood_rules::{
    Action, Cards, DevelopmentCard, LegalActions, Phase, Resource, Seat, SeatSet, Terms, Trade,
    View,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::trade::is_due;
use crate::{DecisionContext, hard, last_resort, robber, wins};
use plan::Goal;

/// How often it takes its time in its turn, and decides as the hard level does.
const CARE: f64 = 0.3;

/// How often it makes an offer when it could.
const OFFERS: f64 = 0.3;

pub(crate) fn choose(
    context: &DecisionContext,
    view: &View,
    rng: &mut ChaCha8Rng,
) -> Option<Action> {
    match *context.state.phase() {
        Phase::SetUpSettlement
        | Phase::SetUpRoad { .. }
        | Phase::MoveRobber
        | Phase::Rob { .. }
        | Phase::Discard { .. }
        | Phase::FirstCards { .. } => hard::choose(context, rng),
        Phase::FreeRoads => best_road(context),
        Phase::Turn if view.free_roads > 0 => best_road(context),
        Phase::Turn if view.dice.is_none() => Some(before_the_roll(context)),
        Phase::Turn if rng.random_bool(CARE) => hard::choose(context, rng),
        Phase::Turn => Some(in_turn(context, view, rng)),
        Phase::Trade { trade } if context.seat == view.active => Some(close(context, &trade)),
        Phase::Trade { trade } => Some(answer(context, trade.terms)),
        Phase::Interrupt { .. } => Some(knight_or(context, Action::Pass)),
        Phase::SpecialBuilding => {
            Some(toward(context, &plan::goals(context)).unwrap_or(Action::Pass))
        }
        Phase::FirstPlayer { .. }
        | Phase::Dice
        | Phase::Theft { .. }
        | Phase::Draw
        | Phase::Over { .. } => None,
    }
}

fn visible_points(context: &DecisionContext, seat: Seat) -> u8 {
    context.state.public_points(context.game, seat).total()
}

fn best_road(context: &DecisionContext) -> Option<Action> {
    let legal = LegalActions::of(context.game, &context.state, context.seat);
    legal
        .roads()
        .iter()
        .map(|at| (at, plan::road_worth(context, at)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(at, _)| Action::BuildRoad { at })
}

/// A knight where the robber stands at home.
fn knight_or(context: &DecisionContext, otherwise: Action) -> Action {
    let blocked = robber::blocked(context, context.seat, context.state.robber()) > 0.0;
    if blocked && context.after(Action::PlayKnight).is_some() {
        Action::PlayKnight
    } else {
        otherwise
    }
}

fn before_the_roll(context: &DecisionContext) -> Action {
    if wins(context, Action::PlayVictoryPoint) {
        return Action::PlayVictoryPoint;
    }
    knight_or(context, Action::Roll)
}

fn in_turn(context: &DecisionContext, view: &View, rng: &mut ChaCha8Rng) -> Action {
    let goals = plan::goals(context);
    let offers = view.offers == 0 && rng.random_bool(OFFERS);
    play_card(context, &goals)
        .or_else(|| trade_before_building(context, &goals, offers))
        .or_else(|| toward(context, &goals))
        .or_else(|| {
            let wanted = goals.first()?.cost;
            offers.then(|| offer(context, wanted)).flatten()
        })
        .or_else(|| last_resort::last_resort(context))
        .unwrap_or(Action::EndTurn)
}

/// Where building ends the trading of a turn (TRN-03, VAR-6): a trade for a second thing to build,
/// before the first is built.
fn trade_before_building(
    context: &DecisionContext,
    goals: &[Goal],
    offers: bool,
) -> Option<Action> {
    let rules = context.game.rules();
    if !rules.trade_then_build && !rules.variants.no_trade_after_building {
        return None;
    }
    let first = toward(context, goals)?;
    let paid = goals.iter().find(|goal| goal.action == first)?.cost;
    let second = goals.iter().find(|goal| {
        goal.action != first && !context.state.hand(context.seat).contains(goal.cost)
    })?;
    let both = paid + second.cost;
    maritime(context, both).or_else(|| offers.then(|| offer(context, both)).flatten())
}

/// A development card whenever there is a use for it.
fn play_card(context: &DecisionContext, goals: &[Goal]) -> Option<Action> {
    if wins(context, Action::PlayVictoryPoint) {
        return Some(Action::PlayVictoryPoint);
    }
    useful_card(context, goals).or_else(|| {
        let point = Action::PlayVictoryPoint;
        context.after(point).map(|_| point)
    })
}

fn useful_card(context: &DecisionContext, goals: &[Goal]) -> Option<Action> {
    let hand = context.state.hand(context.seat);
    let missing = goals.first()?.cost.saturating_sub(hand);
    let wanted: Vec<Resource> = missing
        .iter()
        .flat_map(|(resource, count)| std::iter::repeat_n(resource, usize::from(count)))
        .collect();
    let mut plenty = Cards::EMPTY;
    for resource in wanted.iter().chain(&Resource::ALL).take(2) {
        plenty += Cards::of(*resource, 1);
    }
    let mut choices = vec![Action::PlayRoadBuilding];
    if missing.total() == 2 {
        choices.push(Action::PlayYearOfPlenty { cards: plenty });
    }
    if let Some((resource, _)) = missing.iter().max_by_key(|(_, count)| *count) {
        choices.push(Action::PlayMonopoly { resource });
    }
    if context.state.development(context.seat)[DevelopmentCard::Knight] > 1 {
        choices.push(Action::PlayKnight);
    }
    choices
        .into_iter()
        .find(|action| context.after(*action).is_some())
}

/// Builds the best thing that can be paid, or trades with the bank for it.
fn toward(context: &DecisionContext, goals: &[Goal]) -> Option<Action> {
    let hand = context.state.hand(context.seat);
    for (rank, goal) in goals.iter().enumerate() {
        // What is nearly paid is not spent on less.
        let nearly = goals[..rank]
            .iter()
            .any(|better| better.cost.saturating_sub(hand).total() <= 1);
        let keeps = goals[..rank]
            .iter()
            .all(|better| !goal.cost.overlaps(better.cost));
        if nearly && !keeps {
            continue;
        }
        if hand.contains(goal.cost) {
            return Some(goal.action);
        }
        if let Some(trade) = maritime(context, goal.cost) {
            return Some(trade);
        }
    }
    None
}

/// A first trade with the bank of those that make up for all that is missing.
fn maritime(context: &DecisionContext, cost: Cards) -> Option<Action> {
    let hand = context.state.hand(context.seat);
    let missing = cost.saturating_sub(hand);
    let over = hand.saturating_sub(cost);
    let rates = context.state.rates(context.seat);
    let trades: u8 = Resource::ALL
        .iter()
        .map(|give| over[*give] / rates[*give])
        .sum();
    if trades < missing.total() {
        return None;
    }
    let (take, _) = missing.iter().next()?;
    Resource::ALL
        .into_iter()
        .filter(|give| over[*give] >= rates[*give])
        .min_by_key(|give| rates[*give])
        .map(|give| Action::MaritimeTrade { give, take })
        .filter(|trade| context.after(*trade).is_some())
}

/// One card to spare for the one card that is missing.
fn offer(context: &DecisionContext, cost: Cards) -> Option<Action> {
    if context.game.rules().no_domestic_trade || context.most_offers() == 0 {
        return None;
    }
    let hand = context.state.hand(context.seat);
    let missing = cost.saturating_sub(hand);
    if missing.total() != 1 {
        return None;
    }
    let (give, _) = hand
        .saturating_sub(cost)
        .iter()
        .max_by_key(|(_, count)| *count)?;
    let to: SeatSet = Seat::all(context.game.rules().players)
        .filter(|seat| *seat != context.seat)
        .collect();
    let terms = Terms {
        give: Cards::of(give, 1),
        take: missing,
    };
    if context.at_a_table && !is_due(context, terms) {
        return None;
    }
    let offer = Action::Offer { terms, to };
    context.after(offer).map(|_| offer)
}

/// Whether a hand is nearer to the best goal after giving and taking. It gets no smaller, unless one
/// card less pays for the goal at once.
fn helps(context: &DecisionContext, give: Cards, take: Cards) -> bool {
    let hand = context.state.hand(context.seat);
    let (Some(left), Some(goal)) = (
        hand.checked_sub(give),
        plan::goals(context).into_iter().next(),
    ) else {
        return false;
    };
    let after = left + take;
    let missing = |hand: Cards| goal.cost.saturating_sub(hand).total();
    let less = give.total().saturating_sub(take.total());
    let fair = less == 0 || (less == 1 && missing(after) == 0);
    fair && missing(after) < missing(hand)
}

fn answer(context: &DecisionContext, terms: Terms) -> Action {
    let offerer = context.state.active();
    let near = visible_points(context, offerer) + 2 >= context.game.rules().points_to_win;
    if !near && helps(context, terms.take, terms.give) {
        Action::Accept
    } else {
        Action::Decline
    }
}

fn close(context: &DecisionContext, trade: &Trade) -> Action {
    trade
        .asked()
        .iter()
        .filter(|with| {
            trade
                .agreed(*with)
                .is_some_and(|terms| helps(context, terms.give, terms.take))
        })
        .min_by_key(|with| visible_points(context, *with))
        .map_or(Action::Withdraw, |with| Action::Confirm { with })
}
