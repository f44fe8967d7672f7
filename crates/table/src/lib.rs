//! One live table, sans-IO: no socket, no database, no clock. A driver hands in messages and the
//! time, stores what the table proposes, and passes on what each viewer is told.

pub mod protocol;

mod chance;
mod choices;
mod clock;
mod game_record;
mod record;
mod replay;
mod setup;
mod suggestions;
mod table;
mod update;

pub use game_record::replay_of_record;
pub use record::{Record, RestoreError, digest};
pub use setup::{SeatSetup, Setup};
pub use table::{Batch, Refusal, Request, Table};
