//! The lines of a table's log: what each says, and how it is stored. It knows the rules and the set-up of a
//! table, and nothing of its people or of who is told what.

mod changes;
mod entry;
mod record;
mod seat_line;
mod trade_words;

pub(crate) use changes::Changes;
pub(crate) use entry::{Entry, Pauser};
pub use record::{LogRecord, RestoreError, digest};
pub(crate) use seat_line::SeatLine;
