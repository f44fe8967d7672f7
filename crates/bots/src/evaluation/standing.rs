//! How well one seat stands.

use brickwood_rules::{
    CITIES, Cards, Game, Intersection, IntersectionSet, ROADS, Resource, Rules, SETTLEMENTS, Seat,
    State,
};

use super::weights::Pace;
use super::{Evaluator, GoalKind, SeatEvaluation, Standing, net, races, time};
use crate::land::{Land, PerResource};
use crate::reach::Spots;

/// How much of its production a seat trades with the bank.
const TRADED: f32 = 1.0 / 3.0;

/// A card's worth in points, where it comes of a better rate.
const CARD: f32 = 0.25;

/// Whether a seat has settlements left in its supply.
enum Pieces {
    Left,
    /// All are on the board, but a city brings one back (BLD-11).
    AfterACity,
    None,
}

/// A seat's points, as far as the others know them, or as one does who sees its cards.
pub(super) fn points(game: &Game, state: &State, seat: Seat, seen: bool) -> f32 {
    if seen {
        f32::from(state.points(game, seat).total())
    } else {
        expected_points(game, state, seat)
    }
}

/// A seat's points as everybody may expect them: each hidden card counts as a part of one.
pub(crate) fn expected_points(game: &Game, state: &State, seat: Seat) -> f32 {
    let hidden = f32::from(state.development(seat).total());
    f32::from(state.public_points(game, seat).total()) + races::HIDDEN_POINT * hidden
}

impl SeatEvaluation<'_> {
    /// How well the seat stands, cards in hand aside.
    pub(super) fn standing(&self) -> Standing {
        let (land, weights) = (self.evaluator.land, self.evaluator.weights);
        let (state, seat) = (self.state, self.seat);
        let rules = land.game.rules();
        let full = production(land, state, seat);
        let rates = robbed(land, state, seat, full, weights.robber);
        let bank = land.bank_rates(state.buildings(seat));
        let points = self.points();
        let hurry = if seat == self.evaluator.seat {
            self.evaluator.hurry * points
        } else {
            0.0
        };
        let base = points
            + hurry
            + self.pace(&rates, &time::surplus(&bank))
            + races::cards(self)
            + races::road(self);
        let mut standing = Standing::new(base, rates, bank, rules.players);
        if self.evaluator.open {
            standing.aside = self.evaluator.scale.aside(land.game, state, seat);
        }
        self.add_settlements(&full, &mut standing);
        self.add_city(&full, &mut standing);
        if state.deck_left() > 0 {
            standing.add_goal(
                GoalKind::DevelopmentCard,
                rules.development_card_cost(),
                weights.card,
            );
        }
        if let Some(gap) = races::roads_to_longest(self) {
            let cost = (0..gap).fold(Cards::EMPTY, |sum, _| sum + rules.road_cost());
            standing.add_goal(GoalKind::LongestRoad, cost, races::PRIZE);
        }
        standing.hidden = net::hidden(&self.standing_terms(&standing));
        standing
    }

    /// The seat's points, as far as the evaluator sees its cards.
    pub(super) fn points(&self) -> f32 {
        let (evaluator, seat) = (self.evaluator, self.seat);
        points(evaluator.land.game, self.state, seat, evaluator.sees(seat))
    }

    /// Where the seat may settle, as far as others may settle there as soon.
    pub(super) fn contested(&self) -> Spots {
        let mut contested = self.spots[self.seat];
        let mut others = IntersectionSet::EMPTY;
        for (roads, found) in contested.iter_mut().enumerate() {
            for (other, spots) in Seat::EVERY.into_iter().zip(self.spots) {
                if other != self.seat {
                    others = others.union(spots[roads]);
                }
            }
            *found = found.intersection(others);
        }
        contested
    }

    /// VAR-1.
    pub(super) fn must_play_points(&self) -> bool {
        let variants = self.evaluator.land.game.rules().variants;
        variants.played_victory_points
    }

    /// Whether the seat has a settlement to build.
    fn settlement_pieces(&self) -> Pieces {
        if self.state.settlements(self.seat).len() < SETTLEMENTS {
            Pieces::Left
        } else if self.state.cities(self.seat).len() < CITIES {
            Pieces::AfterACity
        } else {
            Pieces::None
        }
    }

    /// What the seat's production will bring within the horizon.
    fn pace(&self, rates: &PerResource, surplus: &PerResource) -> f32 {
        let (state, seat, weights) = (self.state, self.seat, self.evaluator.weights);
        let has_room = self.spots[seat].iter().any(|spots| !spots.is_empty());
        let mut pace = weights.pace;
        match self.settlement_pieces() {
            Pieces::Left if has_room => {}
            Pieces::Left | Pieces::AfterACity => pace.settlement *= weights.no_room,
            Pieces::None => pace.settlement = 0.0,
        }
        if state.cities(seat).len() >= CITIES {
            pace.city = 0.0;
        }
        if state.deck_left() == 0 {
            pace.card = 0.0;
        }
        self.evaluator.horizon * paid(&pace, self.evaluator.land.game.rules(), rates, surplus)
    }

    /// The best places to settle at once and after some roads: the room that they give, and the
    /// goals of settling them.
    fn add_settlements(&self, full: &PerResource, standing: &mut Standing) {
        let weights = self.evaluator.weights;
        let rules = self.evaluator.land.game.rules();
        let mut cost = rules.settlement_cost();
        match self.settlement_pieces() {
            Pieces::Left => {}
            Pieces::AfterACity => cost += rules.city_cost(),
            Pieces::None => return,
        }
        let roads_left = ROADS - self.state.roads(self.seat).len();
        let found = self.spots[self.seat].iter().zip(self.contested());
        for (roads, (found, contested)) in found.enumerate().take(roads_left + 1) {
            let best = found
                .iter()
                .map(|at| {
                    let part = if contested.contains(at) {
                        weights.contested
                    } else {
                        1.0
                    };
                    part * self.settling(full, at)
                })
                .fold(0.0, f32::max);
            if best > 0.0 {
                let kind = GoalKind::Settlement { roads: roads as u8 };
                standing.add_goal(kind, cost, best);
                standing.base += weights.room[roads] * best;
            }
            cost += rules.road_cost();
        }
    }

    /// What a settlement at a place will bring.
    fn settling(&self, full: &PerResource, at: Intersection) -> f32 {
        let land = self.evaluator.land;
        let cards = self.evaluator.weights.future_card * promise(self.evaluator, full, at);
        let harbor = if land.harbors.contains(at) {
            harbor(land, full, self.state.buildings(self.seat), at)
        } else {
            0.0
        };
        1.0 + self.evaluator.horizon * (cards + harbor)
    }

    /// The goal of turning the best settlement into a city.
    fn add_city(&self, full: &PerResource, standing: &mut Standing) {
        let settlements = self.state.settlements(self.seat);
        // VAR-7: the last settlement stays one.
        let keep_a_settlement = self.evaluator.land.game.rules().variants.keep_a_settlement;
        let kept = usize::from(keep_a_settlement);
        if self.state.cities(self.seat).len() >= CITIES || settlements.len() <= kept {
            return;
        }
        let best = settlements
            .iter()
            .map(|at| promise(self.evaluator, full, at))
            .fold(0.0, f32::max);
        let gain = 1.0 + self.evaluator.weights.future_card * self.evaluator.horizon * best;
        standing.add_goal(
            GoalKind::City,
            self.evaluator.land.game.rules().city_cost(),
            gain,
        );
    }
}

