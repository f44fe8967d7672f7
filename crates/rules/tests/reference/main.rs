//! The engine against a slow and independent reading of the rules: whole games, step by step, and
//! the longest road of many networks. Counts of steps are compared in the tests of the notation,
//! which reads the positions that they begin from.

#[path = "../rules/kit/random.rs"]
mod random;

mod any_game;
mod lockstep;
mod networks;
mod proposal;
mod slow;
