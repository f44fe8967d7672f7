//! One live table, sans-IO: no socket, no database, no clock.
//!
//! A [`Table`] decides the next lines of its log, and builds the updates for its viewers. A
//! [`Room`](room::Room) drives it: it handles the connections, the turns of bots, the timers, and other
//! writers of the log.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod room;

mod finished;
mod game;
mod log;
mod replay;
mod seats;
mod setup;
mod stored;
mod table;
mod text;
mod trade;
mod view;

pub use finished::{FinishedGame, FinishedSeat, RatedPlayer, RatedSeat, Staying};
pub use log::{LogRecord, RestoreError, digest};
pub use replay::{
    FairnessCheck, FairnessVerdict, PlayedGame, played_game_of_record, read_record,
    replay_of_record, seats_of_bots, seats_of_record,
};
pub use seats::{NetworkMark, People, PersonId, SeatAssignment};
pub use setup::{Setup, fill_board, report_on_board, report_on_draft};
pub use stored::{
    Append, AppendError, CreateError, NewGame, NewLine, NodeId, Presence, StoredGame, Unavailable,
};
pub use table::{Author, Batch, Refusal, Request, Table};
pub use text::{NameLook, clean_name, clean_words, looks, person_name, same_to_the_eye};
pub use view::{Listed, Outline, Progress, Viewer};
