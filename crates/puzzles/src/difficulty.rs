//! How hard a question is.

use brickwood_bots::{Level, choose, guesses};
use brickwood_rules::{Action, Phase, State, Step};

use crate::Question;
use crate::kind::deeds;

/// How many bots of each level are asked.
const ASKED: u64 = 10;

/// The most actions of a turn.
const LONGEST: usize = 40;

/// How many of a hundred bots of the two weaker levels do something that is none of these answers.
pub(crate) fn difficulty(question: &Question, good: &[&[Action]]) -> u8 {
    let levels = [Level::Easy, Level::Medium].into_iter();
    let asked = levels.flat_map(|level| (0..ASKED).map(move |seed| (level, seed)));
    let errs = asked.filter(|(level, seed)| {
        let done = done(question, *level, *seed);
        !good.iter().any(|answer| same(answer, &done))
    });
    (100 * errs.count() as u64 / (2 * ASKED)) as u8
}

/// Whether a turn comes to the same as an answer: the same things, in any order.
fn same(answer: &[Action], done: &[Action]) -> bool {
    let (answer, done) = (deeds(answer), deeds(done));
    answer.len() == done.len() && answer.iter().all(|action| done.contains(action))
}

/// What a bot does, up to the end of its turn, or up to what others or chance decide.
fn done(question: &Question, level: Level, seed: u64) -> Vec<Action> {
    let (game, seat) = (&question.game, question.seat);
    let mut done = Vec::new();
    let Some(mut state) = guesses(game, &question.view, 1, seed).first().copied() else {
        return done;
    };
    while done.len() < LONGEST {
        let view = state.view(game, Some(seat));
        let Some(action) = choose(level, game, &view, seed) else {
            break;
        };
        done.push(action);
        let Ok(next) = state.apply(game, Step::Action { seat, action }) else {
            break;
        };
        state = next;
        if !goes_on(&state, question) {
            break;
        }
    }
    done
}

/// Whether the same turn of the seat is still open, where it began as one.
fn goes_on(state: &State, question: &Question) -> bool {
    question.view.phase == Phase::Turn
        && matches!(state.phase(), Phase::Turn | Phase::FreeRoads)
        && state.turn() == question.view.turn
        && state.active() == question.seat
}
