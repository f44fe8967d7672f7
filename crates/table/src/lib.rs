//! One live table, sans-IO: no socket, no database, no clock.
//!
//! A [`Table`] decides what its log gets next and what each viewer is told. A [`Room`](room::Room) drives
//! it: it knows who is connected, when bots act and clocks run out, and what else writes to the log.

pub mod protocol;
pub mod room;

mod absence;
mod advance;
mod arrange;
mod chance;
mod changes;
mod characters;
mod chat_text;
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
mod length;
mod name;
mod negotiation;
mod outline;
mod past;
mod people;
mod record;
mod replay;
mod request;
mod seat_line;
mod seating;
mod setup;
mod standing;
mod stored;
mod table;
mod thinking_time;
mod trade_talk;
mod trade_words;
mod update;

pub use arrange::Order;
pub use draft::Batch;
pub use game_record::replay_of_record;
pub use name::clean_name;
pub use outline::{Listed, Outline, Progress};
pub use people::{GuestId, People, Place};
pub use record::{Record, RestoreError, digest};
pub use request::{Refusal, Request};
pub use setup::Setup;
pub use stored::{
    Append, AppendError, Attendance, CreateError, NewGame, NewLine, NodeId, StoredGame, Tail,
    Unavailable,
};
pub use table::Table;
pub use update::Viewer;
