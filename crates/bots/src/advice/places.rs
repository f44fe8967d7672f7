//! The worth of places, and what speaks for them.

use brickwood_protocol::{AdviceReason, AdvisedSite, BlockedCards};
use brickwood_rules::{
    Action, ByResource, DevelopmentCard, HarborKind, HexId, Intersection, IntersectionSet,
    LegalActions, Path, Phase, Resource, Seat, State,
};

use super::corners::Prospect;
use super::{Adviser, in_36_rolls};
use crate::reach::{self, Occupied, Spots};
use crate::{opening, robber};

/// A resource is scarce if the board has less than this part of its mean.
const SCARCE: f32 = 0.8;

/// The fewest knights and roads that take the prize (LAR-01, LRD-01).
const FIRST_ARMY: u8 = 3;
const FIRST_ROAD: u8 = 5;

/// A seat that needs more roads than this after a road is not in the race.
const FARTHEST: u8 = 2;

/// A hex that costs the own seat something is so much worse, in points, than it looks: it comes after one that is as good.
const OF_AN_OWN_HEX: f32 = 0.05;

/// A hex is so much better than it looks, in points, for each card in 36 rolls that it costs others: of hexes that are as good, the
/// one that costs most comes first.
const OF_A_BLOCKED_CARD: f32 = 0.005;

/// The fewest cards in 36 rolls of a place that somebody would build roads to.
const WORTH_A_ROAD: u8 = 5;

/// A place with its score in points; within a phase, only places of one kind are compared.
pub(super) struct Scored {
    pub(super) action: Action,
    pub(super) score: f32,
    /// What becomes of it in the set-up, where that was thought through.
    pub(super) prospect: Option<Prospect>,
}

