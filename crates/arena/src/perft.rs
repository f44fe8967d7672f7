//! Counting the sequences of steps from a position.

use brickwood_rules::{Game, LegalActions, State, Step, ToAct, for_each_action, for_each_outcome};

/// Calls `found` with every step that can follow: every legal action of every seat that may act, or
/// every outcome of chance. Offers and counter-offers, which are without end, are not among them.
pub fn for_each_step(game: &Game, state: &State, mut found: impl FnMut(Step)) {
    match state.to_act() {
        ToAct::Chance => {
            for_each_outcome(game, state, |outcome, _| found(Step::Chance { outcome }));
        }
        ToAct::Seats { seats } => {
            for seat in seats.iter() {
                for_each_action(game, state, seat, |action| {
                    found(Step::Action { seat, action });
                });
            }
        }
        ToAct::Nobody => {}
    }
}

/// How many sequences of exactly `depth` steps there are from a state. An outcome of chance counts as
/// one step, however likely it is: a throw has 36 outcomes, a theft as many as the hand has kinds.
pub fn perft(game: &Game, state: &State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_steps(game, state),
        _ => {
            let mut sequences = 0;
            for_each_step(game, state, |step| {
                sequences += perft(game, &after(game, state, step), depth - 1);
            });
            sequences
        }
    }
}

/// How many steps can follow, without looking at each.
fn count_steps(game: &Game, state: &State) -> u64 {
    match state.to_act() {
        ToAct::Chance => {
            let mut outcomes = 0;
            for_each_outcome(game, state, |_, _| outcomes += 1);
            outcomes
        }
        ToAct::Seats { seats } => seats
            .iter()
            .map(|seat| u64::from(LegalActions::of(game, state, seat).len()))
            .sum(),
        ToAct::Nobody => 0,
    }
}

/// The first steps, each with how many sequences of `depth` steps begin with it. Nothing for depth 0.
pub fn divide(game: &Game, state: &State, depth: u32) -> Vec<(Step, u64)> {
    let mut parts = Vec::new();
    if depth > 0 {
        for_each_step(game, state, |step| {
            parts.push((step, perft(game, &after(game, state, step), depth - 1)));
        });
    }
    parts
}

fn after(game: &Game, state: &State, step: Step) -> State {
    state
        .apply(game, step)
        .expect("what is listed as legal is legal")
}