/// What a seat's buildings produce a roll, but for the robber.
pub(super) fn production(land: &Land, state: &State, seat: Seat) -> PerResource {
    let mut full = PerResource::all(0.0);
    for (set, count) in [(state.settlements(seat), 1.0), (state.cities(seat), 2.0)] {
        for at in set.iter() {
            for (sum, rate) in full.iter_mut().zip(land.yields(at)) {
                *sum += count * rate;
            }
        }
    }
    full
}

/// Production less the part of what the robber blocks that it is taken to cost.
pub(super) fn robbed(
    land: &Land,
    state: &State,
    seat: Seat,
    full: PerResource,
    part: f32,
) -> PerResource {
    let mut rates = full;
    if let Some(resource) = land.game.board().terrain(state.robber()).resource() {
        rates[resource] -= part * land.blocked(state, seat, state.robber());
    }
    rates
}

/// What production pays for in a roll.
fn paid(pace: &Pace, rules: &Rules, rates: &PerResource, surplus: &PerResource) -> f32 {
    let each = |cost| time::pace(cost, rates, surplus);
    pace.produced * rates.iter().sum::<f32>()
        + pace.road * each(rules.road_cost())
        + pace.settlement * each(rules.settlement_cost())
        + pace.city * each(rules.city_cost())
        + pace.card * each(rules.development_card_cost())
}

/// What a place will produce a roll for a seat that produces `full`, new resources counting more.
fn promise(evaluator: &Evaluator, full: &PerResource, at: Intersection) -> f32 {
    let fresh = 1.0 + evaluator.weights.new_resource;
    evaluator
        .land
        .yields(at)
        .iter()
        .zip(full)
        .map(|(rate, have)| if *have > 0.0 { *rate } else { fresh * rate })
        .sum()
}

/// What a harbor would save its owner a roll, in points.
fn harbor(land: &Land, full: &PerResource, buildings: IntersectionSet, at: Intersection) -> f32 {
    let now = land.bank_rates(buildings);
    let then = land.bank_rates(buildings.with(at));
    let saved = |of: Resource| full[of] * TRADED * (1.0 / then[of] - 1.0 / now[of]) * CARD;
    Resource::ALL.into_iter().map(saved).sum()
}
