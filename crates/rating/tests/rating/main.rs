//! Ratings of players.

mod population;
mod ratings;
