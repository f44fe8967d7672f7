//! What a table's task is asked for.

use std::sync::Arc;

use brickwood_protocol::Problem;
use brickwood_site::http::clients::ConnectionPermit;
use brickwood_table::room::{Arrival, Input, Reply, RoomRequest};
use tokio::sync::{mpsc, oneshot};

use crate::{admission::PlayerPass, outbox::Outbox};

/// Something that a table's task is asked for.
pub(crate) enum Call {
    /// Something happens to the table, and nobody waits for a reply.
    Tell(Input),
    /// Somebody asks for something.
    Ask(RoomRequest, ReplyTo),
    /// A client has said hello.
    Connect(Arrival, Newcomer, ReplyTo),
}

/// What a client that has said hello has besides its connection.
pub(crate) struct Newcomer {
    /// Where its messages go.
    pub(crate) outbox: Outbox,
    /// Pays for what bots do while the client watches.
    pub(crate) permit: Arc<ConnectionPermit>,
    /// For its welcome, if it has a seat.
    pub(crate) pass: Option<Arc<PlayerPass>>,
}

/// The channel for the reply to a request.
pub(crate) type ReplyTo = oneshot::Sender<Result<Reply, Problem>>;

/// The sending end of the queue of a table's task.
pub(crate) type TableHandle = mpsc::Sender<Call>;