impl Adviser<'_> {
    /// The score of each place.
    pub(super) fn scores(&self) -> Vec<Scored> {
        let context = self.context;
        let plain = |(action, score)| Scored {
            action,
            score,
            prospect: None,
        };
        match context.state.phase() {
            Phase::SetUpSettlement => self.corners(),
            // A road's score is the cards a roll of where it leads to.
            Phase::SetUpRoad { settlement } => opening::roads(context, *settlement)
                .into_iter()
                .map(|(at, score)| plain((Action::BuildRoad { at }, 4.0 * score)))
                .collect(),
            Phase::MoveRobber => robber::scores(context, self.evaluator, self.guesses)
                .into_iter()
                .filter_map(|(action, odds)| {
                    let Action::MoveRobber { to } = action else {
                        return None;
                    };
                    let cost = |seat| robber::blocked(context, seat, to);
                    let others: f32 = self.others().map(cost).sum();
                    let own = f32::from(u8::from(cost(context.seat) > 0.0));
                    let more = OF_A_BLOCKED_CARD * 36.0 * others - OF_AN_OWN_HEX * own;
                    Some(plain((action, odds / context.weights.sharpness + more)))
                })
                .collect(),
            Phase::Turn | Phase::FreeRoads | Phase::SpecialBuilding => {
                let legal = LegalActions::of(context.game, &context.state, context.seat);
                let roads = legal.roads().iter().map(|at| Action::BuildRoad { at });
                let settlements = legal.settlements().iter();
                let cities = legal.cities().iter();
                roads
                    .chain(settlements.map(|at| Action::BuildSettlement { at }))
                    .chain(cities.map(|at| Action::BuildCity { at }))
                    .filter_map(|action| Some(plain((action, self.points(action)?))))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// What speaks for a place.
    pub(super) fn reason_of(&self, place: &Scored) -> Option<AdviceReason> {
        match place.action {
            Action::BuildSettlement { at } if !crate::wins(self.context, place.action) => {
                Some(self.settlement(at, place.prospect.as_ref()))
            }
            action => self.reason(action),
        }
    }

    /// The cards of each resource in 36 rolls of a settlement.
    pub(super) fn yields(&self, at: Intersection) -> ByResource<u8> {
        self.context.land.yields(at).map(in_36_rolls)
    }

    pub(super) fn cards(&self, at: Intersection) -> u8 {
        in_36_rolls(self.context.land.total_yield(at))
    }

    pub(super) fn settlement(&self, at: Intersection, prospect: Option<&Prospect>) -> AdviceReason {
        let context = self.context;
        let land = context.land;
        let yields = self.yields(at);
        let own = context.state.buildings(context.seat);
        let produces = |resource: Resource| {
            own.iter()
                .any(|settled| land.yields(settled)[resource] > 0.0)
        };
        let mean = land.supply.iter().sum::<f32>() / 5.0;
        let brings = |resource: &Resource| yields[*resource] > 0;
        let which = |is: &dyn Fn(Resource) -> bool| {
            let all = Resource::ALL.into_iter().filter(brings);
            all.filter(|resource| is(*resource)).collect()
        };
        AdviceReason::Settlement {
            yields: yields.0,
            fresh: which(&|resource| !own.is_empty() && !produces(resource)),
            scarce: which(&|resource| land.supply[resource] < SCARCE * mean),
            harbor: self.harbor(at),
            harbor_near: self.harbor_near(at, prospect),
            next: prospect.and_then(|prospect| prospect.next),
            richer: prospect.and_then(|prospect| self.richer(at, prospect)),
            room: Some(
                opening::room(context, at)
                    .iter()
                    .any(|next| self.cards(next) >= WORTH_A_ROAD),
            ),
            contested: self.is_contested(at),
        }
    }

    fn harbor(&self, at: Intersection) -> Option<HarborKind> {
        let board = self.context.game.board();
        let special = Resource::ALL.map(|resource| HarborKind::Special { resource });
        special
            .into_iter()
            .chain([HarborKind::Generic])
            .find(|kind| board.harbor_intersections(*kind).contains(at))
    }

    /// Whether another seat could settle there now.
    fn is_contested(&self, at: Intersection) -> bool {
        let (context, state) = (self.context, &self.context.state);
        let occupied = Occupied::new(state);
        self.others().any(|other| {
            let spots = reach::spots(context.land, state, other, &occupied);
            spots[0].contains(at)
        })
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let own = self.context.seat;
        Seat::all(self.context.game.rules().players).filter(move |seat| *seat != own)
    }

    fn spots(&self, state: &State) -> Spots {
        let land = self.context.land;
        reach::spots(land, state, self.context.seat, &Occupied::new(state))
    }

    pub(super) fn road(&self, at: Path) -> AdviceReason {
        let before = &self.context.state;
        let Some(after) = self.context.after(Action::BuildRoad { at }) else {
            return AdviceReason::Road {
                toward: None,
                missing: None,
            };
        };
        let was_near = self.spots(before);
        let mut seen = IntersectionSet::EMPTY;
        let mut toward: Option<AdvisedSite> = None;
        for (roads, spots) in self.spots(&after).into_iter().enumerate() {
            seen = seen.union(was_near[roads]);
            for at in spots.minus(seen).iter() {
                let cards = self.cards(at);
                // A road more costs about two cards of a spot's worth.
                let better =
                    |best: &AdvisedSite| cards > best.cards + 2 * (roads as u8 - best.roads);
                if cards > 0 && toward.as_ref().is_none_or(better) {
                    let roads = roads as u8;
                    toward = Some(AdvisedSite { at, roads, cards });
                }
            }
        }
        let gap = roads_to_longest(&after, self.context.seat);
        let nearer = gap < roads_to_longest(before, self.context.seat);
        let missing = (nearer && gap <= FARTHEST).then_some(gap);
        // A poor place far away is nobody's reason where there is a better one.
        let is_reason =
            |site: &AdvisedSite| missing.is_none() || site.roads == 0 || site.cards >= WORTH_A_ROAD;
        AdviceReason::Road {
            toward: toward.filter(is_reason),
            missing,
        }
    }

    pub(super) fn robber(&self, to: HexId) -> AdviceReason {
        let context = self.context;
        let cost = |seat, hex| in_36_rolls(robber::blocked(context, seat, hex));
        let blocks = self
            .others()
            .map(|seat| BlockedCards {
                seat,
                cards: cost(seat, to),
            })
            .filter(|block| block.cards > 0)
            .collect();
        AdviceReason::Robber {
            blocks,
            own: cost(context.seat, to),
            frees: cost(context.seat, context.state.robber()),
        }
    }

    /// What a knight brings; `played` is 1 if it is played now, and 0 if it may be bought.
    pub(super) fn knight(&self, played: u8) -> AdviceReason {
        let context = self.context;
        let (state, seat) = (&context.state, context.seat);
        let held = state.development(seat)[DevelopmentCard::Knight];
        let knights = state.knights(seat) + if played > 0 { played } else { held };
        let needed = match state.largest_army() {
            Some(holder) if holder == seat => None,
            Some(holder) => Some(state.knights(holder) + 1),
            None => Some(FIRST_ARMY),
        };
        let frees = if played > 0 {
            in_36_rolls(robber::blocked(context, seat, state.robber()))
        } else {
            0
        };
        AdviceReason::Knight {
            frees,
            missing: needed.map(|needed| needed.saturating_sub(knights)),
        }
    }
}

/// How many roads a seat misses for the longest road; 0 if it has it.
fn roads_to_longest(state: &State, seat: Seat) -> u8 {
    if state.longest_road() == Some(seat) {
        return 0;
    }
    let needed = state
        .longest_road()
        .map_or(FIRST_ROAD, |holder| state.road_length(holder) + 1);
    needed.saturating_sub(state.road_length(seat)).max(1)
}
