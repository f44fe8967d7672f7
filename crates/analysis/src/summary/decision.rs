//! What choices belong together.

use brickwood_rules::{Action, Cards, Resource, SeatSet, Terms};
use libm::logf;

use crate::protocol::{Choice, CornerRank, Grade, Miss};

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
    /// Of the choice that cost most, as a part of the chance to win.
    pub(super) cost: f32,
    /// Which step that was, from 1.
    step: u32,
    /// What it left out.
    omitted: Action,
    /// On how many turns of the seat that was left out.
    turns: u16,
    /// Whether a settlement of it stands on a corner that promised less than most of those that were free.
    has_poor_corner: bool,
}

/// The decisions of a seat.
#[derive(Default)]
pub(super) struct Decisions {
    all: Vec<Decision>,
    own_turns: Vec<u16>,
    placed: i32,
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
            step: choice.step,
            omitted: omission(choice.best),
            turns: 1,
            has_poor_corner: choice.corner.is_some_and(is_poor),
        };
        match self.all.iter_mut().rfind(|other| other.is_with(&decision)) {
            Some(other) => other.join(&decision),
            None => self.all.push(decision),
        }
    }

    /// Whether the set-up was worse than one may blame on the others.
    pub(super) fn has_poor_start(&self) -> bool {
        let set_up = || self.all.iter().filter(|decision| decision.turn == 0);
        let cost: f32 = set_up().map(|decision| decision.cost).sum();
        cost >= POOR || set_up().any(|decision| decision.has_poor_corner)
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
                    other.repeat(decision, *last != round);
                    *last = round;
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
        self.has_poor_corner |= other.has_poor_corner;
        if other.cost > self.cost {
            (self.cost, self.step, self.omitted) = (other.cost, other.step, other.omitted);
        }
    }

    /// The same was left out again, on another turn or not: as much was at stake as on all the turns together, and as much was
    /// lost. What cost most stands for all of them.
    fn repeat(&mut self, again: &Self, on_another: bool) {
        let heaviest = if again.cost > self.cost {
            again
        } else {
            &*self
        };
        *self = Self {
            stake: self.stake + again.stake,
            lost: self.lost + again.lost,
            turns: self.turns + u16::from(on_another),
            has_poor_corner: self.has_poor_corner || again.has_poor_corner,
            ..*heaviest
        };
    }

    /// What can be learned from it: nothing where it was good. That another corner was better can always be learned of a poor one.
    pub(super) fn miss(&self) -> Option<Miss> {
        let is_poor = self.has_poor_corner && self.cost > 0.0;
        let is_missed = is_poor || Grade::of(self.cost) != Grade::Good;
        is_missed.then_some(Miss {
            step: self.step,
            turn: self.turn,
            cost: self.cost,
            turns: self.turns,
        })
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

/// Whether most of the corners that were free promised more.
fn is_poor(corner: CornerRank) -> bool {
    2 * u16::from(corner.better) > corner.all.into()
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

#[cfg(test)]
mod tests {
    use brickwood_rules::{HexId, Intersection, Path, Resource, Seat};

    use super::*;

    const END: Action = Action::EndTurn;
    const BUY: Action = Action::BuyDevelopmentCard;
    const ROLL: Action = Action::Roll;

    const fn road(at: u8) -> Action {
        Action::BuildRoad { at: Path(at) }
    }

    const fn settlement(at: u8) -> Action {
        let at = Intersection(at);
        Action::BuildSettlement { at }
    }

    const fn robber(to: u8) -> Action {
        Action::MoveRobber { to: HexId(to) }
    }

    /// At this step and turn, something was done, something else was best, and that cost so many percent.
    fn choice(step: u32, turn: u16, action: Action, best: Action, percent: f32) -> Choice {
        let cost = percent / 100.0;
        Choice {
            step,
            turn,
            seat: Seat::new(0).expect("a seat"),
            action,
            chance: 0.5 - cost,
            best,
            best_chance: 0.5,
            least_chance: 0.1,
            corner: None,
            grade: Grade::of(cost),
        }
    }

    /// A settlement that costs so many percent, on a corner than which so many of 50 promise more.
    fn settled(at: u8, percent: f32, better: u8) -> Choice {
        let best = settlement(if percent > 0.0 { at + 1 } else { at });
        Choice {
            corner: Some(CornerRank { better, all: 50 }),
            ..choice(at.into(), 0, settlement(at), best, percent)
        }
    }

    /// The steps of what was missed, in the order of the game, and on how many turns it was.
    fn missed(choices: &[Choice]) -> Vec<(u32, u16)> {
        let mut decisions = Decisions::default();
        for choice in choices {
            decisions.add(choice);
        }
        let folded = decisions.folded();
        let mut told: Vec<(u32, u16)> = folded
            .iter()
            .filter_map(Decision::miss)
            .map(|miss| (miss.step, miss.turns))
            .collect();
        told.sort_unstable();
        told
    }

    #[test]
    fn what_costs_little_is_no_miss_and_neither_is_what_was_forced() {
        let forced = Choice {
            grade: Grade::Forced,
            ..choice(50, 17, BUY, road(9), 30.0)
        };
        let choices = [
            choice(10, 1, road(1), road(2), 3.0),
            choice(30, 9, road(5), road(6), 1.9),
            forced,
            choice(60, 21, road(10), road(11), 6.0),
        ];
        assert_eq!(missed(&choices), [(10, 1), (60, 1)]);
    }

    #[test]
    fn what_is_left_out_on_turns_in_a_row_is_missed_once_where_it_cost_most() {
        let choices = [
            choice(10, 1, END, road(7), 3.0),
            choice(20, 3, END, road(7), 6.0),
            choice(30, 5, END, road(7), 1.0),
            choice(40, 7, END, road(7), 4.0),
        ];
        assert_eq!(missed(&choices), [(20, 4)]);
    }

    #[test]
    fn it_is_missed_again_after_a_turn_on_which_something_else_was_best() {
        let choices = [
            choice(10, 1, END, road(7), 3.0),
            choice(20, 3, END, END, 0.0),
            choice(30, 5, END, road(7), 4.0),
        ];
        assert_eq!(missed(&choices), [(10, 1), (30, 1)]);
    }

    #[test]
    fn a_turn_on_which_it_is_left_out_twice_is_one_turn() {
        let choices = [
            choice(10, 1, ROLL, BUY, 3.0),
            choice(11, 1, END, BUY, 4.0),
            choice(20, 3, END, BUY, 2.0),
        ];
        assert_eq!(missed(&choices), [(11, 2)]);
    }

    #[test]
    fn the_same_thing_at_another_place_is_another_miss() {
        let choices = [
            choice(10, 1, END, settlement(7), 3.0),
            choice(20, 3, END, settlement(8), 4.0),
        ];
        assert_eq!(missed(&choices), [(10, 1), (20, 1)]);
    }

    #[test]
    fn what_follows_from_one_another_within_a_turn_is_missed_once() {
        let bank = Action::MaritimeTrade {
            give: Resource::Wool,
            take: Resource::Brick,
        };
        let choices = [
            choice(10, 1, bank, BUY, 8.0),
            choice(11, 1, END, road(3), 5.0),
        ];
        assert_eq!(missed(&choices), [(10, 1)]);
        let apart = [
            choice(10, 1, robber(3), robber(4), 5.0),
            choice(12, 1, END, road(3), 6.0),
        ];
        assert_eq!(missed(&apart), [(10, 1), (12, 1)]);
    }

    #[test]
    fn robbers_are_missed_apart_wherever_they_were_to_go() {
        let choices = [
            choice(10, 1, robber(3), robber(4), 5.0),
            choice(20, 3, robber(5), robber(4), 6.0),
        ];
        assert_eq!(missed(&choices), [(10, 1), (20, 1)]);
    }

    #[test]
    fn a_settlement_of_the_set_up_goes_with_its_road() {
        let choices = [
            choice(1, 0, settlement(1), settlement(2), 6.0),
            choice(2, 0, road(1), road(2), 3.0),
            choice(7, 0, settlement(3), settlement(5), 4.0),
            choice(8, 0, road(3), road(4), 5.0),
        ];
        assert_eq!(missed(&choices), [(1, 1), (8, 1)]);
    }

    #[test]
    fn a_corner_that_is_left_out_twice_in_the_set_up_is_missed_once() {
        let choices = [
            choice(1, 0, settlement(1), settlement(2), 3.0),
            choice(7, 0, settlement(3), settlement(2), 6.0),
            choice(20, 1, END, settlement(2), 4.0),
        ];
        assert_eq!(missed(&choices), [(7, 2), (20, 1)]);
    }

    #[test]
    fn a_corner_than_which_most_promise_more_is_a_miss_whatever_it_cost() {
        assert_eq!(
            missed(&[settled(1, 1.0, 30), settled(7, 1.0, 20)]),
            [(1, 1)]
        );
        assert_eq!(missed(&[settled(1, 0.0, 30)]), []);
    }
}
