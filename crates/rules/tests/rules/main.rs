//! The rules of the game, clause by clause, and the laws that every game keeps.
//!
//! A file is named after a chapter of `docs/rules`, a test after the clause that it shows. Unless
//! a test says otherwise, it plays on the beginners' board (BRD-18).

mod kit;

mod beyond;
mod board;
mod building;
mod contenders;
mod development_cards;
mod largest_army;
mod longest_road;
mod points_and_end;
mod probability;
mod production;
mod robber;
mod rulings;
mod set_up;
mod special_building;
mod survey;
mod trade;
mod turn;
mod variants;

mod documented;
mod editions;
mod fill;
mod frame;
mod guesses;
mod laws;
mod perft;
