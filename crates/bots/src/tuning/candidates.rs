//! What is compared in a decision when it is played to the end of the game.

use brickwood_rules::{Action, Game, InformationState};

use crate::alternatives;
use crate::plans::with_evaluator;

/// The action that the viewer has taken, then the best of what else it could have done by its own search, at most `count` in
/// all: beside an offer the best turn without one and then other offers, beside an answer also counter-offers. None for a
/// spectator. Unlike with [`siblings`](super::siblings), cards that the viewer cannot see change nothing; `seed` guesses them.
pub fn candidates<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    chosen: Action,
    count: usize,
    seed: u64,
) -> Option<Vec<Action>> {
    with_evaluator(game, known.into(), seed, |context, evaluator, rng| {
        let guesses = context.guesses(rng);
        alternatives::candidates(context, evaluator, &guesses, chosen, count)
    })
}
