//! The driver of one table, sans-IO: no socket, no clock, no thread, no database.
//!
//! A [`Room`] decides everything that happens around a [`Table`]: the next lines of its log, the messages
//! to each connection, when bots act, and what to do when another server has written to the same log. Its
//! driver passes it [`Input`]s and the time, and executes its [`Output`]s:
//!
//! 1. [`Room::handle`] takes an input.
//! 2. [`Room::poll_output`] returns what to do next, until there is nothing more. The answer to a
//!    [`Query`] comes back as [`Input::Answer`], the decision of a bot as [`Input::Decided`].
//! 3. At [`Room::next_timer_ms`], the room wants [`Input::Timer`].
//!
//! All times are in milliseconds since 1970.
//!
//! Every change takes the same path: the table proposes it, the log stores it, the table commits it, its
//! author gets the acknowledgement, and everybody gets the update. Inputs are handled one after another:
//! while a query is open, the next ones wait. So no information about a line of the log leaves the room
//! before the line is stored.
//!
//! Bots play while somebody is connected. A table without connections costs nothing, and continues where it
//! was when somebody comes back.

mod advice;
mod allowances;
mod attendance;
mod bot_turns;
mod bots;
mod change;
mod changes;
mod chat;
mod connections;
mod guests;
mod io;
mod kept_bots;
mod loaded;
mod messages;
mod outputs;
mod pace;
mod problems;
mod queries;
mod suggestions;

use std::{collections::VecDeque, sync::Arc};

use brickwood_protocol::{
    BotLevel, BotName, BotPace, ChatLine, Problem, ProblemKind, ServerMessage,
};
use brickwood_rules::SeatSet;

use crate::seats::GuestId;
use crate::stored::{Attendance, NodeId};
use crate::table::{Request, Table};

use advice::Question;
use allowances::Allowances;
use bot_turns::BotTurn;
pub use bots::{AdviceTask, BotTask, Bots};
use change::{Change, Origin};
use connections::Connections;
pub use io::{
    Answer, Arrival, Attended, ConnectionId, Fault, Input, Names, Output, Query, Reply, RequestId,
    TaskId,
};
pub use kept_bots::SeatedBot;
use loaded::LoadedTable;
use outputs::Outputs;
pub use problems::unreadable;
use queries::PendingQuery;

/// How soon a table is read again after the storage has failed, in milliseconds.
const RETRY_MS: u64 = 1000;

/// The configuration that the rooms of one server share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomConfig {
    /// The server.
    pub node: NodeId,
    /// The minimum pace of bots.
    pub pace: BotPace,
    /// The external bots that can take a seat, by name.
    pub external_bots: Vec<BotName>,
}

impl RoomConfig {
    /// Checks that a bot can take a seat here.
    ///
    /// # Errors
    ///
    /// `no_such_bot`, for an external bot that this server does not have.
    pub fn check_bot(&self, level: BotLevel) -> Result<(), Problem> {
        match level {
            BotLevel::Outside { name } if !self.external_bots.contains(&name) => {
                Err(ProblemKind::NoSuchBot {
                    name: name.to_string(),
                }
                .into())
            }
            _ => Ok(()),
        }
    }
}

/// One table and everybody who is connected to it. See the [module](self).
#[derive(Debug)]
pub struct Room {
    id: String,
    config: Arc<RoomConfig>,
    now_ms: u64,
    /// The last known attendance: which node runs the table's clock and bots, and which seats are
    /// connected to any node. Other nodes may have the table in memory, too.
    attendance: Attendance,
    /// The connected seats of this node as the other nodes know them; none if they know of nobody.
    noted: Option<SeatSet>,
    /// Whether the last exchange of attendance succeeded.
    in_touch: bool,
    /// The latest lines of chat, oldest first.
    chat: Vec<ChatLine>,
    allowances: Allowances,
    connections: Connections,
    /// Whether there is news for everybody that is not a line of the log.
    news: bool,
    /// The table as of the log; none before it is needed, and after the log was found to differ.
    loaded: Option<Box<LoadedTable>>,
    /// Whether the connected clients know the rematch.
    knows_rematch: bool,
    /// The current turn of the bots.
    bot_turn: Option<Box<BotTurn>>,
    /// The last line of the log that the bots have thought about.
    thought_about: Option<u32>,
    /// The questions to the coach that are open: the latest of each connection.
    questions: Vec<Question>,
    /// The number of tasks of bots and of the coach so far.
    bot_tasks: u64,
    /// When the storage is asked again after it has failed.
    retry_ms: Option<u64>,
    /// The jobs to do, in their order.
    jobs: VecDeque<Job>,
    /// The open query, with what waits for its answer.
    pending: Option<Box<PendingQuery>>,
    outputs: Outputs,
}

