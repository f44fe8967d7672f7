//! The inputs and outputs of a room. They cross to the worker of a page as they are: as JSON, and declared for it.

use std::sync::Arc;

use brickwood_protocol::{
    Advice, ChatLine, ClientMessage, Command, Problem, ServerMessage, SetUpOrder,
};
use brickwood_rules::{Seat, SeatSet};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use thiserror::Error;

use super::{AdviceTask, BotTask};
use crate::log::RestoreError;
use crate::seats::{NetworkMark, PersonId};
use crate::stored::{
    Append, AppendError, CreateError, NewGame, NewLine, NodeId, Presence, StoredGame, Unavailable,
};

/// A client's connection to a room. The driver chooses it and never uses one twice for a room.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[ts(type = "number")]
pub struct ConnectionId(pub u64);

/// A request whose [`Output::Reply`] the driver waits for. The driver chooses it.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[ts(type = "number")]
pub struct RequestId(pub u64);

/// A [`BotTask`] or [`AdviceTask`] that the driver works on. The room chooses it.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[ts(type = "number")]
pub struct TaskId(pub(super) u64);

/// A client that wants to be connected.
#[wire(room)]
#[derive(Clone, Debug, Deserialize)]
pub struct Arrival {
    /// The new connection. If the request is refused, there is none.
    pub connection: ConnectionId,
    /// Its person; none for a stranger.
    pub person: Option<PersonId>,
    /// The last line of the log that the client has.
    pub after: Option<u32>,
    /// The most spectators at a time.
    pub spectators: usize,
    /// The people of whose chat the client hears nothing, because its own has blocked them.
    #[serde(default)]
    #[ts(skip)]
    pub unheard: Vec<PersonId>,
}

/// Something that happens to a room.
#[wire(room)]
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Input {
    /// Somebody asks for something, and waits for [`Output::Reply`].
    Request { id: RequestId, request: RoomRequest },
    /// A client has sent a message.
    Say {
        connection: ConnectionId,
        message: ClientMessage,
        /// Whether the client has sent too many of this kind. Then it is refused, unless it is stored already.
        too_many: bool,
    },
    /// A message was sent after which there is [more](Output::Send).
    HasRead { connection: ConnectionId },
    /// A client has gone, or does not keep up with its messages.
    Leave {
        /// The closed connection.
        connection: ConnectionId,
    },
    /// A person hears nothing of the chat of these from now on.
    #[serde(skip)]
    #[ts(skip)]
    Unhear {
        /// Who.
        person: PersonId,
        /// Of whom.
        unheard: Vec<PersonId>,
    },
    /// Another node may have written something about the table.
    Hint,
    /// These nodes have died, or are presumed dead.
    #[serde(skip)]
    #[ts(skip)]
    Gone {
        /// Their ids.
        nodes: Arc<[NodeId]>,
    },
    /// The storage did not answer: nobody could act, wherever they are connected.
    #[serde(skip)]
    #[ts(skip)]
    Away {
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
    /// A bot has come to a decision.
    #[serde(skip)]
    #[ts(skip)]
    Decided {
        task: TaskId,
        /// The request, with its seat; none if no bot finds anything to do.
        choice: Option<(Seat, Command)>,
    },
    /// The coach has answered.
    #[serde(skip)]
    #[ts(skip)]
    Advised {
        task: TaskId,
        /// The advice; none if there is none.
        advice: Option<Advice>,
    },
    /// The answer to the query that is open.
    Answer(Answer),
    /// The time of [`Room::next_timer_ms`](super::Room::next_timer_ms) has come.
    Timer,
}

/// What somebody asks a room for.
#[wire(room)]
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum RoomRequest {
    /// A client has said hello. The reply comes after its welcome.
    Connect(Arrival),
    /// A person sits down.
    Join {
        person: PersonId,
        /// The name that the others see.
        name: String,
        /// The seat; none for any open one.
        seat: Option<Seat>,
        /// The people with whom this one does not sit at a table: one has blocked the other.
        #[serde(default)]
        #[ts(skip)]
        apart: Vec<PersonId>,
        /// The network from which the person comes, as far as it is known.
        #[serde(default)]
        #[ts(skip)]
        network: Option<NetworkMark>,
    },
    /// The host changes the set-up of the table.
    SetUp {
        /// The person who asks for it.
        person: PersonId,
        /// The new set-up.
        order: Box<SetUpOrder>,
    },
    /// A person wants to play again; the reply is [`Reply::Table`].
    Rematch {
        /// The person who asks for it.
        person: Option<PersonId>,
    },
    /// A person is forgotten: their seats are given up, and no name of theirs is left.
    #[serde(skip)]
    #[ts(skip)]
    Forget {
        /// The person, whose devices are gone.
        person: PersonId,
    },
    /// The host of the site closes the table.
    #[serde(skip)]
    #[ts(skip)]
    Close,
    /// The host of the site takes a name from a person.
    #[serde(skip)]
    #[ts(skip)]
    TakeName {
        /// The person.
        person: PersonId,
        /// The name.
        name: String,
    },
}

/// Something that the driver must do.
#[wire(room)]
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Output {
    /// Send a message. One that cannot be sent ends the connection: see [`Input::Leave`].
    Send {
        /// The connections.
        to: Vec<ConnectionId>,
        message: Box<ServerMessage>,
        /// Whether to say [`Input::HasRead`] once it is sent.
        more: bool,
    },
    /// Close a connection whose person may no longer watch.
    Close {
        /// The connection, which the room has forgotten.
        connection: ConnectionId,
    },
    /// Answer a request.
    Reply {
        request: RequestId,
        result: Result<Reply, Problem>,
    },
    /// Ask the storage. Nothing else happens in the room before [`Input::Answer`], and no other query is
    /// open until then.
    Query(Query),
    /// Run a bot task instead of the one before.
    Decide {
        /// Comes back with [`Input::Decided`].
        task: TaskId,
        /// The task.
        #[serde(skip)]
        #[ts(skip)]
        work: BotTask,
    },
    /// The open bot task is void: its decision would be ignored.
    Overtaken,
    /// Ask the coach.
    Advise {
        /// Comes back with [`Input::Advised`].
        task: TaskId,
        /// The question.
        #[serde(skip)]
        #[ts(skip)]
        work: AdviceTask,
    },
    /// Write something to the server's own log.
    Report(
        #[serde(serialize_with = "in_words")]
        #[ts(type = "{ text: string }")]
        Fault,
    ),
}

fn in_words<S: Serializer>(fault: &Fault, serializer: S) -> Result<S::Ok, S::Error> {
    let mut report = serializer.serialize_struct("Report", 1)?;
    report.serialize_field("text", &fault.to_string())?;
    report.end()
}

/// The reply to a request.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It is done.
    Done,
    /// The next table has this id.
    Table(String),
}

