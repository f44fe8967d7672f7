//! A table as its driver meets it.

mod absence;
mod choices;
mod clock;
mod editions;
mod gathering;
mod offers;
mod page;
mod promises;
mod replays;
mod secrets;
mod setup;
mod support;