/// A part of handling an input. It is done at once, or ends with a query.
#[derive(Debug)]
enum Job {
    /// Handles what has happened to the room.
    Take(Input),
    /// Connects a client for which the table was caught up.
    Connect(Arrival),
    Greet(Greeting),
    /// Puts a change into the log.
    Change(Change),
    /// Answers the author of a change.
    Answer(Origin, Result<u32, Problem>),
    /// Reads what another node may have written.
    CatchUp,
    /// Reads the table if somebody is connected, and exchanges the attendance.
    ReachOut,
    /// Exchanges the attendance with the other nodes.
    Meet,
    /// Reads the chat: all lines that are shown, or the new ones.
    ReadChat {
        all: bool,
    },
    /// After the storage has failed: brings the table up to date for everybody.
    Refresh,
    /// Sends updates to everybody.
    Tell,
    /// Ends the handling of an input.
    Settle,
    /// Starts the bots' turn, and sets the time to try again.
    Idle,
}

/// The messages for a new connection after its welcome.
#[derive(Debug)]
struct Greeting {
    request: RequestId,
    connection: ConnectionId,
    /// The rematch, for a client that comes back.
    rematch: Option<String>,
}

impl Job {
    /// Whether the table has to be in memory.
    fn needs_table(&self, room: &Room) -> bool {
        match self {
            Self::Take(input) => matches!(
                input,
                Input::Connect(_)
                    | Input::Say { .. }
                    | Input::Join { .. }
                    | Input::SetUp { .. }
                    | Input::Rematch { .. }
            ),
            Self::Connect(_) | Self::Change(_) => true,
            // Without connections, the table is read when somebody comes.
            Self::ReachOut => !room.connections.is_empty(),
            _ => false,
        }
    }
}

impl Room {
    /// The room of a table that is not in memory yet.
    pub fn new(id: String, config: Arc<RoomConfig>) -> Self {
        Self {
            id,
            config,
            now_ms: 0,
            attendance: Attendance::default(),
            noted: None,
            in_touch: true,
            chat: Vec::new(),
            allowances: Allowances::default(),
            connections: Connections::default(),
            news: false,
            loaded: None,
            knows_rematch: false,
            bot_turn: None,
            thought_about: None,
            questions: Vec::new(),
            bot_tasks: 0,
            retry_ms: None,
            jobs: VecDeque::new(),
            pending: None,
            outputs: Outputs::default(),
        }
    }

    /// The table's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether nobody is connected. Such a room can be dropped once its last query is answered: a new one
    /// reads everything that it needs.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// Handles an input. The results come out of [`poll_output`](Self::poll_output).
    ///
    /// # Panics
    ///
    /// If an answer comes that no query has asked for.
    pub fn handle(&mut self, input: Input, now_ms: u64) {
        self.now_ms = now_ms;
        match input {
            // The jobs wait for it.
            Input::Answer(_) => self.take(input),
            _ => self.jobs.extend([Job::Take(input), Job::Settle]),
        }
        while self.pending.is_none()
            && let Some(job) = self.jobs.pop_front()
        {
            if self.loaded.is_none() && job.needs_table(self) {
                self.ask(Query::Load, PendingQuery::Table(job));
            } else {
                self.run(job);
            }
        }
        if self.jobs.is_empty() {
            // Most rooms wait most of the time, and should not keep memory for this.
            self.jobs = VecDeque::new();
        }
    }

