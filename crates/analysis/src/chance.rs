//! How likely each seat is to win.

use brickwood_bots::{guesses, strengths};
use brickwood_rules::{Game, InformationState, Phase, Seat, SeatSet, State};
use libm::expf;

/// How strongly a lead in strength tells, against chance: the hard level's own estimate.
const SHARPNESS: f32 = 0.846;

/// Over how many guesses at the hidden cards a seat's own estimate is averaged.
const GUESSES: usize = 12;

/// From what these guesses are drawn. Any number would do; a fixed one makes the same estimate every time.
const SEED: u64 = 0x6272_6963_6b77_6f6f;

/// The chance to win of each seat, by seat, with all cards as they are. They add up to 1.
///
/// At the end, winners who share a game (WIN-05) share the 1 equally. A game that the players have ended
/// without a winner (RUL-24) is judged as if it went on.
pub fn chances(game: &Game, state: &State) -> Vec<f32> {
    if let Phase::Over { winners } = *state.phase()
        && winners != SeatSet::EMPTY
    {
        let share = 1.0 / f32::from(winners.iter().count() as u8);
        return Seat::all(game.rules().players)
            .map(|seat| if winners.contains(seat) { share } else { 0.0 })
            .collect();
    }
    let scores = strengths(game, state).into_iter();
    soft_max(scores.map(|strength| SHARPNESS * strength).collect())
}

/// The chance to win of each seat, by seat, as far as the viewer knows: the mean of [`chances`] over guesses
/// at the hidden cards. They add up to 1. `None` for a spectator.
///
/// The same view and history give the same chances: cards that the viewer cannot see change nothing.
pub fn known_chances<'a>(game: &Game, known: impl Into<InformationState<'a>>) -> Option<Vec<f32>> {
    let states = guesses(game, known, GUESSES, SEED);
    let part = 1.0 / f32::from(u8::try_from(states.len()).ok().filter(|count| *count > 0)?);
    let mut sum = vec![0.0; game.rules().seats()];
    for state in &states {
        for (sum, chance) in sum.iter_mut().zip(chances(game, state)) {
            *sum += part * chance;
        }
    }
    Some(sum)
}

/// The part of each score's exponential in their sum.
fn soft_max(mut scores: Vec<f32>) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for score in &mut scores {
        *score = expf(*score - most);
    }
    let sum: f32 = scores.iter().sum();
    for score in &mut scores {
        *score /= sum;
    }
    scores
}
