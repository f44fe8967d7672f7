//! What the terms of a seat's score weigh, for each number of players.
//!
//! Found by self-play of the hard level, where they make the winners of the games as likely as can be:
//! `cargo run --release -p brickwood-analysis --example calibration -- fit 4 8000 1`. See `docs/book/analysis.md`.

/// How many terms a seat's score has.
pub const TERMS: usize = 5;

/// By the number of players, from 2 to 6.
const WEIGHTS: [[f32; TERMS]; 5] = [
    [0.227, 0.563, 0.041, 0.428, 0.059],
    [0.049, 0.619, -0.070, 0.595, 1.667],
    [0.010, 0.654, -0.076, 0.650, 2.970],
    [0.011, 0.645, -0.117, 0.391, 3.426],
    [0.060, 0.634, -0.131, 0.486, 4.167],
];

/// How much a lead counts, by the number of players. In games of five and six, leaders win less often than the
/// weights alone say.
const LEADS: [f32; 5] = [1.0, 1.0, 1.0, 0.85, 0.73];

/// The same, once more, for what a seat knows: its guesses at the hidden cards are too sure.
const KNOWN_LEADS: [f32; 5] = [1.0, 0.94, 0.9, 0.95, 1.0];

/// What the terms weigh for so many players.
pub(crate) const fn weights(players: u8) -> [f32; TERMS] {
    WEIGHTS[row(players)]
}

/// How much a lead counts for so many players, all cards known.
pub(crate) const fn lead(players: u8) -> f32 {
    LEADS[row(players)]
}

/// How much a lead counts in the mean over guesses at the hidden cards.
pub(crate) const fn known_lead(players: u8) -> f32 {
    KNOWN_LEADS[row(players)]
}

const fn row(players: u8) -> usize {
    match players {
        0..=2 => 0,
        3 => 1,
        4 => 2,
        5 => 3,
        _ => 4,
    }
}
