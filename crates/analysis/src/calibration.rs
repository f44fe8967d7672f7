//! What the terms of a seat's score weigh, for each number of players.
//!
//! Found by self-play of the hard level, where they make the winners of the games as likely as can be:
//! `cargo run --release -p brickwood-analysis --example calibration -- fit 4 8000 1`. See `docs/book/analysis.md`.

use crate::chance::TERMS;

/// By the number of players, from 2 to 6.
const WEIGHTS: [[f32; TERMS]; 5] = [
    [0.227, 0.563, 0.041, 0.428, 0.059],
    [0.049, 0.619, -0.070, 0.595, 1.667],
    [0.010, 0.654, -0.076, 0.650, 2.970],
    [0.011, 0.645, -0.117, 0.391, 3.426],
    [0.060, 0.634, -0.131, 0.486, 4.167],
];

/// For so many players.
pub(crate) const fn weights(players: u8) -> [f32; TERMS] {
    let place = players.saturating_sub(2) as usize;
    WEIGHTS[if place < WEIGHTS.len() {
        place
    } else {
        WEIGHTS.len() - 1
    }]
}
