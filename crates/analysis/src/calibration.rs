//! What the terms of a seat's score weigh, for each number of players.
//!
//! They make the winners as likely as can be of games in which players of all strengths bring about the positions that hard bots
//! play on: `cargo run --release -p brickwood-analysis --example calibration -- fit 4 3000 1`. See `docs/book/analysis.md`.

/// How many terms a seat's score has.
pub const TERMS: usize = 8;

/// By the number of players, from 2 to 6.
const WEIGHTS: [[f32; TERMS]; 5] = [
    [0.434, 0.369, 0.016, 0.223, 0.702, -4.345, -0.077, -0.002],
    [0.246, 0.520, 0.063, 0.169, 0.625, -1.311, 0.188, 0.035],
    [0.038, 0.650, -0.014, 0.298, 1.898, -4.454, 0.268, 0.057],
    [0.115, 0.473, 0.127, -0.059, 2.930, -5.607, 0.382, 0.068],
    [-0.032, 0.736, 0.127, -0.010, 3.391, -6.304, 0.420, 0.056],
];

/// How much a lead counts, by the number of players. In games of four and more, leaders win less often than
/// the weights alone say.
const LEADS: [f32; 5] = [1.0, 1.0, 0.89, 0.87, 0.82];

/// The same, once more, for what a seat knows: its guesses at the hidden cards are too sure.
const KNOWN_LEADS: [f32; 5] = [1.0, 0.94, 0.94, 0.95, 0.96];

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
