//! How well one seat stands.

use brickwood_rules::{
    Cards, DevelopmentCard, Intersection, IntersectionSet, Resource, Rules, Seat, State,
};

use super::weights::Pace;
use super::{Counts, Evaluator, counts, rolls_until};
use crate::land::{Land, PerResource};
use crate::reach::ROADS_AHEAD;

/// The chance that a development card that one cannot see is a victory point.
const HIDDEN_POINT: f32 = 0.2;

/// The chance that a development card that one cannot see is a knight.
const HIDDEN_KNIGHT: f32 = 0.56;

/// Settlements, roads and cities that one has to begin with are no more than this.
const GOALS: usize = ROADS_AHEAD + 4;

/// What a seat may save for.
#[derive(Clone, Copy)]
struct Goal {
    cost: Counts,
    gain: f32,
}

/// How well a seat stands, its cards in hand aside.
pub(crate) struct Standing {
    /// What does not depend on the hand.
    base: f32,
    /// Cards a roll.
    pub(crate) rates: PerResource,
    /// The bank's rates for this seat.
    bank: PerResource,
    goals: [Goal; GOALS],
    goal_count: usize,
    /// The chance that a seven comes before the seat can spend its cards.
    seven: f32,
}

impl Standing {
    /// The strength with this hand.
    pub(crate) fn strength(&self, evaluator: &Evaluator, hand: Cards) -> f32 {
        let weights = evaluator.weights;
        let held = counts(hand);
        let mut hopes = [0.0_f32; 2];
        let mut others = 0.0;
        for goal in &self.goals[..self.goal_count] {
            let rolls = rolls_until(&goal.cost, &held, &self.rates, &self.bank);
            let mut hope = goal.gain * (-rolls / weights.patience).exp();
            for best in &mut hopes {
                if hope > *best {
                    core::mem::swap(best, &mut hope);
                }
            }
            others += hope;
        }
        let total = f32::from(hand.total());
        let limit = evaluator.land.game.rules().hand_limit;
        let exposed = if hand.total() > limit {
            self.seven * total / 2.0
        } else {
            0.0
        };
        self.base
            + weights.next * hopes[0]
            + weights.second * hopes[1]
            + weights.others * others
            + weights.held * total
            - weights.exposed * exposed
    }
}

/// A seat's points, as far as the others or, where it is the bot's own, it itself knows them.
pub(crate) fn points(state: &State, seat: Seat, own: bool) -> f32 {
    let points = state.points(seat);
    if own {
        f32::from(points.total())
    } else {
        f32::from(points.total() - points.victory_points)
            + HIDDEN_POINT * f32::from(state.development(seat).total())
    }
}

/// How well a seat stands, cards in hand aside. `spots` says where each seat may settle.
pub(super) fn of(
    evaluator: &Evaluator,
    state: &State,
    seat: Seat,
    spots: &[[IntersectionSet; ROADS_AHEAD + 1]],
    horizon: f32,
) -> Standing {
    let (land, weights) = (evaluator.land, evaluator.weights);
    let rules = land.game.rules();
    let own = seat == evaluator.seat;
    let (full, rates) = production(land, state, seat, weights.robber);
    let bank = land.bank_rates(state.buildings(seat));
    let mut standing = Standing {
        base: points(state, seat, own),
        rates,
        bank,
        goals: [Goal {
            cost: [0.0; 5],
            gain: 0.0,
        }; GOALS],
        goal_count: 0,
        seven: 1.0 - (5.0_f32 / 6.0).powi(i32::from(rules.players)),
    };
    let roomy = spots[seat.index()].iter().any(|spots| !spots.is_empty());
    standing.base += pace(evaluator, state, seat, &standing, roomy, horizon);
    let room = room(evaluator, state, seat, &full, spots, horizon, &mut standing);
    standing.base += room;
    standing.add_city(evaluator, state, seat, &full, horizon);
    if state.deck_left() > 0 {
        standing.add(rules.development_card_cost(), weights.card);
    }
    standing.base += development(evaluator, state, seat, own);
    let road_race = road_race(evaluator, state, seat, rules, &mut standing);
    standing.base += road_race;
    standing
}

impl Standing {
    fn add(&mut self, cost: Cards, gain: f32) {
        self.goals[self.goal_count] = Goal {
            cost: counts(cost),
            gain,
        };
        self.goal_count += 1;
    }

    /// The best settlement to turn into a city.
    fn add_city(
        &mut self,
        evaluator: &Evaluator,
        state: &State,
        seat: Seat,
        full: &PerResource,
        horizon: f32,
    ) {
        let best = state
            .settlements(seat)
            .iter()
            .map(|at| promise(evaluator, full, at))
            .fold(0.0, f32::max);
        if state.cities(seat).len() < 4 && !state.settlements(seat).is_empty() {
            let gain = 1.0 + evaluator.weights.future_card * horizon * best;
            self.add(evaluator.land.game.rules().city_cost(), gain);
        }
    }
}

