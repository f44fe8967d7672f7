//! Everything that is written as text, and read back.

mod boards;
mod book;
mod errors;
mod playthroughs;
mod positions;
mod records;
mod round_trip;
mod scenes;
