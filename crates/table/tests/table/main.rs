//! A table as its driver meets it.

mod absence;
mod catching_up;
mod choices;
mod clock;
mod editions;
mod ending;
mod gathering;
mod idle;
mod length;
mod negotiating;
mod offers;
mod page;
mod problems;
mod promises;
mod replays;
mod seating;
mod secrets;
mod set_up;
mod setup;
mod spectators;
mod support;
mod thinking;