/// What a seat's buildings produce a roll, without the robber and with it.
fn production(land: &Land, state: &State, seat: Seat, robber: f32) -> (PerResource, PerResource) {
    let mut full = [0.0; 5];
    for (set, count) in [(state.settlements(seat), 1.0), (state.cities(seat), 2.0)] {
        for at in set.iter() {
            for (sum, rate) in full.iter_mut().zip(land.yields(at)) {
                *sum += count * rate;
            }
        }
    }
    let mut rates = full;
    let hex = state.robber();
    if let Some(resource) = land.game.board().terrain(hex).resource() {
        let corners = land.topology.corner_set(hex);
        let buildings = state.settlements(seat).intersection(corners).len()
            + 2 * state.cities(seat).intersection(corners).len();
        let lost = robber * land.hex_rate(hex) * f32::from(buildings as u8);
        rates[resource.index()] -= lost;
    }
    (full, rates)
}

/// What a seat's production will bring within the horizon.
fn pace(
    evaluator: &Evaluator,
    state: &State,
    seat: Seat,
    standing: &Standing,
    roomy: bool,
    horizon: f32,
) -> f32 {
    let weights = evaluator.weights;
    let rules = evaluator.land.game.rules();
    let pace = Pace {
        settlement: match (state.settlements(seat).len() < 5, roomy) {
            (false, _) => 0.0,
            (true, true) => weights.pace.settlement,
            (true, false) => weights.pace.settlement * weights.no_room,
        },
        city: if state.cities(seat).len() < 4 {
            weights.pace.city
        } else {
            0.0
        },
        card: if state.deck_left() > 0 {
            weights.pace.card
        } else {
            0.0
        },
        ..weights.pace
    };
    horizon * paid(&pace, rules, &standing.rates, &standing.bank)
}

/// What production pays for in a roll.
fn paid(pace: &Pace, rules: &Rules, rates: &PerResource, bank: &PerResource) -> f32 {
    let each = |cost: Cards| 1.0 / (1.0 + rolls_until(&counts(cost), &[0.0; 5], rates, bank));
    pace.produced * rates.iter().sum::<f32>()
        + pace.road * each(rules.road_cost())
        + pace.settlement * each(rules.settlement_cost())
        + pace.city * each(rules.city_cost())
        + pace.card * each(rules.development_card_cost())
}

/// What a place will produce for a seat, new resources counting more.
fn promise(evaluator: &Evaluator, full: &PerResource, at: Intersection) -> f32 {
    let mut sum = 0.0;
    for (rate, have) in evaluator.land.yields(at).iter().zip(full) {
        sum += if *have > 0.0 {
            *rate
        } else {
            *rate * (1.0 + evaluator.weights.new_resource)
        };
    }
    sum
}

/// The worth of places to settle, and the goals of settling them.
fn room(
    evaluator: &Evaluator,
    state: &State,
    seat: Seat,
    full: &PerResource,
    spots: &[[IntersectionSet; ROADS_AHEAD + 1]],
    horizon: f32,
    standing: &mut Standing,
) -> f32 {
    let weights = evaluator.weights;
    let rules = evaluator.land.game.rules();
    if state.settlements(seat).len() >= 5 {
        return 0.0;
    }
    let roads_left = 15 - state.roads(seat).len();
    let mut sum = 0.0;
    let mut cost = rules.settlement_cost();
    let mut others = IntersectionSet::EMPTY;
    for (roads, found) in spots[seat.index()].iter().enumerate() {
        for (other, reach) in spots.iter().enumerate() {
            if other != seat.index() {
                others = others.union(reach[roads]);
            }
        }
        if roads > roads_left {
            break;
        }
        let mut best = 0.0_f32;
        for at in found.iter() {
            let mut gain = 1.0 + weights.future_card * horizon * promise(evaluator, full, at);
            if evaluator.land.harbors.contains(at) {
                gain += harbor(evaluator.land, full, state.buildings(seat), at) * horizon;
            }
            if others.contains(at) {
                gain *= weights.contested;
            }
            best = best.max(gain);
        }
        if best > 0.0 {
            standing.add(cost, best);
            sum += weights.room[roads] * best;
        }
        cost += rules.road_cost();
    }
    sum
}

/// What a harbor would save its owner a roll, in points.
fn harbor(land: &Land, full: &PerResource, buildings: IntersectionSet, at: Intersection) -> f32 {
    let now = land.bank_rates(buildings);
    let then = land.bank_rates(buildings.with(at));
    Resource::ALL
        .iter()
        .map(|resource| {
            let index = resource.index();
            // About a third of what one produces goes to the bank.
            full[index] / 3.0 * (1.0 / then[index] - 1.0 / now[index]) * 0.25
        })
        .sum()
}

