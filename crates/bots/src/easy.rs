//! The easy level: knows the rules, and often plays what comes to its mind.

use brickwood_rules::{
    Action, CITIES, Cards, Game, HexId, Phase, ROADS, Resource, SETTLEMENTS, Seat, View,
    legal_actions,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::guess::weighted;
use crate::land::Land;
use crate::{DecisionContext, Hints, discard, has_a_choice, medium, robber};

/// How often it pays attention, and decides as the medium level does.
const ATTENTION: f64 = 0.65;

pub(crate) fn choose(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    if rng.random_bool(ATTENTION) {
        medium::choose(context, context.view, rng)
    } else {
        on_impulse(context, rng)
    }
}

/// What comes to the mind of a player who knows the rules and thinks no further: any legal action, and rather one that
/// builds, or a good place. Makes no offers. It takes little time, and follows from the view and the seed alone; `None` where
/// the viewer has nothing to do.
pub fn impulse(game: &Game, view: &View, seed: u64) -> Option<Action> {
    if !has_a_choice(view) {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let land = Land::new(game, view.dice_deck);
    let context = DecisionContext::new(&land, view, Hints::default(), &mut rng)?;
    on_impulse(&context, &mut rng)
}

fn on_impulse(context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    if let Phase::Discard { due } = *context.state.phase() {
        return Some(Action::Discard {
            cards: random_cards(context, due[context.seat], rng),
        });
    }
    let actions = legal_actions(context.game, &context.state, context.seat);
    let weights: Vec<f32> = actions
        .iter()
        .map(|action| appeal(context, *action))
        .collect();
    actions.get(weighted(&weights, rng)).copied()
}

fn random_cards(context: &DecisionContext, due: u8, rng: &mut ChaCha8Rng) -> Cards {
    discard::one_by_one(context.state.hand(context.seat), due, |rest, resource| {
        f32::from(rest[resource]) * rng.random_range(0.0..1.0_f32)
    })
}

/// How likely the action is to be taken, against the others.
fn appeal(context: &DecisionContext, action: Action) -> f32 {
    let state = &context.state;
    match action {
        // Good places are liked better, but not by much.
        Action::BuildSettlement { at } if state.turn() == 0 => {
            let appeal = 0.1 + context.land.total_yield(at);
            appeal * appeal * appeal * appeal
        }
        Action::BuildSettlement { .. } => 40.0,
        Action::BuildCity { .. } => 20.0,
        Action::BuildRoad { .. } if state.free_roads() > 0 => 4.0,
        Action::BuildRoad { .. } if matches!(state.phase(), Phase::Turn) => 0.6,
        Action::BuyDevelopmentCard => 3.0,
        Action::MaritimeTrade { give, take } => maritime_appeal(context, give, take),
        Action::PlayKnight => knight_appeal(context),
        Action::Pass => pass_appeal(state.phase()),
        Action::Roll => 2.0,
        Action::MoveRobber { to } => robber_appeal(context, to),
        Action::Accept => match state.phase() {
            Phase::Trade { trade } if trade.terms.give.total() >= trade.terms.take.total() => 1.0,
            _ => 0.0,
        },
        Action::PlayVictoryPoint | Action::Decline => 4.0,
        _ => 1.0,
    }
}

/// A robber at home calls for a knight; else it has time.
fn knight_appeal(context: &DecisionContext) -> f32 {
    let at_home = robber::blocked(context, context.seat, context.state.robber()) > 0.0;
    if at_home { 2.0 } else { 0.5 }
}

/// Nobody at this level forgoes much, but for a robber of others.
fn pass_appeal(phase: &Phase) -> f32 {
    match phase {
        Phase::Interrupt { .. } => 2.0,
        Phase::SpecialBuilding => 1.0,
        _ => 0.1,
    }
}

/// Anywhere rather than at home, and somewhat rather where it hurts.
fn robber_appeal(context: &DecisionContext, to: HexId) -> f32 {
    let players = context.game.rules().players;
    let at_home = robber::blocked(context, context.seat, to);
    let hurt: f32 = Seat::all(players)
        .map(|seat| robber::blocked(context, seat, to))
        .sum();
    if at_home > 0.0 { 0.001 } else { 0.05 + hurt }
}

/// Trades of what there is plenty of, for what there is little of and still use for.
fn maritime_appeal(context: &DecisionContext, give: Resource, take: Resource) -> f32 {
    let hand = context.state.hand(context.seat);
    if !is_of_use(context, take) {
        0.0
    } else if hand[give] < 4 || hand[take] > 2 {
        0.02
    } else if hand[take] == 0 {
        1.0
    } else {
        0.3
    }
}

/// Whether anything that is left to build or buy costs such a card.
fn is_of_use(context: &DecisionContext, resource: Resource) -> bool {
    let (state, seat, rules) = (&context.state, context.seat, context.game.rules());
    let roads = state.roads(seat).len() < ROADS;
    let settlements = state.settlements(seat).len() < SETTLEMENTS
        && (roads || !state.settlement_spots(context.game, seat).is_empty());
    let costs = [
        (roads, rules.road_cost()),
        (settlements, rules.settlement_cost()),
        (state.cities(seat).len() < CITIES, rules.city_cost()),
        (state.deck_left() > 0, rules.development_card_cost()),
    ];
    costs.iter().any(|(left, cost)| *left && cost[resource] > 0)
}
