//! One live table, sans-IO: no socket, no database, no clock. A driver hands in messages and the
//! time, stores what the table proposes, and passes on what each viewer is told.

pub mod protocol;

mod absence;
mod arrange;
mod chance;
mod choices;
mod clock;
mod completion;
mod draft;
mod entry;
mod fairness;
mod game_record;
mod people;
mod record;
mod replay;
mod setup;
mod standing;
mod suggestions;
mod table;
mod thinking_time;
mod update;

pub use arrange::Order;
pub use draft::Batch;
pub use game_record::replay_of_record;
pub use people::{GuestId, People, Place};
pub use record::{Record, RestoreError, digest};
pub use setup::Setup;
pub use table::{Refusal, Request, Table};
pub use update::Viewer;
