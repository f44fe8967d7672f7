//! Questions in games of strong bots.

use std::sync::Arc;

use brickwood_arena::{BotEntrant, Deal, Entrant, Player};
use brickwood_bots::{Level, alternatives};
use brickwood_rules::{Action, Game, Playthrough, Rules, RulesError, Seat, Step, View};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::Kind;

/// How many answers a question has at most.
const ANSWERS: usize = 5;

/// A decision, as its seat knows it, and what it could do.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub kind: Kind,
    /// Its rules and its board.
    pub game: Arc<Game>,
    /// Who decides.
    pub seat: Seat,
    /// What the seat sees.
    pub view: View,
    /// What it could do; what the bot did comes first.
    pub answers: Vec<Action>,
}

/// Looks for a question of a kind in a game of hard bots, the one of this seed. None if it has none.
///
/// # Errors
///
/// Rules that cannot be played.
pub fn find(rules: Rules, seed: u64, kind: Kind) -> Result<Option<Question>, RulesError> {
    let hard = BotEntrant::new(Level::Hard);
    let mut players: Vec<Box<dyn Player>> = Seat::all(rules.players)
        .map(|_| hard.player().expect("a bot is always there"))
        .collect();
    let (course, _) = Deal::new(rules, seed)?.play(&mut players);
    let game = Arc::clone(course.game());
    let mut decisions = Vec::new();
    let mut number = 0;
    course.for_each_change(|change| {
        if let Step::Action { seat, action } = change.step
            && Kind::of(&game, change.before, seat, action) == Some(kind)
        {
            decisions.push((number, seat, action));
        }
        number += 1;
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(5);
    decisions.shuffle(&mut rng);
    Ok(decisions
        .into_iter()
        .find_map(|(step, seat, action)| question(&course, step, seat, action, kind, seed)))
}

fn question(
    course: &Playthrough,
    step: usize,
    seat: Seat,
    action: Action,
    kind: Kind,
    seed: u64,
) -> Option<Question> {
    let mut course = course.clone();
    course.back_to(step);
    let game = Arc::clone(course.game());
    let view = course.state().view(&game, Some(seat));
    let others = alternatives(&game, &view, action, seed)?;
    let answers: Vec<Action> = std::iter::once(action)
        .chain(others)
        .filter(|answer| kind.takes(*answer))
        .take(ANSWERS)
        .collect();
    (answers.len() >= kind.least()).then_some(Question {
        kind,
        game,
        seat,
        view,
        answers,
    })
}