/// A query of a room to its storage.
#[wire(room)]
#[derive(Debug, Serialize)]
#[serde(tag = "query", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Query {
    /// Everything that is stored of the table.
    Load,
    /// The changes after a line.
    Tail {
        /// The last known line.
        after: u32,
    },
    /// Append to the log.
    Append(Box<Append>),
    /// Read the presence on all nodes, and claim the lease of the table if somebody is connected here and
    /// nobody holds it.
    Attend {
        /// The seats for which somebody is connected here; none if nobody is.
        here: Option<SeatSet>,
        /// Whether to store these seats first, for the other nodes.
        note: bool,
    },
    /// Store a line of chat.
    Say(NewLine),
    /// The line of chat that a seat has sent with this key.
    FindLine { seat: Seat, key: u64 },
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

impl Query {
    /// The answer to it if the storage fails.
    pub const fn failed(&self) -> Answer {
        match self {
            Self::Load => Answer::Loaded(Err(Unavailable)),
            Self::Tail { .. } => Answer::Tail(Err(Unavailable)),
            Self::Append(_) => Answer::Appended(Err(AppendError::Unavailable(Unavailable))),
            Self::Attend { .. } => Answer::Attended(Err(Unavailable)),
            Self::Say(_) => Answer::Said(Err(Unavailable)),
            Self::FindLine { .. } => Answer::Found(Err(Unavailable)),
            Self::Chat { .. } => Answer::Chat(Err(Unavailable)),
            Self::Names => Answer::Names(Err(Unavailable)),
            Self::Create(_) => Answer::Created(Err(CreateError::Unavailable(Unavailable))),
        }
    }
}

/// The answer to a [`Query`].
#[wire(room)]
#[derive(Debug, Deserialize)]
#[serde(tag = "answer", content = "result", rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::Load`]; none if there is no such table.
    Loaded(Result<Option<Box<StoredGame>>, Unavailable>),
    /// To [`Query::Tail`]; none if there is no such table, or its log is shorter.
    Tail(Result<Option<Box<StoredGame>>, Unavailable>),
    /// To [`Query::Append`].
    Appended(Result<(), AppendError>),
    /// To [`Query::Attend`].
    Attended(Result<Attended, Unavailable>),
    /// To [`Query::Say`].
    Said(Result<ChatLine, Unavailable>),
    /// To [`Query::FindLine`]: the line's number, if there is one.
    Found(Result<Option<u32>, Unavailable>),
    /// To [`Query::Chat`].
    Chat(Result<Vec<ChatLine>, Unavailable>),
    /// To [`Query::Names`].
    Names(Result<Names, Unavailable>),
    /// To [`Query::Create`].
    Created(Result<(), CreateError>),
}

impl Answer {
    /// Whether the storage has failed.
    pub(super) const fn is_failed(&self) -> bool {
        match self {
            Self::Loaded(answer) | Self::Tail(answer) => answer.is_err(),
            Self::Appended(answer) => matches!(answer, Err(AppendError::Unavailable(_))),
            Self::Attended(answer) => answer.is_err(),
            Self::Said(answer) => answer.is_err(),
            Self::Found(answer) => answer.is_err(),
            Self::Chat(answer) => answer.is_err(),
            Self::Names(answer) => answer.is_err(),
            Self::Created(answer) => matches!(answer, Err(CreateError::Unavailable(_))),
        }
    }
}

/// The presence on all nodes.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Attended {
    /// The presence, with the current lease.
    pub presence: Presence,
    /// Whether nobody held the lease before this node did: after a crash, a restart, or a long pause.
    pub was_free: bool,
}

/// The random values that identify a new table.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Names {
    /// The id.
    pub id: String,
    /// The secret from which its chance outcomes follow.
    #[ts(type = "number[]")]
    pub seed: [u8; 32],
    /// The code for people who cannot follow a link.
    pub code: String,
}

/// A fault for the server's own log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The log is not what this version would have written.
    #[error("a log cannot be replayed: {0}")]
    Log(RestoreError),
    /// A bot's decision cannot be carried out.
    #[error("a bot has failed: {} ({choice:?})", .problem.message)]
    Bot {
        /// Its decision.
        choice: Option<(Seat, Command)>,
        /// The reason.
        problem: Problem,
    },
    /// The stand-in's decision cannot be carried out either.
    #[error("nobody can stand in for a bot: {}", .0.message)]
    StandIn(Problem),
}

/// Writes the declarations of all that goes in and comes out in TypeScript.
///
/// # Errors
///
/// If a file cannot be written.
#[cfg(feature = "ts")]
pub fn declarations(config: &ts_rs::Config) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS;

    Input::export_all(config)?;
    Output::export_all(config)
}
