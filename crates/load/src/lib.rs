//! Clients that play by themselves, as many as a server bears. Everything that they are told is kept
//! in a [`Ledger`], to be compared with the server's log afterwards.
//!
//! They act at fixed times, however long the server takes, and count how long it took from the time at
//! which an action was due: a server that stalls is not spared the actions that it has held up.

pub mod choose;
mod deliveries;
mod http;
mod ledger;
mod pace;
mod player;
mod reading;
mod retry;
mod run;
mod socket;
mod visits;
mod watcher;

pub use http::{Guest, HttpError};
pub use ledger::{Acknowledged, Ledger, Notes, Recovery, Refused, Seen};
pub use run::{Plan, Run, Seated, Told};
