//! One live table, sans-IO: no socket, no database, no clock.
//!
//! A [`Table`] decides the next lines of its log, and builds the updates for its viewers. A
//! [`Room`](room::Room) drives it: it handles the connections, the turns of bots, the timers, and other
//! writers of the log.

pub mod room;

mod absence;
mod advance;
mod arrange;
mod batch;
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
mod islands;
mod length;
mod log_record;
mod name;
mod negotiation;
mod opening;
mod outline;
mod past;
mod people;
mod play;
mod read_record;
mod replay;
mod request;
mod seat_line;
mod seating;
mod setup;
mod stored;
mod stored_setup;
mod table;
mod table_status;
mod thinking_time;
mod trade_talk;
mod trade_words;
mod turns;
mod update;

pub use batch::Batch;
pub use game_record::{played_game_of_record, replay_of_record};
pub use islands::{fill_board, report_on_draft};
pub use log_record::{LogRecord, RestoreError, digest};
pub use name::{clean_name, person_name};
pub use outline::{Listed, Outline, Progress};
pub use people::{GuestId, People, SeatAssignment};
pub use replay::PlayedGame;
pub use request::{Author, Refusal, Request};
pub use setup::{Setup, report_on_board};
pub use stored::{
    Append, AppendError, Attendance, CreateError, NewGame, NewLine, NodeId, StoredGame, Unavailable,
};
pub use table::Table;
pub use update::Viewer;
