//! What a table's task is asked for.

use std::sync::Arc;

use brickwood_protocol::{ClientMessage, Problem, SetUpOrder};
use brickwood_rules::Seat;
use brickwood_site::http::clients::ConnectionPermit;
use brickwood_storage::NodeId;
use brickwood_table::{GuestId, room::ConnectionId};
use tokio::sync::{mpsc, oneshot};

use crate::{admission::PlayerPass, outbox::Outbox};

/// Something that a table's task is asked for.
pub(crate) enum Call {
    /// A client has said hello.
    Connect {
        guest: Option<GuestId>,
        /// The last line of the log that the client has.
        after: Option<u32>,
        /// The guests of whose chat the client hears nothing.
        unheard: Vec<GuestId>,
        /// The most spectators at a time.
        spectators: usize,
        outbox: Outbox,
        /// Pays for what bots do while the client watches.
        permit: Arc<ConnectionPermit>,
        /// For its welcome, if it has a seat.
        pass: Option<Arc<PlayerPass>>,
        reply: ReplyTo<ConnectionId>,
    },
    /// A client has sent a message.
    Say {
        connection: ConnectionId,
        message: ClientMessage,
        /// Whether the client's networks have sent too many of this kind.
        too_many: bool,
    },
    /// A text was sent to a client, and the table has more for it.
    HasRead { connection: ConnectionId },
    /// A guest hears nothing of the chat of these from now on.
    Unhear {
        guest: GuestId,
        unheard: Vec<GuestId>,
    },
    /// A client has gone.
    Leave { connection: ConnectionId },
    /// Somebody sits down.
    Join {
        guest: GuestId,
        name: String,
        seat: Option<Seat>,
        /// The guests with whom this one does not sit at a table.
        apart: Vec<GuestId>,
        reply: ReplyTo<()>,
    },
    /// The host changes the set-up of the table.
    SetUp {
        guest: GuestId,
        order: Box<SetUpOrder>,
        reply: ReplyTo<()>,
    },
    /// Somebody wants to play again; the answer is the next table's id.
    Rematch {
        guest: Option<GuestId>,
        reply: ReplyTo<String>,
    },
    /// A guest is forgotten.
    Forget { guest: GuestId, reply: ReplyTo<()> },
    /// Another server may have written to the table's log.
    Hint,
    /// These servers have died, or are presumed dead.
    Gone { nodes: Arc<[NodeId]> },
    /// The storage did not answer at this time, in milliseconds since 1970.
    Away { at_ms: u64 },
}

/// The channel for a command's answer.
pub(crate) type ReplyTo<T> = oneshot::Sender<Result<T, Problem>>;

/// The sending end of the queue of a table's task.
pub(crate) type TableHandle = mpsc::Sender<Call>;
