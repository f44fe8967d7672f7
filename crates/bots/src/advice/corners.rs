//! The corners of the set-up, by what becomes of the island: a first settlement is worth what the others leave to go with it.

use brickwood_protocol::{AdvisedGain, RicherCorner};
use brickwood_rules::{Action, HarborKind, Intersection, IntersectionSet, Phase, Resource};

use super::places::Scored;
use super::{Adviser, in_36_rolls};
use crate::evaluation::{Evaluator, OpeningTerms, Scale, opening_terms};
use crate::opening;
use crate::strength::after_set_up;

/// How many corners are thought through, the best at a glance.
const THOUGHT_THROUGH: usize = 20;

/// What a card in 36 rolls counts on top, in log-odds of winning: others do not always settle where the hard level would, and
/// a good corner is good whatever they do.
const OF_A_CARD: f32 = 0.07;

/// A corner of so many cards more in 36 rolls is one to ask about.
const MUCH_RICHER: u8 = 3;

/// So many cards in 36 rolls are worth a harbor of their resource.
const WORTH_A_HARBOR: u8 = 5;

/// What becomes of a seat that settles a corner of the set-up, where all others settle as the hard level does.
pub(super) struct Prospect {
    /// The log-odds of winning.
    odds: f32,
    /// Where the seat settles later; none if this is its last settlement of the set-up.
    pub(super) next: Option<Intersection>,
    /// What the seat has settled before its last settlement of the set-up, and that one.
    first: IntersectionSet,
    last: Intersection,
    /// What is free in the end.
    left: IntersectionSet,
}

impl Adviser<'_> {
    /// The corners of the set-up. Those that are not thought through come after those that are, as they look at a glance.
    pub(super) fn corners(&self) -> Vec<Scored> {
        let context = self.context;
        let (land, own) = (context.land, context.state.buildings(context.seat));
        let appeal = |at: &Intersection| opening::appeal(land, own, *at);
        let mut all: Vec<Intersection> = context.state.free_intersections().iter().collect();
        all.sort_by(|a, b| appeal(b).total_cmp(&appeal(a)));
        let mut floor = f32::MAX;
        let mut last = 0.0;
        let sharpness = context.weights.sharpness;
        let scored = all.into_iter().enumerate().map(|(place, at)| {
            let prospect = (place < THOUGHT_THROUGH)
                .then(|| self.prospect(at))
                .flatten();
            let score = if let Some(prospect) = &prospect {
                let score = prospect.odds + OF_A_CARD * f32::from(self.cards(at));
                (floor, last) = (floor.min(score), appeal(&at));
                score / sharpness
            } else {
                floor / sharpness - 4.0 * (last - appeal(&at)).max(0.0)
            };
            Scored {
                action: Action::BuildSettlement { at },
                score,
                prospect,
            }
        });
        scored.collect()
    }

    /// What becomes of a settlement of the set-up. None for another one.
    pub(super) fn prospect(&self, at: Intersection) -> Option<Prospect> {
        let context = self.context;
        let (game, seat) = (context.game, context.seat);
        if !matches!(context.state.phase(), Phase::SetUpSettlement) {
            return None;
        }
        let end = after_set_up(game, &context.after(Action::BuildSettlement { at })?)?;
        let scale = Scale::plain(context.weights.sharpness);
        let open = Evaluator::open(context.land, &end, seat, scale);
        let settled = end.buildings(seat);
        let before = context.state.buildings(seat).with(at);
        let next = settled.minus(before).iter().next();
        let last = next.unwrap_or(at);
        Some(Prospect {
            odds: open.value(&end),
            next,
            first: settled.without(last),
            last,
            left: end.free_intersections(),
        })
    }

    /// The richest free corner of the set-up, where it has many more cards than this one and yet is worth less.
    pub(super) fn richer(&self, at: Intersection, prospect: &Prospect) -> Option<RicherCorner> {
        let free = self.context.state.free_intersections();
        let richest = free.iter().max_by_key(|other| self.cards(*other))?;
        let cards = self.cards(richest);
        if cards < self.cards(at) + MUCH_RICHER {
            return None;
        }
        let other = self.prospect(richest)?;
        let most = || {
            if prospect.next == Some(richest) {
                AdvisedGain::Both
            } else {
                self.gain_over(prospect, &other)
            }
        };
        (other.odds < prospect.odds).then(|| RicherCorner {
            at: richest,
            cards,
            gain: most(),
        })
    }

    /// What the settlements of a prospect have over those of another one.
    fn gain_over(&self, prospect: &Prospect, other: &Prospect) -> AdvisedGain {
        let rules = self.context.game.rules();
        let worth = self.context.weights.of_openings(rules.players);
        let (terms, others) = (self.terms(prospect), self.terms(other));
        let gain = |term: fn(&OpeningTerms) -> f32| term(worth) * (term(&terms) - term(&others));
        let supply = Resource::ALL.map(|resource| {
            let part = |terms: &OpeningTerms| terms.supply[resource];
            part(worth) * (part(&terms) - part(&others))
        });
        let gains = [
            (AdvisedGain::Cities, gain(|terms| terms.city)),
            (AdvisedGain::DevelopmentCards, gain(|terms| terms.card)),
            (AdvisedGain::Roads, gain(|terms| terms.road)),
            (AdvisedGain::Supply, supply.iter().sum()),
            (
                AdvisedGain::Harbor,
                gain(|terms| terms.special_harbor)
                    + gain(|terms| terms.generic_harbor_near)
                    + gain(|terms| terms.special_harbor_near),
            ),
            (AdvisedGain::Room, gain(|terms| terms.site)),
            (AdvisedGain::FirstCards, gain(|terms| terms.first_card)),
            // What is not in the own settlements is in those of the others.
            (AdvisedGain::Rivals, 0.0),
        ];
        let best = gains.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(AdvisedGain::Rivals, |(gain, _)| gain)
    }

    fn terms(&self, prospect: &Prospect) -> OpeningTerms {
        opening_terms(
            self.context.land,
            prospect.first,
            prospect.last,
            prospect.left,
        )
    }

    /// A harbor two roads on that is of use, where nobody is likely to be before this seat.
    pub(super) fn harbor_near(
        &self,
        at: Intersection,
        prospect: Option<&Prospect>,
    ) -> Option<HarborKind> {
        let context = self.context;
        let land = context.land;
        let own = context.state.buildings(context.seat).with(at);
        let (settled, left) = match prospect {
            Some(prospect) => (prospect.first.with(prospect.last), prospect.left),
            None => (own, context.state.free_intersections()),
        };
        let board = context.game.board();
        if settled.meets(land.harbors) {
            return None;
        }
        let sites = left.intersection(land.two_away(at));
        let income = land.income(settled);
        let special = Resource::ALL
            .into_iter()
            .filter(|resource| in_36_rolls(income[*resource]) >= WORTH_A_HARBOR)
            .map(|resource| HarborKind::Special { resource });
        special
            .chain([HarborKind::Generic])
            .find(|kind| sites.meets(board.harbor_intersections(*kind)))
    }
}
