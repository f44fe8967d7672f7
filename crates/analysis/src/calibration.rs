//! What the terms of a seat's score weigh, for each number of players.
//!
//! Found by self-play of the hard level, where they make the winners of the games as likely as can be:
//! `cargo run --release -p brickwood-analysis --example calibration -- fit`. See `docs/book/analysis.md`.

use crate::chance::TERMS;

/// By the number of players, from 2 to 6.
const WEIGHTS: [[f32; TERMS]; 5] = [
    [0.24, 0.54, 0.0, 0.5, 0.3],
    [0.1, 0.48, 0.0, 0.43, 2.4],
    [0.004, 0.670, -0.061, 0.624, 2.909],
    [0.05, 0.62, -0.15, 0.78, 3.2],
    [0.05, 0.62, -0.15, 0.78, 3.2],
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
