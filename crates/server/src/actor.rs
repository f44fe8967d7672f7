//! The task of one table: it passes inputs to its [`Room`], and executes the outputs.
//!
//! The room decides everything; the task has the sockets, the storage, the clock and the processors.

mod bot_budget;
mod storage;

use std::{collections::HashMap, sync::Arc, time::Duration};

use brickwood_protocol::{Advice, Command, Problem, ServerMessage, TableInfo};
use brickwood_rules::Seat;
use brickwood_site::http::metrics;
use brickwood_storage::{Storage, now_ms, tag};
use brickwood_table::{
    NodeId,
    room::{
        Answer, ConnectionId, Input, Output, Query, Reply, RequestId, Room, RoomConfig,
        RoomRequest, TaskId,
    },
};
use tokio::{sync::mpsc, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tungstenite::Utf8Bytes;

use crate::{
    admission::PlayerPass,
    bots::BotPool,
    call::{Call, ReplyTo},
    outbox::Outbox,
};
use bot_budget::BotBudget;

/// How long a table stays in memory when nobody is connected.
const IDLE: Duration = Duration::from_mins(1);

/// The task of one table.
pub(crate) struct Actor {
    room: Room,
    node: NodeId,
    log: Arc<dyn Storage>,
    bots: BotPool,
    /// Cancelled when the server stops, and all connections end with it.
    stopping: CancellationToken,
    /// The connections, by their numbers.
    receivers: Vec<Receiver>,
    bot_budget: BotBudget,
    /// The callers that wait for replies.
    callers: HashMap<RequestId, Caller>,
    next_request: u64,
    /// The task that the bots work on.
    thinking: JoinSet<(TaskId, Option<(Seat, Command)>)>,
    /// The questions that the coach works on.
    advising: JoinSet<(TaskId, Option<Advice>)>,
}

/// Where the messages of a connection go.
struct Receiver {
    connection: ConnectionId,
    outbox: Outbox,
    pass: Option<Arc<PlayerPass>>,
}

/// A caller that waits for a reply.
struct Caller {
    reply: ReplyTo,
    /// The connection that it asks for.
    connection: Option<ConnectionId>,
}

impl Actor {
    pub(crate) fn new(
        id: String,
        config: Arc<RoomConfig>,
        log: Arc<dyn Storage>,
        bots: BotPool,
        stopping: CancellationToken,
    ) -> Self {
        Self {
            node: config.node,
            room: Room::new(id, config),
            log,
            bots,
            stopping,
            receivers: Vec::new(),
            bot_budget: BotBudget::default(),
            callers: HashMap::new(),
            next_request: 0,
            thinking: JoinSet::new(),
            advising: JoinSet::new(),
        }
    }

    /// Keeps the table until nobody has asked for it for a while. `retire` closes the queue and forgets the
    /// table, or answers `false` if a call has come meanwhile.
    pub(crate) async fn run(
        mut self,
        mut calls: mpsc::Receiver<Call>,
        retire: impl Fn(&mut mpsc::Receiver<Call>) -> bool,
    ) {
        let _alive = metrics::live_table();
        loop {
            let timer = self.room.next_timer_ms();
            let input = tokio::select! {
                call = calls.recv() => match call {
                    Some(call) => self.input(call),
                    None => return,
                },
                Some(decided) = self.thinking.join_next() => match decided {
                    Ok((task, choice)) => Input::Decided { task, choice },
                    // It was aborted.
                    Err(_) => continue,
                },
                Some(advised) = self.advising.join_next() => match advised {
                    Ok((task, advice)) => Input::Advised { task, advice },
                    // It has failed.
                    Err(_) => continue,
                },
                () = tokio::time::sleep(IDLE), if self.room.is_empty() => {
                    if retire(&mut calls) {
                        return;
                    }
                    continue;
                }
                () = until(timer) => Input::Timer,
            };
            // Boxed, because this future is large and seldom runs: most tables only wait.
            Box::pin(self.drive(input)).await;
        }
    }

    /// Passes an input to the room, and executes its outputs.
    async fn drive(&mut self, input: Input) {
        self.room.handle(input, now_ms());
        while let Some(output) = self.room.poll_output() {
            match output {
                Output::Send { to, message, more } => self.send(&to, *message, more),
                Output::Close { connection } => drop(self.remove(connection)),
                Output::Reply { request, result } => self.reply(request, result),
                Output::Query(query) => {
                    let answer = self.answer(query).await;
                    self.room.handle(Input::Answer(answer), now_ms());
                }
                Output::Decide { task, work } => {
                    self.thinking.abort_all();
                    let (paid, decision) = (
                        self.bot_budget.clone().pay(),
                        self.bots.clone().decide(work),
                    );
                    self.thinking.spawn(async move {
                        paid.await;
                        (task, decision.await)
                    });
                }
                Output::Advise { task, work } => {
                    let advice = self.bots.clone().advise(work);
                    self.advising.spawn(async move { (task, advice.await) });
                }
                Output::Overtaken => self.thinking.abort_all(),
                Output::Report(fault) => {
                    tracing::error!(table = tag(&self.room.id()), "{fault}");
                }
            }
        }
    }

    async fn answer(&self, query: Query) -> Answer {
        storage::answer(&*self.log, self.node, self.room.id(), query).await
    }

    /// The room's input for a call.
    fn input(&mut self, call: Call) -> Input {
        match call {
            Call::Tell(input) => {
                if let Input::Leave { connection } = input {
                    self.remove(connection);
                }
                input
            }
            Call::Ask(request, reply) => self.request(request, reply, None),
            Call::Connect(arrival, newcomer, reply) => {
                let connection = arrival.connection;
                self.bot_budget.add(connection, newcomer.permit);
                let receiver = Receiver {
                    connection,
                    outbox: newcomer.outbox,
                    pass: newcomer.pass,
                };
                // Clients may come in another order than that in which they were numbered.
                let place = self.place(connection).unwrap_or_else(|place| place);
                self.receivers.insert(place, receiver);
                self.request(RoomRequest::Connect(arrival), reply, Some(connection))
            }
        }
    }

    /// A new request, whose reply goes to its caller.
    fn request(
        &mut self,
        request: RoomRequest,
        reply: ReplyTo,
        connection: Option<ConnectionId>,
    ) -> Input {
        let id = RequestId(self.next_request);
        self.next_request += 1;
        self.callers.insert(id, Caller { reply, connection });
        Input::Request { id, request }
    }

    fn reply(&mut self, request: RequestId, result: Result<Reply, Problem>) {
        let Some(caller) = self.callers.remove(&request) else {
            return;
        };
        if let (Some(connection), Err(_)) = (caller.connection, &result) {
            self.remove(connection);
        }
        // The caller may be gone already.
        let _ = caller.reply.send(result);
    }

    /// Puts a message into the outboxes of its recipients.
    fn send(&mut self, to: &[ConnectionId], mut message: ServerMessage, more: bool) {
        match &mut message {
            ServerMessage::Ack { .. } => metrics::action_accepted(),
            ServerMessage::Refused { problem, .. } => metrics::action_refused(problem.code()),
            // It is for one connection.
            ServerMessage::Welcome { table, pass, .. } => *pass = self.pass(to, table),
            _ => {}
        }
        let text = serde_json::to_string(&message);
        let text = Utf8Bytes::from(text.expect("messages have nothing that JSON has not"));
        for connection in to {
            let Ok(place) = self.place(*connection) else {
                continue;
            };
            if !self.receivers[place].outbox.put(text.clone(), more) {
                self.remove(*connection);
                // Nobody leaves of their own accord any more: the log would say so.
                if self.stopping.is_cancelled() {
                    continue;
                }
                let connection = *connection;
                self.room.handle(Input::Leave { connection }, now_ms());
            }
        }
    }

    fn remove(&mut self, connection: ConnectionId) -> Option<Outbox> {
        self.bot_budget.remove(connection);
        let place = self.place(connection).ok()?;
        Some(self.receivers.remove(place).outbox)
    }

    /// The pass of a welcome: for a viewer who has a seat.
    fn pass(&self, to: &[ConnectionId], table: &TableInfo) -> Option<String> {
        let [connection] = to else { return None };
        let receiver = self.receivers.get(self.place(*connection).ok()?)?;
        receiver.pass.as_ref()?.give(!table.yours.is_empty())
    }

    fn place(&self, connection: ConnectionId) -> Result<usize, usize> {
        (self.receivers).binary_search_by_key(&connection, |one| one.connection)
    }
}

/// Waits until this time; for ever if there is none.
async fn until(due_ms: Option<u64>) {
    match due_ms {
        Some(due_ms) => {
            tokio::time::sleep(Duration::from_millis(due_ms.saturating_sub(now_ms()))).await;
        }
        None => std::future::pending().await,
    }
}
