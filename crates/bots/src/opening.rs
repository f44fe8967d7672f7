//! Where to settle in the set-up, and where to point the road.

use brickwood_rules::{
    Action, ByResource, Intersection, IntersectionSet, Path, Phase, Resource, Seat, State,
    legal_actions,
};

use crate::evaluation::{Evaluator, opening_value};
use crate::land::{Land, PerResource};
use crate::{DecisionContext, after_set_up, leaf};

/// How many first settlements are thought through to the second.
const CANDIDATES: usize = 14;

/// What each resource is worth at the beginning, brick, lumber, wool, grain, ore.
const WORTH: PerResource = ByResource([1.0, 1.0, 0.8, 1.1, 1.1]);

/// How good a place is at a glance for a seat that has settled these.
pub(crate) fn appeal(land: &Land, own: IntersectionSet, at: Intersection) -> f32 {
    let mean = land.supply.iter().sum::<f32>() / 5.0;
    let have = land.income(own);
    let mut sum = 0.0;
    for resource in Resource::ALL {
        let rate = land.yields(at)[resource];
        if rate > 0.0 {
            let scarce = 0.7 + 0.3 * (mean / land.supply[resource]).min(2.0);
            let fresh = if have[resource] > 0.0 { 0.0 } else { 0.025 };
            sum += rate * WORTH[resource] * scarce + fresh;
        }
    }
    if land.harbors.contains(at) {
        sum += 0.015;
    }
    sum
}

/// The best place at a glance.
pub(crate) fn best_at_a_glance(
    land: &Land,
    own: IntersectionSet,
    free: IntersectionSet,
) -> Option<Intersection> {
    free.iter()
        .max_by(|a, b| appeal(land, own, *a).total_cmp(&appeal(land, own, *b)))
}

/// Whether the seat places by what becomes of it, and not by the worth of places.
pub(crate) fn is_judged(context: &DecisionContext) -> bool {
    context.level.reads_history() && context.care.is_full()
}

/// All that the seat can place now, with its log-odds of winning once everybody has placed the rest as after a glance.
pub(crate) fn placements(context: &DecisionContext) -> Vec<(Action, f32)> {
    let legal = legal_actions(context.game, &context.state, context.seat).into_iter();
    let judged = legal
        .take_while(|_| !context.nodes.are_spent())
        .filter_map(|action| {
            context.nodes.count();
            let placed = after_set_up(context.game, &context.after(action)?)?;
            Some((action, leaf::log_odds(context.land, &placed, context.seat)))
        });
    judged.collect()
}

/// The best of these.
pub(crate) fn placement(context: &DecisionContext) -> Option<Action> {
    best_of(placements(context))
}

/// The settlement that begins or completes the best pair, as far as the others leave it.
pub(crate) fn settlement(context: &DecisionContext, evaluator: &Evaluator) -> Option<Intersection> {
    best_of(settlements(context, evaluator))
}

/// The worth of the settlements to choose from, in points. A first settlement is worth as much as the best
/// pair that it begins; those that look worse at a glance are left out.
pub(crate) fn settlements(
    context: &DecisionContext,
    evaluator: &Evaluator,
) -> Vec<(Intersection, f32)> {
    let land = context.land;
    let own = context.state.buildings(context.seat);
    let free = context.state.free_intersections();
    if !own.is_empty() {
        let later = later_placements(context);
        return scored(free, |at| {
            let left = after_others(land, free_after(land, free, at), later);
            opening_value(evaluator, own, at, left)
        });
    }
    let mut first: Vec<Intersection> = free.iter().collect();
    first.sort_by(|a, b| appeal(land, own, *b).total_cmp(&appeal(land, own, *a)));
    first.truncate(CANDIDATES);
    let between = later_placements(context);
    scored(first.into_iter().collect(), |at| {
        let left = after_others(land, free_after(land, free, at), between);
        let own = IntersectionSet::only(at);
        left.iter()
            .map(|second| opening_value(evaluator, own, second, free_after(land, left, second)))
            .fold(0.0, f32::max)
    })
}

/// The road of a set-up settlement: towards the best place that the others are likely to leave.
pub(crate) fn road(context: &DecisionContext, settlement: Intersection) -> Option<Path> {
    best_of(roads(context, settlement))
}

/// The worth of each road of a set-up settlement, as the appeal of the places that it leads to.
pub(crate) fn roads(context: &DecisionContext, settlement: Intersection) -> Vec<(Path, f32)> {
    let land = context.land;
    let state = &context.state;
    let own = state.buildings(context.seat);
    let settled = state.settled();
    let left = after_others(land, state.free_intersections(), later_placements(context));
    let built = state.built_paths();
    let blocked = settled.minus(own);
    let score = |path: Path| {
        let end = land.topology.other_end(path, settlement);
        if blocked.contains(end) {
            return 0.0;
        }
        let near = land.topology.neighbors(end).without(settlement);
        let far = near
            .minus(blocked)
            .iter()
            .fold(IntersectionSet::EMPTY, |all, at| {
                all.union(land.topology.neighbors(at))
            })
            .without(end);
        let best = |set: IntersectionSet| {
            set.intersection(left)
                .iter()
                .map(|at| appeal(land, own, at))
                .fold(0.0, f32::max)
        };
        best(near) + 0.35 * best(far)
    };
    land.topology
        .paths_at(settlement)
        .minus(built)
        .iter()
        .map(|path| (path, score(path)))
        .collect()
}

/// The places that are free two roads from one, and that the others are likely to leave.
pub(crate) fn room(context: &DecisionContext, at: Intersection) -> IntersectionSet {
    let land = context.land;
    let free = free_after(land, context.state.free_intersections(), at);
    let left = if matches!(context.state.phase(), Phase::SetUpSettlement) {
        after_others(land, free, later_placements(context))
    } else {
        free
    };
    left.intersection(land.two_away(at))
}

/// How many settlements the others place before this seat's next one, or before the end of the
/// set-up. The settlement that is being placed now counts as placed.
fn later_placements(context: &DecisionContext) -> u8 {
    let players = context.game.rules().players;
    let mine = context.state.buildings(context.seat).len();
    let placing = matches!(context.state.phase(), Phase::SetUpSettlement);
    let placed = placed(&context.state, players) + u8::from(placing);
    let second_round = mine + usize::from(placing) > 1;
    if second_round {
        2 * players - placed
    } else {
        2 * (players - placed)
    }
}

fn placed(state: &State, players: u8) -> u8 {
    Seat::all(players)
        .map(|seat| state.buildings(seat).len() as u8)
        .sum()
}

fn free_after(land: &Land, free: IntersectionSet, at: Intersection) -> IntersectionSet {
    free.without(at).minus(land.topology.neighbors(at))
}

/// What is left when the others have taken so many places, each the best at a glance.
fn after_others(land: &Land, mut free: IntersectionSet, placements: u8) -> IntersectionSet {
    for _ in 0..placements {
        let Some(taken) = best_at_a_glance(land, IntersectionSet::EMPTY, free) else {
            break;
        };
        free = free_after(land, free, taken);
    }
    free
}

fn scored(
    places: IntersectionSet,
    mut score: impl FnMut(Intersection) -> f32,
) -> Vec<(Intersection, f32)> {
    places.iter().map(|at| (at, score(at))).collect()
}

fn best_of<T>(scored: Vec<(T, f32)>) -> Option<T> {
    scored
        .into_iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(place, _)| place)
}
