//! What goes into a room and what comes out of it.

use std::sync::Arc;

use brickwood_rules::{Seat, SeatSet};
use thiserror::Error;

use super::BotTask;
use crate::people::GuestId;
use crate::protocol::{ChatLine, ClientMessage, Problem, ServerMessage, SetUpOrder};
use crate::record::RestoreError;
use crate::request::Request;
use crate::stored::{
    Append, AppendError, Attendance, CreateError, NewGame, NewLine, NodeId, StoredGame, Tail,
    Unavailable,
};

/// A client's connection to a room. The driver chooses it and never uses one twice for a room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// A request whose [`Output::Reply`] the driver waits for. The driver chooses it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RequestId(pub u64);

/// A [`BotTask`] that the driver works on. The room chooses it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TaskId(pub(super) u64);

/// Something that happens to a room.
#[derive(Debug)]
pub enum Input {
    /// A client has said hello. The reply comes once it has been welcomed.
    Connect {
        /// The request.
        request: RequestId,
        /// The new connection. If the request is refused, there is none.
        connection: ConnectionId,
        /// Whose it is; none for a stranger.
        guest: Option<GuestId>,
        /// The last line of the log that the client has.
        after: Option<u32>,
        /// How many may watch the table at a time.
        spectators: usize,
    },
    /// A client says something.
    Say {
        /// On this connection.
        connection: ConnectionId,
        /// What it says.
        message: ClientMessage,
    },
    /// A client was sent a message after which there is [more](Output::Send).
    HasRead {
        /// On this connection.
        connection: ConnectionId,
    },
    /// A client has gone, or does not keep up with what it is sent.
    Leave {
        /// The connection that is no more.
        connection: ConnectionId,
    },
    /// A guest sits down.
    Join {
        /// The request.
        request: RequestId,
        /// The guest.
        guest: GuestId,
        /// The name that the others see.
        name: String,
        /// Which seat; any that is open if none is named.
        seat: Option<Seat>,
    },
    /// The host sets the table up in another way.
    SetUp {
        /// The request.
        request: RequestId,
        /// Who asks for it.
        guest: GuestId,
        /// The other way.
        order: Box<SetUpOrder>,
    },
    /// A guest wants to play again.
    Rematch {
        /// The request; the reply is [`Reply::Table`].
        request: RequestId,
        /// Who asks for it.
        guest: Option<GuestId>,
    },
    /// Another node may have written about the table.
    Hint,
    /// These nodes have died, or were taken for dead.
    Gone {
        /// Their names.
        nodes: Arc<[NodeId]>,
    },
    /// A bot has come to a decision.
    Decided {
        /// The task.
        task: TaskId,
        /// What is done from which seat; none if no bot finds anything to do.
        choice: Option<(Seat, Request)>,
    },
    /// The answer to the query that is open.
    Answer(Answer),
    /// The time of [`Room::next_timer_ms`](super::Room::next_timer_ms) has come.
    Timer,
}

/// Something that the driver has to do.
#[derive(Debug)]
pub enum Output {
    /// Send a message. One that cannot be sent ends the connection: see [`Input::Leave`].
    Send {
        /// To these connections.
        to: Vec<ConnectionId>,
        /// The message.
        message: Box<ServerMessage>,
        /// Whether to say [`Input::HasRead`] once it is sent.
        more: bool,
    },
    /// Close a connection whose guest may no longer watch.
    Close {
        /// Which; the room has forgotten it.
        connection: ConnectionId,
    },
    /// Answer a request.
    Reply {
        /// The request.
        request: RequestId,
        /// What has become of it.
        result: Result<Reply, Problem>,
    },
    /// Ask the storage. Nothing else happens in the room before [`Input::Answer`], and no other query
    /// is open meanwhile.
    Query(Query),
    /// Let bots decide something, in place of what they were asked before.
    Decide {
        /// Comes back with [`Input::Decided`].
        task: TaskId,
        /// What is to be decided.
        work: BotTask,
    },
    /// The open bot task is void: its decision would be ignored.
    Overtaken,
    /// Write something to the server's own log.
    Report(Fault),
}

/// What a request leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It is done.
    Done,
    /// The next table has this id.
    Table(String),
}

/// What a room asks of its storage.
#[derive(Debug)]
pub enum Query {
    /// Everything that is stored of the table.
    Load,
    /// What has been stored after a line.
    Tail {
        /// The last known line.
        after: u32,
    },
    /// Append to the log.
    Append(Box<Append>),
    /// Ask who is there, on all nodes; and claim the lease of the table if somebody is here and
    /// nobody holds it.
    Attend {
        /// The seats for which somebody is connected here; none if nobody is.
        here: Option<SeatSet>,
        /// Whether the other nodes have to be told first who is here.
        note: bool,
    },
    /// Store a line of chat.
    Say(NewLine),
    /// The latest lines of chat.
    Chat {
        /// After this line.
        after: u32,
        /// At most this many.
        limit: u32,
    },
    /// An id, a secret and a code for another table.
    Names,
    /// Create a game.
    Create(Box<NewGame>),
}

/// The answer to a [`Query`].
#[derive(Debug)]
pub enum Answer {
    /// To [`Query::Load`]; none if there is no such table.
    Loaded(Result<Option<Box<StoredGame>>, Unavailable>),
    /// To [`Query::Tail`]; none if there is no such table, or its log is shorter.
    Tail(Result<Option<Box<Tail>>, Unavailable>),
    /// To [`Query::Append`].
    Appended(Result<(), AppendError>),
    /// To [`Query::Attend`].
    Attended(Result<Attended, Unavailable>),
    /// To [`Query::Say`].
    Said(Result<ChatLine, Unavailable>),
    /// To [`Query::Chat`].
    Chat(Result<Vec<ChatLine>, Unavailable>),
    /// To [`Query::Names`].
    Names(Result<Names, Unavailable>),
    /// To [`Query::Create`].
    Created(Result<(), CreateError>),
}

/// Who is there, on all nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attended {
    /// Who is there, with the lease as it is now.
    pub attendance: Attendance,
    /// Whether nobody held the lease before this node did: after a crash, a restart, or a long rest.
    pub was_free: bool,
}

/// What makes a new table unlike all others. All of it is random.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The id.
    pub id: String,
    /// The secret from which its chance follows.
    pub seed: [u8; 32],
    /// The code for those who cannot follow a link.
    pub code: String,
}

/// What should not happen, for those who run the server.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The log is not what this version would have written.
    #[error("a log cannot be replayed: {0}")]
    Log(RestoreError),
    /// A bot's decision cannot be carried out.
    #[error("a bot has failed: {} ({choice:?})", .problem.message)]
    Bot {
        /// What it wanted.
        choice: Option<(Seat, Request)>,
        /// What is wrong with it.
        problem: Problem,
    },
    /// Nor can what was to be done instead.
    #[error("nobody can stand in for a bot: {}", .0.message)]
    StandIn(Problem),
}
