//! The worth of places, and what speaks for them.

use brickwood_protocol::{AdviceReason, AdvisedSite, BlockedCards};
use brickwood_rules::{
    Action, ByResource, DevelopmentCard, HarborKind, HexId, Intersection, IntersectionSet,
    LegalActions, Path, Phase, Resource, Seat, State, View,
};

use super::{Adviser, in_36_rolls};
use crate::reach::{self, Occupied, Spots};
use crate::{opening, robber};

/// A resource is scarce if the board has less than this part of its mean.
const SCARCE: f32 = 0.8;

/// The fewest knights and roads that take the prize (LAR-01, LRD-01).
const FIRST_ARMY: u8 = 3;
const FIRST_ROAD: u8 = 5;

/// A seat that needs more roads than this is not in the race.
const FARTHEST: u8 = 4;

impl Adviser<'_> {
    /// The score of each place in points; within a phase, only places of one kind are compared.
    pub(super) fn scores(&self, view: &View) -> Vec<(Action, f32)> {
        let context = self.context;
        match view.phase {
            Phase::SetUpSettlement => self.first_settlements(),
            // A road's score is the cards a roll of where it leads to.
            Phase::SetUpRoad { settlement } => opening::roads(context, settlement)
                .into_iter()
                .map(|(at, score)| (Action::BuildRoad { at }, 4.0 * score))
                .collect(),
            Phase::MoveRobber => robber::scores(context, self.evaluator, self.guesses)
                .into_iter()
                .filter(|(action, _)| matches!(action, Action::MoveRobber { .. }))
                .map(|(action, odds)| (action, odds / context.weights.sharpness))
                .collect(),
            Phase::Turn | Phase::FreeRoads | Phase::SpecialBuilding => {
                let legal = LegalActions::of(context.game, &context.state, context.seat);
                let roads = legal.roads().iter().map(|at| Action::BuildRoad { at });
                let settlements = legal.settlements().iter();
                let cities = legal.cities().iter();
                roads
                    .chain(settlements.map(|at| Action::BuildSettlement { at }))
                    .chain(cities.map(|at| Action::BuildCity { at }))
                    .filter_map(|action| Some((action, self.points(action)?)))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The settlements of the set-up. Those that a bot does not think through come after those that it does,
    /// as they look at a glance.
    fn first_settlements(&self) -> Vec<(Action, f32)> {
        let context = self.context;
        let land = context.land;
        let own = context.state.buildings(context.seat);
        let appeal = |at| opening::appeal(land, own, at);
        let mut scores = opening::settlements(context, self.evaluator);
        let thought: IntersectionSet = scores.iter().map(|(at, _)| *at).collect();
        let least = |values: &mut dyn Iterator<Item = f32>| values.fold(f32::MAX, f32::min);
        let floor = least(&mut scores.iter().map(|(_, score)| *score));
        let glance = least(&mut thought.iter().map(appeal));
        let others = context.state.free_intersections().minus(thought);
        scores.extend(others.iter().map(|at| {
            let behind = (glance - appeal(at)).max(0.0);
            (at, floor - 4.0 * behind)
        }));
        scores
            .into_iter()
            .map(|(at, score)| (Action::BuildSettlement { at }, score))
            .collect()
    }

    /// The cards of each resource in 36 rolls of a settlement.
    pub(super) fn yields(&self, at: Intersection) -> ByResource<u8> {
        self.context.land.yields(at).map(in_36_rolls)
    }

    fn cards(&self, at: Intersection) -> u8 {
        in_36_rolls(self.context.land.total_yield(at))
    }

    pub(super) fn settlement(&self, at: Intersection) -> AdviceReason {
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
            room: opening::room(context, at)
                .iter()
                .map(|next| self.cards(next))
                .max()
                .unwrap_or(0),
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
        AdviceReason::Road {
            toward,
            missing: (nearer && gap <= FARTHEST).then_some(gap),
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
