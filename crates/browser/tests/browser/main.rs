//! The module for browsers, called as the page calls it.

mod advice;
mod driver;
mod same_game;
