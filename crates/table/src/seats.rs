//! The people of a table, and everything that happens to them: seats that are taken, given up and asked for, the host,
//! absences, remedies and votes. It drafts lines and knows the table, but not who is shown what.

mod absence;
mod apart;
mod arrange;
mod companion;
mod ending;
mod host;
mod idle;
mod newcomers;
mod people;
mod rated;
mod seating;
mod site_order;
mod table_status;

pub(crate) use absence::{Consequence, Patience, Presence};
pub(crate) use people::{Asking, FORGOTTEN, Removed};
pub use people::{NetworkMark, People, PersonId, SeatAssignment};
pub(crate) use rated::check_rated;
pub(crate) use seating::ASKED_MS;
pub(crate) use table_status::{PAUSE_MS, Pause, TableStatus, VOTE_MS, moved_up};
