//! Sequences of steps, counted within bounds.

use brickwood_arena::for_each_step;
use brickwood_notation::step_text;
use brickwood_rules::{Game, State};
use serde::Serialize;

use crate::{
    Code, Problem,
    game::Play,
    report::{Body, body},
    request::Perft,
};

/// The most sequences that are counted by default.
const MOST_SEQUENCES: u64 = 100_000_000;

/// The longest sequences that are counted.
const DEEPEST: u32 = 64;

#[derive(Serialize)]
struct Counted {
    sequences: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divided: Option<Vec<CountedStep>>,
}

#[derive(Serialize)]
struct CountedStep {
    step: String,
    sequences: u64,
}

/// How many sequences of steps follow.
pub(crate) fn count(play: &Play, wanted: &Perft) -> Result<Body, Problem> {
    let mut left = wanted.most.unwrap_or(MOST_SEQUENCES);
    if wanted.depth > DEEPEST {
        let message = format!("`depth` is at most {DEEPEST}");
        return Err(Problem::bad_field("depth", message));
    }
    let topology = play.game().board().topology();
    let mut steps = Vec::new();
    for_each_step(play.game(), play.state(), |step| steps.push(step));
    let mut divided = Vec::new();
    let mut sequences = u64::from(wanted.depth == 0);
    if wanted.depth > 0 {
        for step in steps {
            let after = play.state().apply(play.game(), step).expect("it is listed");
            let counted = sequences_from(play.game(), &after, wanted.depth - 1, &mut left);
            let counted = counted.ok_or_else(|| {
                let message = "There are more sequences than `most` allows to count.";
                Problem::new(Code::TooMany, message)
            })?;
            sequences += counted;
            divided.push(CountedStep {
                step: step_text(topology, step),
                sequences: counted,
            });
        }
    }
    let divided = wanted.divide.then_some(divided);
    body(&Counted { sequences, divided })
}

/// The number of sequences of steps; none if there are more than `left`.
fn sequences_from(game: &Game, state: &State, depth: u32, left: &mut u64) -> Option<u64> {
    if depth == 0 {
        *left = left.checked_sub(1)?;
        return Some(1);
    }
    let mut sequences = Some(0u64);
    for_each_step(game, state, |step| {
        let Some(sum) = sequences else { return };
        sequences = if depth == 1 {
            left.checked_sub(1).map(|rest| {
                *left = rest;
                sum + 1
            })
        } else {
            let after = state.apply(game, step).expect("what is listed is legal");
            sequences_from(game, &after, depth - 1, left).map(|counted| sum + counted)
        };
    });
    sequences
}
