//! A history tells a viewer all that it may know, and no more.

use std::rc::Rc;

use brickwood_rules::{
    ChanceOutcome, Game, History, Phase, Seat, State, Step, View, for_each_outcome,
};

/// The histories of all viewers of one game, each beside that of a twin game: chance has decided
/// differently there wherever the viewer could not see it.
pub(super) struct Histories {
    viewers: Vec<Viewer>,
    steps: Vec<Step>,
}

struct Viewer {
    history: History,
    /// The state of the twin game and what the viewer is told of it; none once it can be told apart.
    twin: Option<(Rc<State>, History)>,
}

impl Histories {
    pub(super) fn new(game: &Game) -> Self {
        let viewers = Seat::all(game.rules().players).map(Some).chain([None]);
        let state = Rc::new(State::new(game));
        let viewers = viewers.map(|viewer| Viewer {
            history: History::new(viewer),
            twin: Some((Rc::clone(&state), History::new(viewer))),
        });
        Self {
            viewers: viewers.collect(),
            steps: Vec::new(),
        }
    }

    pub(super) fn observe(&mut self, game: &Game, before: &State, step: Step, after: &State) {
        self.steps.push(step);
        for Viewer { history, twin } in &mut self.viewers {
            history.observe(game, before, step, after);
            let Some((state, told)) = twin.take() else {
                continue;
            };
            let step = unseen(game, &state, step, history.viewer());
            // Cards that it does not have there: the games have come apart.
            let Ok(next) = state.apply(game, step) else {
                continue;
            };
            let mut told = told;
            told.observe(game, &state, step, &next);
            let view = |state: &State| state.view(game, history.viewer());
            let views: [View; 2] = [view(after), view(&next)];
            // A view and a history tell the same games apart; but only a view shows the points that
            // the seats turn out to have in the end.
            let looks_alike = views[0] == views[1];
            let is_over = matches!(after.phase(), Phase::Over { .. });
            assert!(looks_alike == (*history == told) || is_over, "{step:?}");
            if looks_alike {
                assert_eq!(*history, told, "{step:?}");
                *twin = Some((Rc::new(next), told));
            }
        }
    }

    /// The law of secrecy, byte for byte; and whoever joins late gets the same history.
    pub(super) fn who_joins_late_is_caught_up(&self, game: &Game) {
        for Viewer { history, twin } in &self.viewers {
            let late = History::from_steps(game, history.viewer(), self.steps.iter().copied());
            assert_eq!(late.as_ref(), Ok(history));
            let bytes = |history: &History| serde_json::to_string(history).expect("it is JSON");
            let written = bytes(history);
            if let Some((_, told)) = twin {
                assert_eq!(written, bytes(told));
            }
            let read: History = serde_json::from_str(&written).expect("it can be read");
            assert_eq!(read, *history);
        }
    }
}

/// Another outcome in place of `step`, where the viewer cannot see which one it is.
fn unseen(game: &Game, state: &State, step: Step, viewer: Option<Seat>) -> Step {
    let concerned = match state.phase() {
        Phase::Theft { victim } => [state.robbing(), *victim].map(Some).contains(&viewer),
        Phase::Draw => viewer == Some(state.builder()),
        _ => true,
    };
    if concerned || game.rules().variants.open_hands || !matches!(step, Step::Chance { .. }) {
        return step;
    }
    let mut others: Vec<ChanceOutcome> = Vec::new();
    for_each_outcome(game, state, |outcome, _| {
        let other = Step::Chance { outcome };
        // A drawn point may win, and is shown then.
        let ends = state
            .apply(game, other)
            .is_ok_and(|next| matches!(next.phase(), Phase::Over { .. }));
        if other != step && !ends {
            others.push(outcome);
        }
    });
    others
        .first()
        .map_or(step, |outcome| Step::Chance { outcome: *outcome })
}
