//! How likely each seat is to win.

use brickwood_bots::{Scale, after_set_up, ease_lead, guesses, strengths};
use brickwood_rules::{BySeat, Game, InformationState, Phase, Seat, SeatSet, State};
use libm::{expf, logf};

use crate::calibration::{TERMS, known_lead, lead, weights};

/// Over how many guesses at the hidden cards a seat's own estimate is averaged.
const GUESSES: usize = 12;

/// From what these guesses are drawn. Any number would do; a fixed one makes the same estimate every time.
const SEED: u64 = 0x6272_6963_6b77_6f6f;

/// The chance to win of each seat, by seat, with all cards as they are. They add up to 1.
///
/// At the end, winners who share a game (WIN-05) share the 1 equally. A game that was ended
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
    let Some(state) = after_set_up(game, state) else {
        return soft_max(vec![0.0; game.rules().seats()]);
    };
    let weights = weights(game.rules().players);
    let scores = terms(game, &state).into_iter();
    let score = |terms: [f32; TERMS]| {
        terms
            .iter()
            .zip(weights)
            .map(|(term, weight)| term * weight)
            .sum()
    };
    let mut scores: Vec<f32> = scores.map(score).collect();
    ease_lead(&mut scores, lead(game.rules().players));
    soft_max(scores)
}

/// How strengths become chances in a state after the set-up: the same as in [`chances`], in the shape that
/// the search of a turn needs. What does not come of a seat's strength and points stays the same within a
/// decision.
pub(crate) fn scale(game: &Game, state: &State) -> Scale {
    let [
        strength,
        of_progress,
        tempo,
        late_tempo,
        near,
        lack,
        hidden,
        late_card,
    ] = weights(game.rules().players);
    let progress = progress(game, state);
    let mut bonus = BySeat::all(0.0);
    for (seat, bonus) in Seat::all(game.rules().players).zip(&mut bonus) {
        *bonus = (tempo + late_tempo * progress) * wait(game, state, seat);
    }
    Scale {
        sharpness: strength + of_progress * progress,
        bonus,
        asides: [near, lack, hidden],
        card: late_card * progress,
        lead: lead(game.rules().players),
    }
}

/// The terms of each seat's score in a state after the set-up, by seat: its strength, that times the progress
/// of the game, how soon its turn comes, that times the progress, its nearness to the goal, its lack of production, its hidden
/// points, and the cards in its hand times the progress. A seat's
/// chance to win is the part of the exponential of its score in the sum over all seats; the score is the sum
/// of the terms, each times its weight for this number of players.
pub fn terms(game: &Game, state: &State) -> Vec<[f32; TERMS]> {
    let progress = progress(game, state);
    Seat::all(game.rules().players)
        .zip(strengths(game, state))
        .map(|(seat, strength)| {
            let wait = wait(game, state, seat);
            let [near, lack, hidden] = Scale::asides(game, state, seat);
            [
                strength,
                strength * progress,
                wait,
                wait * progress,
                near,
                lack,
                hidden,
                f32::from(state.hand(seat).total()) * progress,
            ]
        })
        .collect()
}

/// The leader's part of the points that win.
fn progress(game: &Game, state: &State) -> f32 {
    let points = |seat| state.points(game, seat).total();
    let most = Seat::all(game.rules().players).map(points).max();
    f32::from(most.unwrap_or(0)) / f32::from(game.rules().points_to_win)
}

/// How many turns it is until that of a seat, as a part of a round and negative: 0 for the seat whose turn it
/// is.
fn wait(game: &Game, state: &State, seat: Seat) -> f32 {
    let players = game.rules().players;
    let turns = (0..players).find(|turns| state.active().clockwise(*turns, players) == seat);
    -f32::from(turns.unwrap_or(0)) / f32::from(players)
}

/// The chance to win of each seat, by seat, as far as the viewer knows: the mean of [`chances`] over guesses
/// at the hidden cards, where a lead may count less because the guesses are too sure. They add up to 1. `None` for a spectator.
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
    let mut scores: Vec<f32> = sum.into_iter().map(logf).collect();
    ease_lead(&mut scores, known_lead(game.rules().players));
    Some(soft_max(scores))
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