    /// The next output for the driver.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop()
    }

    /// When the room wants [`Input::Timer`]; none if nothing is due, or while a query is open.
    pub fn next_timer_ms(&self) -> Option<u64> {
        if self.pending.is_some() {
            return None;
        }
        let of_table = self.loaded.as_ref().and_then(|loaded| {
            let table = &loaded.table;
            let due = table.deadline_ms().filter(|_| self.looks_after());
            due.into_iter()
                .chain(self.connections.shown_at_ms(table))
                .chain(self.connections.watching_due_ms())
                .chain(self.connections.talk_due_ms(table, &self.chat))
                .min()
        });
        let of_bots = self.bot_turn.as_ref().and_then(|turn| turn.due_ms());
        [of_table, of_bots, self.retry_ms]
            .into_iter()
            .flatten()
            .min()
    }

    /// Does a job. The table is in memory if the job needs it.
    fn run(&mut self, job: Job) {
        match job {
            Job::Take(input) => self.take(input),
            Job::Connect(arrival) => self.connect(arrival, true),
            Job::Greet(greeting) => self.greet(greeting),
            Job::Change(change) => self.attempt(change),
            Job::Answer(author, result) => self.answer(author, result),
            Job::CatchUp => self.catch_up(),
            Job::ReachOut => self.first(Job::Meet),
            Job::Meet => self.meet(),
            Job::ReadChat { all } => self.read_chat(all),
            Job::Refresh => {
                self.news = true;
                if self.loaded.is_some() {
                    self.first(Job::Change(Change::advance()));
                }
            }
            Job::Tell => self.tell(),
            Job::Settle if self.has_moved() => self.next([Job::Meet, Job::Tell, Job::Idle]),
            Job::Settle | Job::Idle => {
                self.let_bots_think();
                self.retry_ms = self.is_out_of_date().then(|| self.now_ms + RETRY_MS);
            }
        }
    }

    /// Handles an input. The table is in memory if the input needs it.
    fn take(&mut self, input: Input) {
        match input {
            Input::Connect(arrival) => self.connect(arrival, false),
            Input::Say {
                connection,
                message,
                too_many,
            } => self.hear(connection, message, too_many),
            Input::HasRead { connection } => {
                self.connections.has_read(connection);
                self.tell();
            }
            Input::Leave { connection } => self.connections.remove(connection),
            Input::Join {
                request,
                guest,
                name,
                seat,
            } => self.join(request, guest, name, seat),
            Input::SetUp {
                request,
                guest,
                order,
            } => self.attempt(Change::call(request, guest, Request::SetUp(order))),
            Input::Rematch { request, guest } => self.rematch(request, guest),
            Input::Hint => self.take_hint(),
            Input::Gone { nodes } => self.miss(&nodes),
            Input::Decided { task, choice } => self.bots_decided(task, choice),
            Input::Advised { task, advice } => self.coach_answered(task, advice),
            Input::Answer(answer) => {
                let pending = self.pending.take();
                self.take_answer(*pending.expect("a query is open"), answer);
            }
            Input::Timer => self.keep_time(),
        }
    }

    /// Puts a job before all others.
    fn first(&mut self, job: Job) {
        self.jobs.push_front(job);
    }

    /// Puts jobs before all others, in this order.
    fn next<const N: usize>(&mut self, jobs: [Job; N]) {
        for job in jobs.into_iter().rev() {
            self.first(job);
        }
    }

    /// The table in memory, for a job that needs it.
    fn table(&self) -> &Table {
        &self.loaded.as_ref().expect("it was read").table
    }

    /// Whether people are connected to a table that must be read again, or the last exchange of attendance
    /// failed.
    fn is_out_of_date(&self) -> bool {
        !self.in_touch || (self.loaded.is_none() && !self.connections.is_empty())
    }

    /// Does what is due.
    fn keep_time(&mut self) {
        if self.retry_ms.is_some_and(|due_ms| due_ms <= self.now_ms) {
            return self.next([Job::ReachOut, Job::Refresh, Job::Tell]);
        }
        self.take_turn();
        if self.loaded.is_some() {
            self.next([Job::Change(Change::advance()), Job::Tell]);
        }
    }

    fn connect(&mut self, arrival: Arrival, caught_up: bool) {
        let Arrival {
            request,
            connection,
            guest,
            after,
            spectators,
        } = arrival;
        let head = self.table().head();
        // A client that comes from another node may have seen lines of which this node has no hint yet.
        if !caught_up && after.is_some_and(|seen| seen > head) {
            return self.next([Job::CatchUp, Job::Connect(arrival)]);
        }
        if let Err(problem) = self.admit(guest, spectators) {
            return self.reply(request, Err(problem));
        }
        let loaded = self.loaded.as_ref().expect("it was read");
        let rematch = loaded.rematch.clone();
        if self.connections.is_empty() {
            self.knows_rematch = rematch.is_some();
        }
        // A client that is ahead has seen another log: it gets all of this one.
        let seen = after.filter(|seen| *seen <= head).unwrap_or(0);
        self.connections.add(&loaded.table, connection, guest, seen);
        self.next([
            Job::Meet,
            Job::Change(Change::advance()),
            Job::Tell,
            Job::ReadChat { all: true },
            Job::Greet(Greeting {
                request,
                connection,
                rematch: rematch.filter(|_| after.is_some()),
            }),
        ]);
    }

    /// Checks that one more client can be connected.
    fn admit(&self, guest: Option<GuestId>, spectators: usize) -> Result<(), Problem> {
        let table = self.table();
        if let Some(problem) = table.shut_out(guest) {
            return Err(problem);
        }
        let only_watches = table.viewer(guest, None).is_spectator();
        if only_watches && self.connections.spectators() >= spectators {
            return Err(ProblemKind::TooManySpectators.into());
        }
        Ok(())
    }

    fn greet(&mut self, greeting: Greeting) {
        let Greeting {
            request,
            connection,
            rematch,
        } = greeting;
        self.connections
            .show_watching(&mut self.outputs, connection);
        // A client that comes back may have missed the rematch.
        if let Some(table) = rematch {
            let message = ServerMessage::Rematch { table };
            self.outputs.send(vec![connection], message);
        }
        self.reply(request, Ok(Reply::Done));
    }

    /// Sends updates: to everybody if there is news, or else to those who have not seen the last step.
    fn tell(&mut self) {
        let Some(loaded) = &self.loaded else { return };
        let (table, outputs) = (&loaded.table, &mut self.outputs);
        let news = std::mem::take(&mut self.news);
        self.connections.update(outputs, table, news, self.now_ms);
        self.connections.tell_watching(outputs, self.now_ms);
        self.connections
            .tell_talk(outputs, table, &self.chat, self.now_ms);
        // The rematch may have been created on another node.
        if let Some(table) = loaded.rematch.clone().filter(|_| !self.knows_rematch) {
            self.knows_rematch = true;
            let message = ServerMessage::Rematch { table };
            self.connections.send_all(outputs, message);
        }
    }
}
