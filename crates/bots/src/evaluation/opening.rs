//! How good two settlements are to begin with.
//!
//! Each term is a part of the log-odds of winning, fitted to games in which bots settled more or less at
//! random.

use brickwood_rules::{ByResource, HarborKind, Intersection, IntersectionSet, Resource};

use super::Evaluator;
use super::time::{pace, surplus};
use super::weights::OpeningTerms;
use crate::land::Land;

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
    let (land, weights) = (evaluator.land, evaluator.weights);
    let worth = weights.of_openings(land.game.rules().players);
    opening_terms(land, own, second, free).log_odds(worth) / weights.sharpness
}

/// The terms of the pair of `own` and `second`, where the others leave `free`.
pub(crate) fn opening_terms(
    land: &Land,
    own: IntersectionSet,
    second: Intersection,
    free: IntersectionSet,
) -> OpeningTerms {
    let settlements = own.with(second);
    let (rates, bank) = (land.income(settlements), land.bank_rates(settlements));
    let rules = land.game.rules();
    let surplus = surplus(&bank);
    let pace = |cost| pace(cost, &rates, &surplus);
    let mut supply = ByResource::all(0.0);
    for resource in Resource::ALL {
        if land.supply[resource] > 0.0 {
            supply[resource] = rates[resource] / land.supply[resource];
        }
    }
    let traded = rates.iter().zip(&bank).filter(|(_, bank)| **bank < 3.0);
    let board = land.game.board();
    let near = settlements.iter().fold(IntersectionSet::EMPTY, |all, at| {
        all.union(land.two_away(at))
    });
    let sites = near.intersection(free);
    let at_generic = sites.meets(board.harbor_intersections(HarborKind::Generic));
    let special = Resource::ALL.into_iter().flat_map(|resource| {
        let harbors = board.harbor_intersections(HarborKind::Special { resource });
        let rate = move |at| rates[resource] + land.yields(at)[resource];
        sites.intersection(harbors).iter().map(rate)
    });
    OpeningTerms {
        supply,
        city: pace(rules.city_cost()),
        card: pace(rules.development_card_cost()),
        road: pace(rules.road_cost()),
        special_harbor: traded.map(|(rate, _)| rate).sum(),
        first_card: first_cards(land, second),
        site: f32::from(sites.len() as u8),
        generic_harbor_near: f32::from(u8::from(at_generic)),
        special_harbor_near: special.fold(0.0, f32::max),
    }
}

impl OpeningTerms {
    /// What a pair with these terms is worth.
    fn log_odds(&self, worth: &Self) -> f32 {
        let supply: f32 = self
            .supply
            .iter()
            .zip(&worth.supply)
            .map(|(term, worth)| term * worth)
            .sum();
        let pace = worth.city * self.city + worth.card * self.card + worth.road * self.road;
        let near = worth.site * self.site
            + worth.generic_harbor_near * self.generic_harbor_near
            + worth.special_harbor_near * self.special_harbor_near;
        let harbor = worth.special_harbor * self.special_harbor;
        supply + pace + harbor + near + worth.first_card * self.first_card
    }
}

/// How many cards the second settlement brings at once (SET-04).
fn first_cards(land: &Land, second: Intersection) -> f32 {
    let board = land.game.board();
    let hexes = land.topology.hexes_round(second);
    let cards = hexes.filter(|hex| board.terrain(*hex).resource().is_some());
    f32::from(cards.count() as u8)
}
