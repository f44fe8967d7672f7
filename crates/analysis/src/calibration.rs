//! What the terms of a seat's score weigh, for each number of players.
//!
//! Found by self-play of the hard level, where they make the winners of the games as likely as can be:
//! `cargo run --release -p brickwood-analysis --example calibration -- fit 4 4000 1`. See `docs/book/analysis.md`.

/// How many terms a seat's score has.
pub const TERMS: usize = 5;

/// By the number of players, from 2 to 6.
const WEIGHTS: [[f32; TERMS]; 5] = [
    [0.481, 0.457, -0.087, 0.456, -0.629],
    [-0.011, 0.920, -0.065, 0.446, 0.641],
    [-0.072, 0.881, -0.113, 0.557, 2.103],
    [-0.018, 0.803, 0.098, 0.047, 3.336],
    [-0.143, 0.971, -0.043, 0.293, 4.005],
];

/// How much a lead counts, by the number of players. In games of four and more, leaders win less often than
/// the weights alone say.
const LEADS: [f32; 5] = [1.0, 1.0, 0.89, 0.79, 0.73];

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
