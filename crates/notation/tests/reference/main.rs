//! The engine against a slow and independent reading of the rules: whole games, step by step, the
//! longest road of many networks, and counts of steps from the positions of `tests-data/perft`.

mod lockstep;
mod networks;
mod perft;
mod proposal;
mod slow;
