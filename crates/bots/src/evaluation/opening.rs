//! How good two settlements are to begin with.
//!
//! Each term is a part of the log-odds of winning, fitted to games in which bots settled more or less at
//! random.

use brickwood_rules::{HarborKind, Intersection, IntersectionSet, Resource};

use super::Evaluator;
use super::time::pace;
use super::weights::Opening;
use crate::land::{Land, PerResource};

/// How good the pair of `own` and `second` is to begin with, in points, where the others leave `free`.
pub(crate) fn opening_value(
    evaluator: &Evaluator,
    own: IntersectionSet,
    second: Intersection,
    free: IntersectionSet,
) -> f32 {
    // A pair that is not looked at any more is none.
    if evaluator.is_spent() {
        return 0.0;
    }
    evaluator.count();
    let pair = Pair::new(evaluator, own.with(second));
    let log_odds = pair.supply() + pair.pace() + pair.harbor() + pair.growth(free);
    let first_cards = pair.weights.first_card * first_cards(evaluator.land, second);
    (log_odds + first_cards) / evaluator.weights.sharpness
}

/// The settlements of the set-up, and what they produce.
struct Pair<'a> {
    land: &'a Land<'a>,
    weights: &'a Opening,
    settlements: IntersectionSet,
    /// Cards a roll.
    rates: PerResource,
    /// The bank's rates for the pair.
    bank: PerResource,
}

impl<'a> Pair<'a> {
    fn new(evaluator: &Evaluator<'a>, settlements: IntersectionSet) -> Self {
        let land = evaluator.land;
        let weights = evaluator.weights;
        Self {
            land,
            weights: if land.game.rules().players == 2 {
                &weights.duel_opening
            } else {
                &weights.opening
            },
            settlements,
            rates: land.income(settlements),
            bank: land.bank_rates(settlements),
        }
    }

    /// Its part in all that the board brings of each resource: what the others need, they have to trade for.
    fn supply(&self) -> f32 {
        let supply = &self.land.supply;
        let weights = &self.weights.supply;
        Resource::ALL
            .into_iter()
            .filter(|resource| supply[*resource] > 0.0)
            .map(|resource| weights[resource] * self.rates[resource] / supply[resource])
            .sum()
    }

    /// How fast it pays for cities, cards and roads. A missing resource costs the rolls that it takes to trade
    /// for it with the bank.
    fn pace(&self) -> f32 {
        let rules = self.land.game.rules();
        let weights = self.weights;
        let pace = |cost| pace(cost, &self.rates, &self.bank);
        weights.city * pace(rules.city_cost())
            + weights.card * pace(rules.development_card_cost())
            + weights.road * pace(rules.road_cost())
    }

    /// What it trades two for one.
    fn harbor(&self) -> f32 {
        let cards = self.rates.iter().zip(&self.bank);
        let traded: f32 = cards
            .filter(|(_, bank)| **bank < 3.0)
            .map(|(rate, _)| rate)
            .sum();
        self.weights.special_harbor * traded
    }

    /// The sites two roads away, and the harbors among them.
    fn growth(&self, free: IntersectionSet) -> f32 {
        let (land, weights) = (self.land, self.weights);
        let board = land.game.board();
        let near = self
            .settlements
            .iter()
            .fold(IntersectionSet::EMPTY, |all, at| {
                all.union(land.two_away(at))
            });
        let sites = near.intersection(free);
        let mut sum = weights.site * f32::from(sites.len() as u8);
        if sites.meets(board.harbor_intersections(HarborKind::Generic)) {
            sum += weights.generic_harbor_near;
        }
        let traded = Resource::ALL.into_iter().flat_map(|resource| {
            let harbors = board.harbor_intersections(HarborKind::Special { resource });
            let rate = move |at| self.rates[resource] + land.yields(at)[resource];
            sites.intersection(harbors).iter().map(rate)
        });
        sum + weights.special_harbor_near * traded.fold(0.0, f32::max)
    }
}

/// How many cards the second settlement brings at once (SET-04).
fn first_cards(land: &Land, second: Intersection) -> f32 {
    let board = land.game.board();
    let hexes = land.topology.hexes_round(second);
    let cards = hexes.filter(|hex| board.terrain(*hex).resource().is_some());
    f32::from(cards.count() as u8)
}
