//! What comes next after an action.

use brickwood_protocol::{AdviceReason, AdvisedGoal};
use brickwood_rules::{Action, Phase, State, Step};

use super::{Adviser, whole};
use crate::evaluation::GoalKind;
use crate::search::{best_plan, goes_on};

/// So many knights more are worth a word where a card is bought.
const FEW_KNIGHTS: u8 = 2;

/// No turn has more steps that are worth a word.
const STEPS: usize = 12;

impl Adviser<'_> {
    /// What the rest of the turn builds after an action, or else what the seat saves for.
    pub(super) fn goal(&self, action: Action) -> Option<AdviceReason> {
        let after = self.context.after(action)?;
        let goes_on = |state: &State| goes_on(state, self.context.seat);
        if !goes_on(&after) {
            return self.saved_for(&after, matches!(action, Action::EndTurn | Action::Pass));
        }
        let mut state = after;
        for _ in 0..STEPS {
            let budget = self.context.care.budget;
            let Some(action) = best_plan(self.evaluator, &state, budget).first else {
                break;
            };
            let is_free = matches!(state.phase(), Phase::FreeRoads);
            if !is_free && let Some(goal) = built(action) {
                return Some(AdviceReason::Goal { goal, rolls: 0 });
            }
            let seat = self.context.seat;
            let Ok(next) = state.apply(self.context.game, Step::Action { seat, action }) else {
                break;
            };
            // What chance brings is not known yet.
            if !goes_on(&next) {
                break;
            }
            state = next;
        }
        self.saved_for(&state, true)
    }

    /// What speaks for a development card: a largest army that is near, or what it leaves to save for.
    pub(super) fn card(&self) -> Option<AdviceReason> {
        let knights = self.knight(0);
        if let AdviceReason::Knight {
            missing: Some(missing),
            ..
        } = knights
            && missing <= FEW_KNIGHTS
        {
            return Some(knights);
        }
        // That another card comes after it says nothing.
        let another = |reason: &AdviceReason| {
            let goal = AdvisedGoal::DevelopmentCard;
            matches!(reason, AdviceReason::Goal { goal: found, .. } if *found == goal)
        };
        self.goal(Action::BuyDevelopmentCard)
            .filter(|reason| !another(reason))
    }

    /// What the seat has the best hopes of next. Not what it could pay for now, if its turn is over.
    fn saved_for(&self, state: &State, is_over: bool) -> Option<AdviceReason> {
        let seat = self.context.seat;
        let standings = self.evaluator.standings(state);
        let standing = standings.of(seat);
        let (goal, rolls) = self
            .evaluator
            .next_goal(standing, state.hand(seat), is_over)?;
        let goal = match goal {
            GoalKind::Settlement { .. } => AdvisedGoal::Settlement,
            GoalKind::City => AdvisedGoal::City,
            GoalKind::DevelopmentCard => AdvisedGoal::DevelopmentCard,
            GoalKind::LongestRoad => AdvisedGoal::LongestRoad,
        };
        let rolls = whole(rolls.ceil());
        Some(AdviceReason::Goal { goal, rolls })
    }
}

/// What an action builds or buys.
fn built(action: Action) -> Option<AdvisedGoal> {
    match action {
        Action::BuildRoad { .. } => Some(AdvisedGoal::Road),
        Action::BuildSettlement { .. } => Some(AdvisedGoal::Settlement),
        Action::BuildCity { .. } => Some(AdvisedGoal::City),
        Action::BuyDevelopmentCard => Some(AdvisedGoal::DevelopmentCard),
        _ => None,
    }
}
