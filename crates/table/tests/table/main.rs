//! Tests of a table through the interface for its driver.

mod absence;
mod catching_up;
mod choices;
mod clock;
mod editions;
mod ending;
mod fair;
mod finished;
mod gathering;
mod idle;
mod length;
mod nasty;
mod negotiating;
mod newcomers;
mod offers;
mod openings;
mod page;
mod promises;
mod rated;
mod replays;
mod seating;
mod secrets;
mod set_up;
mod setup;
mod site_orders;
mod spectators;
mod support;
mod thinking;
#[cfg(feature = "ts")]
mod typescript;
