//! The module for browsers, called as the page calls it.

mod advice;
mod exercise;
mod records;
mod same_game;
#[cfg(feature = "ts")]
mod typescript;
