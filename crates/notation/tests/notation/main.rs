//! Everything that is written as text, and read back.

mod boards;
mod book;
mod errors;
mod lessons;
mod playthroughs;
mod positions;
mod records;
mod round_trip;