/// The worth of development cards in hand and played.
fn development(evaluator: &Evaluator, state: &State, seat: Seat, own: bool) -> f32 {
    let weights = evaluator.weights;
    let hand = state.development(seat);
    let played = f32::from(state.knights(seat));
    let (knights, progress) = if own {
        let knights = hand[DevelopmentCard::Knight];
        let points = hand[DevelopmentCard::VictoryPoint];
        (
            f32::from(knights),
            f32::from(hand.total() - knights - points),
        )
    } else {
        let all = f32::from(hand.total());
        (
            HIDDEN_KNIGHT * all,
            (1.0 - HIDDEN_KNIGHT - HIDDEN_POINT) * all,
        )
    };
    let mut sum =
        weights.knight * knights + weights.progress * progress + weights.knight_played * played;
    let army = |seat: Seat| f32::from(state.knights(seat));
    if state.largest_army() == Some(seat) {
        let rival = Seat::all(evaluator.land.game.rules().players)
            .filter(|other| *other != seat)
            .map(|other| army(other) + HIDDEN_KNIGHT * f32::from(state.development(other).total()))
            .fold(0.0, f32::max);
        sum -= 2.0 * held(&weights.threat, army(seat) + 1.0 - rival);
    } else {
        let needed = state
            .largest_army()
            .map_or(3.0, |holder| army(holder) + 1.0);
        sum += 2.0 * table(&weights.army, needed - played - knights);
    }
    sum
}

/// The worth of being near the longest road, and the goal of taking it.
fn road_race(
    evaluator: &Evaluator,
    state: &State,
    seat: Seat,
    rules: &Rules,
    standing: &mut Standing,
) -> f32 {
    let weights = evaluator.weights;
    let own = state.road_length(seat);
    if state.longest_road() == Some(seat) {
        let rival = Seat::all(rules.players)
            .filter(|other| *other != seat)
            .map(|other| state.road_length(other))
            .max()
            .unwrap_or(0);
        let lead = f32::from(own) + 1.0 - f32::from(rival);
        return -2.0 * held(&weights.threat, lead);
    }
    let needed = state
        .longest_road()
        .map_or(5, |holder| state.road_length(holder) + 1);
    let gap = needed.saturating_sub(own);
    let roads_left = 15 - state.roads(seat).len();
    if usize::from(gap) > roads_left || gap > 4 {
        return 0.0;
    }
    let mut cost = Cards::EMPTY;
    for _ in 0..gap {
        cost += rules.road_cost();
    }
    standing.add(cost, 2.0);
    2.0 * table(&weights.road, f32::from(gap))
}

/// The part of held points that is in danger when a rival needs so many more to take them.
fn held(threat: &[f32; 3], more: f32) -> f32 {
    table(threat, more - 1.0)
}

/// A table read between its entries; beyond its end, nothing.
fn table<const N: usize>(entries: &[f32; N], at: f32) -> f32 {
    let at = at.max(0.0);
    let mut below = 0;
    while below + 1 < N && f32::from(below as u8 + 1) <= at {
        below += 1;
    }
    let part = at - f32::from(below as u8);
    let next = entries.get(below + 1).copied().unwrap_or(0.0);
    entries[below] + (next - entries[below]) * part.min(1.0)
}

/// How good the pair of `own` and `second` is to begin with, where the others leave `free`.
pub(crate) fn opening_value(
    evaluator: &Evaluator,
    own: IntersectionSet,
    second: Intersection,
    free: IntersectionSet,
) -> f32 {
    let (land, weights) = (evaluator.land, evaluator.weights);
    let rules = land.game.rules();
    let mut rates = [0.0; 5];
    for at in own.with(second).iter() {
        for (sum, rate) in rates.iter_mut().zip(land.yields(at)) {
            *sum += rate;
        }
    }
    let bank = land.bank_rates(own.with(second));
    let horizon = f32::from(rules.points_to_win - 2) * weights.rolls_a_point;
    let mut sum = horizon * paid(&weights.opening, rules, &rates, &bank);
    // Room to grow: the best place two roads away from either.
    for at in own.with(second).iter() {
        let topology = land.topology;
        let two_away = topology
            .neighbors(at)
            .iter()
            .fold(IntersectionSet::EMPTY, |all, near| {
                all.union(topology.neighbors(near))
            })
            .intersection(free)
            .without(at);
        let best = two_away
            .iter()
            .map(|at| 1.0 + weights.future_card * horizon * promise(evaluator, &rates, at))
            .fold(0.0, f32::max);
        sum += weights.opening_room * best;
    }
    // The second settlement's cards.
    let starting = land
        .yields(second)
        .map(|rate| f32::from(u8::from(rate > 0.0)));
    let rolls = rolls_until(&counts(rules.settlement_cost()), &starting, &rates, &bank);
    sum + weights.opening_hand * (-rolls / weights.patience).exp()
}
