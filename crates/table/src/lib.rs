//! One live table, sans-IO: no socket, no database, no clock. A driver hands in messages and the
//! time, stores what the table proposes, and passes on what each viewer is told.

pub mod protocol;

mod absence;
mod advance;
mod arrange;
mod chance;
mod changes;
mod choices;
mod clock;
mod completion;
mod draft;
mod ending;
mod entry;
mod fairness;
mod fold;
mod game_record;
mod host;
mod idle;
mod negotiation;
mod outline;
mod past;
mod people;
mod record;
mod replay;
mod request;
mod room;
mod seat_line;
mod seating;
mod setup;
mod standing;
mod table;
mod thinking_time;
mod trade_talk;
mod trade_words;
mod update;

pub use arrange::Order;
pub use draft::Batch;
pub use game_record::replay_of_record;
pub use outline::{Listed, Outline, Progress};
pub use people::{GuestId, People, Place};
pub use record::{Record, RestoreError, digest};
pub use request::{Refusal, Request};
pub use setup::Setup;
pub use table::Table;
pub use update::Viewer;
