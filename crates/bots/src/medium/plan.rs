//! What to save for, at a glance.

use brickwood_rules::{Action, Cards, Intersection, Path, ROADS, SETTLEMENTS};

use crate::reach::{self, Occupied};
use crate::{DecisionContext, last_resort, opening};

/// Something to build.
pub(crate) struct Goal {
    pub(crate) action: Action,
    pub(super) cost: Cards,
    pub(crate) worth: f32,
}

/// What the seat could build next, the most promising first: by worth, and by what is missing.
pub(crate) fn goals(context: &DecisionContext) -> Vec<Goal> {
    let rules = context.game.rules();
    let (state, seat) = (&context.state, context.seat);
    let own = state.buildings(seat);
    let hand = state.hand(seat);
    let occupied = Occupied::new(state);
    let spots = reach::spots(context.land, state, seat, &occupied);
    let appeal = |at: Intersection| opening::appeal(context.land, own, at);
    let mut goals = Vec::new();
    let mut add = |action, cost: Cards, worth: f32| {
        let missing = f32::from(cost.saturating_sub(hand).total());
        goals.push(Goal {
            action,
            cost,
            worth: worth / (2.0 + missing),
        });
    };
    let best_of = |places: brickwood_rules::IntersectionSet| {
        places
            .iter()
            .max_by(|a, b| appeal(*a).total_cmp(&appeal(*b)))
    };
    if state.settlements(seat).len() < SETTLEMENTS
        && let Some(at) = best_of(spots[0])
    {
        let action = Action::BuildSettlement { at };
        add(action, rules.settlement_cost(), 1.0 + 2.0 * appeal(at));
    }
    let richest = state.settlements(seat).iter().max_by(|a, b| {
        context
            .land
            .total_yield(*a)
            .total_cmp(&context.land.total_yield(*b))
    });
    if last_resort::can_upgrade(context)
        && let Some(at) = richest
    {
        let action = Action::BuildCity { at };
        add(
            action,
            rules.city_cost(),
            1.0 + 2.0 * context.land.total_yield(at),
        );
    }
    if state.deck_left() > 0 {
        add(
            Action::BuyDevelopmentCard,
            rules.development_card_cost(),
            0.45,
        );
    }
    let roads = if state.roads(seat).len() < ROADS {
        state.road_spots(seat)
    } else {
        brickwood_rules::PathSet::EMPTY
    };
    let road = roads
        .iter()
        .map(|at| (at, road_worth(context, at)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((at, worth)) = road
        && spots[0].is_empty()
        && worth > 0.0
    {
        add(Action::BuildRoad { at }, rules.road_cost(), worth);
    }
    if !last_resort::can_grow(context)
        && !roads.is_empty()
        && let Some(at) = last_resort::last_road(context)
    {
        let missing = f32::from(rules.road_cost().saturating_sub(hand).total());
        goals.push(Goal {
            action: Action::BuildRoad { at },
            cost: rules.road_cost(),
            worth: 1.0 / (2.0 + missing),
        });
    }
    goals.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    goals
}

/// How good a road here would be: the best place to settle that it leads to.
pub(super) fn road_worth(context: &DecisionContext, at: Path) -> f32 {
    let land = context.land;
    let state = &context.state;
    let own = state.buildings(context.seat);
    let settled = state.settled();
    let free = state.free_intersections();
    let mut best = 0.0_f32;
    for end in land.topology.ends(at) {
        if settled.contains(end) {
            continue;
        }
        if free.contains(end) {
            best = best.max(0.3 + opening::appeal(land, own, end));
        }
        for next in land.topology.neighbors(end).intersection(free).iter() {
            best = best.max(0.15 + 0.6 * opening::appeal(land, own, next));
        }
    }
    best
}
