//! The parts of handling an input, and what each of them needs.

use brickwood_protocol::{ClientMessage, Problem, ServerMessage};

use super::change::{Change, Origin};
use super::{Arrival, ConnectionId, Input, Names, RequestId, RoomRequest};

/// A part of handling an input. It is done at once, or ends with a query.
#[derive(Debug)]
pub(super) enum Job {
    /// Does something for which the table has to be in memory: it is read first if need be.
    AtTable(TableJob),
    /// Handles what has happened to the room.
    Take(Input),
    /// Welcomes a client that has all that it missed.
    Greet(Greeting),
    /// Answers the author of a change.
    Answer(Origin, Result<u32, Problem>),
    /// Reads what another node may have written.
    CatchUp,
    /// Reads the table if somebody is connected, and exchanges the presence.
    ReachOut,
    /// Exchanges the presence with the other nodes.
    Meet,
    /// Reads the chat: all lines that are shown, or the new ones.
    ReadChat { all: bool },
    /// After the storage has failed: brings the table up to date for everybody.
    Refresh,
    /// Sends updates to everybody.
    Tell,
    /// Ends the handling of an input.
    Settle,
    /// Starts the bots' turn, and sets the time to try again.
    Idle,
}

/// A job for which the table has to be in memory.
#[derive(Debug)]
pub(super) enum TableJob {
    /// Does what somebody asks for.
    Request(RequestId, RoomRequest),
    /// Connects a client, for which the table was caught up.
    Connect(RequestId, Arrival),
    /// Handles a client's message.
    Hear {
        connection: ConnectionId,
        message: ClientMessage,
        too_many: bool,
    },
    /// Creates the next table for the same people with these random values.
    CreateRematch {
        request: RequestId,
        names: Names,
        attempts: u32,
    },
    /// Puts a change into the log.
    Change(Change),
    /// Exchanges the presence.
    Meet,
}

/// The messages for a new connection after its welcome.
#[derive(Debug)]
pub(super) struct Greeting {
    pub(super) request: RequestId,
    pub(super) connection: ConnectionId,
    /// The rematch, for a client that comes back.
    pub(super) rematch: Option<Box<ServerMessage>>,
}

impl Job {
    pub(super) const fn change(change: Change) -> Self {
        Self::AtTable(TableJob::Change(change))
    }
}
