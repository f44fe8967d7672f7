//! What choices belong together.

use brickwood_rules::{Action, Cards, Resource, SeatSet, Terms};
use libm::logf;

use crate::protocol::{Choice, CornerRank, Grade};

/// Chances are told apart up to these log-odds: one in a thousand, and all but one.
const SURE: f32 = 6.9;

/// The rounds of the set-up are numbered from here, and none is right before the first turn.
const PLACING: i32 = -10;

/// The cost in the set-up from which on the start was poor: that of a mistake.
const POOR: f32 = 0.05;

/// What a decision was about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Settling,
    Building,
    Trade,
    Robber,
    Cards,
}

impl Kind {
    pub(super) const COUNT: usize = 5;

    /// None of what does nothing.
    fn of(action: Action, is_placing: bool) -> Option<Self> {
        match action {
            Action::BuildSettlement { .. }
            | Action::BuildRoad { .. }
            | Action::TakeFirstCards { .. }
                if is_placing =>
            {
                Some(Self::Settling)
            }
            Action::BuildSettlement { .. }
            | Action::BuildRoad { .. }
            | Action::BuildCity { .. } => Some(Self::Building),
            Action::MaritimeTrade { .. }
            | Action::Offer { .. }
            | Action::Accept
            | Action::Decline
            | Action::Counter { .. }
            | Action::Confirm { .. }
            | Action::Withdraw => Some(Self::Trade),
            Action::MoveRobber { .. } | Action::Rob { .. } | Action::Discard { .. } => {
                Some(Self::Robber)
            }
            Action::BuyDevelopmentCard
            | Action::PlayKnight
            | Action::PlayRoadBuilding
            | Action::PlayYearOfPlenty { .. }
            | Action::PlayMonopoly { .. }
            | Action::PlayVictoryPoint => Some(Self::Cards),
            _ => None,
        }
    }
}

/// What is decided about one thing within a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Hand,
    Roll,
    Robber,
    Discard,
    Answer,
}

/// Choices that are one decision.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    turn: u16,
    subject: Subject,
    /// How many settlements the seat has placed in the set-up.
    placed: i32,
    pub(super) kind: Kind,
    /// In log-odds, between the best and the least that could be done.
    pub(super) stake: f32,
    /// In log-odds, of that.
    pub(super) lost: f32,
    /// Of the choice that cost most, in points of the chance to win.
    pub(super) cost: f32,
    /// What that one left out.
    omitted: Action,
}

/// The decisions of a seat.
#[derive(Default)]
pub(super) struct Decisions {
    all: Vec<Decision>,
    own_turns: Vec<u16>,
    placed: i32,
    has_poor_corner: bool,
}

impl Decisions {
    pub(super) fn add(&mut self, choice: &Choice) {
        let is_placing = choice.turn == 0;
        if is_placing && matches!(choice.action, Action::BuildSettlement { .. }) {
            self.placed += 1;
        }
        let is_own = matches!(choice.action, Action::Roll | Action::EndTurn);
        if is_own && self.own_turns.last() != Some(&choice.turn) {
            self.own_turns.push(choice.turn);
        }
        let behind = |corner: &CornerRank| 2 * u16::from(corner.better) > corner.all.into();
        self.has_poor_corner |= choice.corner.as_ref().is_some_and(behind);
        if choice.grade == Grade::Forced {
            return;
        }
        let best = log_odds(choice.best_chance);
        let kind = Kind::of(choice.action, is_placing);
        let decision = Decision {
            turn: choice.turn,
            subject: Subject::of(choice),
            placed: if is_placing { self.placed } else { 0 },
            kind: kind
                .or(Kind::of(choice.best, is_placing))
                .unwrap_or(Kind::Cards),
            stake: best - log_odds(choice.least_chance),
            lost: best - log_odds(choice.chance),
            cost: choice.best_chance - choice.chance,
            omitted: omission(choice.best),
        };
        match self.all.iter_mut().rfind(|other| other.is_with(&decision)) {
            Some(other) => other.join(&decision),
            None => self.all.push(decision),
        }
    }

    /// Whether the set-up was worse than one may blame on the others.
    pub(super) fn has_poor_start(&self) -> bool {
        let set_up = self.all.iter().filter(|decision| decision.turn == 0);
        self.has_poor_corner || set_up.map(|decision| decision.cost).sum::<f32>() >= POOR
    }

    /// All of them, where what was left out on one turn of the seat and again on the next one is the same decision.
    pub(super) fn folded(&self) -> Vec<Decision> {
        let mut folded: Vec<(Decision, Option<i32>)> = Vec::with_capacity(self.all.len());
        for decision in &self.all {
            let round = self.round(decision);
            let before = folded.iter_mut().rfind(|(other, last)| {
                let follows = round.zip(*last).is_some_and(|(now, last)| now - last <= 1);
                follows && other.omits_the_same(decision)
            });
            match before {
                Some((other, last)) => {
                    *last = round;
                    other.repeat(decision);
                }
                None => folded.push((*decision, round)),
            }
        }
        folded.into_iter().map(|(decision, _)| decision).collect()
    }

    /// Which turn of the seat it belongs to, those of the set-up first; none in the turns of others.
    fn round(&self, decision: &Decision) -> Option<i32> {
        if decision.turn == 0 {
            return Some(PLACING + decision.placed);
        }
        let round = self.own_turns.binary_search(&decision.turn).ok()?;
        i32::try_from(round).ok()
    }
}

impl Decision {
    /// Whether both are about the same thing within a turn. In the set-up, a road goes with its settlement.
    fn is_with(&self, other: &Self) -> bool {
        let same = self.turn == other.turn && self.placed == other.placed;
        same && (self.turn == 0 || self.subject == other.subject)
    }

    fn join(&mut self, other: &Self) {
        if other.stake > self.stake {
            self.stake = other.stake;
            self.kind = other.kind;
        }
        self.lost = (self.lost + other.lost).min(self.stake);
        if other.cost > self.cost {
            self.cost = other.cost;
            self.omitted = other.omitted;
        }
    }

    /// The same was left out again: as much was at stake as on all the turns together, and as much was lost.
    fn repeat(&mut self, again: &Self) {
        let (stake, lost) = (self.stake + again.stake, self.lost + again.lost);
        if again.lost > self.lost {
            *self = *again;
        }
        (self.stake, self.lost) = (stake, lost);
    }

    fn omits_the_same(&self, other: &Self) -> bool {
        let is_omission =
            |decision: &Self| decision.lost > 0.0 && decision.subject != Subject::Robber;
        is_omission(self) && is_omission(other) && self.omitted == other.omitted
    }
}

impl Subject {
    fn of(choice: &Choice) -> Self {
        let action = if choice.action == Action::Pass {
            choice.best
        } else {
            choice.action
        };
        match action {
            Action::Roll => Self::Roll,
            Action::Discard { .. } => Self::Discard,
            Action::MoveRobber { .. } | Action::Rob { .. } => Self::Robber,
            Action::Accept | Action::Decline | Action::Counter { .. } => Self::Answer,
            _ => Self::Hand,
        }
    }
}

/// What was left out, as far as it is the same another time: what is given for a thing does not matter.
fn omission(best: Action) -> Action {
    match best {
        Action::MaritimeTrade { take, .. } => Action::MaritimeTrade {
            give: Resource::Brick,
            take,
        },
        Action::Offer { terms, .. } => Action::Offer {
            to: SeatSet::EMPTY,
            terms: Terms {
                give: Cards::EMPTY,
                ..terms
            },
        },
        Action::Counter { terms } => Action::Counter {
            terms: Terms {
                give: Cards::EMPTY,
                ..terms
            },
        },
        Action::PlayYearOfPlenty { .. } => Action::PlayYearOfPlenty {
            cards: Cards::EMPTY,
        },
        Action::PlayMonopoly { .. } => Action::PlayMonopoly {
            resource: Resource::Brick,
        },
        Action::Discard { .. } => Action::Discard {
            cards: Cards::EMPTY,
        },
        best => best,
    }
}

fn log_odds(chance: f32) -> f32 {
    logf(chance / (1.0 - chance)).clamp(-SURE, SURE)
}
