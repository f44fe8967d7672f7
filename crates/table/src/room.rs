//! The driver of one table, sans-IO: no socket, no clock, no thread, no database.
//!
//! A [`Room`] decides everything that happens around a [`Table`](crate::Table): the next lines of its log, the messages
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
mod bot_turns;
mod bots;
mod change;
mod changes;
mod chat;
mod connections;
mod io;
mod jobs;
mod kept_bots;
mod loaded;
mod messages;
mod outputs;
mod pace;
mod presence;
mod problems;
mod queries;
mod rematches;
mod suggestions;

use std::{collections::VecDeque, sync::Arc};

use brickwood_protocol::{BotLevel, BotName, BotPace, ChatLine, Problem, ProblemKind};

use crate::seats::PersonId;
use crate::stored::NodeId;
use crate::table::{Line, Request};

use advice::Questions;
use allowances::Allowances;
use bot_turns::BotTurns;
pub use bots::{AdviceTask, BotTask, Bots};
use change::Change;
use connections::Connections;
#[cfg(feature = "ts")]
pub use io::declarations;
pub use io::{
    Answer, Arrival, Attended, ConnectionId, Fault, Input, Names, Output, Query, Reply, RequestId,
    RoomRequest, TaskId,
};
use jobs::{Greeting, Job, TableJob};
pub use kept_bots::SeatedBot;
use loaded::LoadedTable;
use outputs::Outputs;
use presence::KnownPresence;
pub use problems::unreadable;
use queries::PendingQuery;

/// How soon a table is read again after the storage has failed, in milliseconds.
const RETRY_MS: u64 = 1000;

/// A storage that takes longer for an answer was away for the players, in milliseconds.
const HELD_UP_MS: u64 = 3000;

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
    /// The table as of the log; none before it is needed, and after the log was found to differ.
    loaded: Option<Box<LoadedTable>>,
    outside: Outside,
}

/// Everything in a room except its table.
#[derive(Debug)]
struct Outside {
    id: String,
    config: Arc<RoomConfig>,
    now_ms: u64,
    presence: KnownPresence,
    /// The latest lines of chat, oldest first.
    chat: Vec<ChatLine>,
    allowances: Allowances,
    connections: Connections,
    /// Whether there is news for everybody that is not a line of the log.
    news: bool,
    /// Whether the connected clients know the rematch.
    knows_rematch: bool,
    bot_turns: BotTurns,
    questions: Questions,
    tasks: Tasks,
    /// When the storage is asked again after it has failed.
    retry_ms: Option<u64>,
    /// When the storage did not answer for the last time; 0 if it always did.
    away_ms: u64,
    /// The last line that the connected clients can know, while no table is in memory.
    last_line: Option<(u32, Line)>,
    /// The jobs to do, in their order.
    jobs: VecDeque<Job>,
    /// The open query, with what waits for its answer.
    pending: Option<Box<PendingQuery>>,
    /// When it was asked.
    asked_ms: u64,
    outputs: Outputs,
}

/// A room with its table in memory, for everything that needs the table.
#[derive(Debug)]
struct LoadedRoom<'a> {
    loaded: &'a mut LoadedTable,
    outside: &'a mut Outside,
}

/// The numbers of the tasks of bots and of the coach.
#[derive(Debug, Default)]
struct Tasks(u64);

impl Tasks {
    const fn next(&mut self) -> TaskId {
        let task = TaskId(self.0);
        self.0 += 1;
        task
    }
}

impl Room {
    /// The room of a table that is not in memory yet.
    pub fn new(id: String, config: Arc<RoomConfig>) -> Self {
        Self {
            loaded: None,
            outside: Outside {
                id,
                config,
                now_ms: 0,
                presence: KnownPresence::default(),
                chat: Vec::new(),
                allowances: Allowances::default(),
                connections: Connections::default(),
                news: false,
                knows_rematch: false,
                bot_turns: BotTurns::default(),
                questions: Questions::default(),
                tasks: Tasks::default(),
                retry_ms: None,
                away_ms: 0,
                last_line: None,
                jobs: VecDeque::new(),
                pending: None,
                asked_ms: 0,
                outputs: Outputs::default(),
            },
        }
    }

    /// The table's id.
    pub fn id(&self) -> &str {
        &self.outside.id
    }

    /// Whether nobody is connected. Such a room can be dropped once its last query is answered: a new one
    /// reads everything that it needs.
    pub fn is_empty(&self) -> bool {
        self.outside.connections.is_empty()
    }

    /// Handles an input. The results come out of [`poll_output`](Self::poll_output).
    ///
    /// # Panics
    ///
    /// If an answer comes that no query has asked for.
    pub fn handle(&mut self, input: Input, now_ms: u64) {
        self.outside.now_ms = now_ms;
        match input {
            // The jobs wait for it.
            Input::Answer(_) => self.take(input),
            _ => self.outside.jobs.extend([Job::Take(input), Job::Settle]),
        }
        while self.outside.pending.is_none()
            && let Some(job) = self.outside.jobs.pop_front()
        {
            self.run(job);
        }
        if self.outside.jobs.is_empty() {
            // Most rooms wait most of the time, and should not keep memory for this.
            self.outside.jobs = VecDeque::new();
        }
    }

    /// The next output for the driver.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outside.outputs.pop()
    }

    /// When the room wants [`Input::Timer`]; none if nothing is due, or while a query is open.
    pub fn next_timer_ms(&self) -> Option<u64> {
        if self.outside.pending.is_some() {
            return None;
        }
        let of_table = self.loaded.as_ref().and_then(|loaded| {
            let (table, connections) = (&loaded.table, &self.outside.connections);
            let due = table.deadline_ms().filter(|_| self.outside.looks_after());
            due.into_iter()
                .chain(connections.shown_at_ms(table))
                .chain(connections.watching_due_ms())
                .chain(connections.talk_due_ms(table, &self.outside.chat))
                .min()
        });
        [
            of_table,
            self.outside.bot_turns.due_ms(),
            self.outside.retry_ms,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    fn run(&mut self, job: Job) {
        match job {
            Job::AtTable(job) => match &mut self.loaded {
                Some(loaded) if loaded.is_in_doubt => {
                    self.outside.next([Job::CatchUp, Job::AtTable(job)]);
                }
                Some(loaded) => LoadedRoom {
                    loaded,
                    outside: &mut self.outside,
                }
                .run(job),
                None => self.outside.ask(Query::Load, PendingQuery::Table(job)),
            },
            Job::Take(input) => self.take(input),
            Job::Greet(greeting) => self.outside.greet(greeting),
            Job::Answer(author, result) => self.answer(author, result),
            Job::CatchUp => self.catch_up(),
            // Without connections, the table is read when somebody comes.
            Job::ReachOut if self.is_empty() => self.outside.meet(),
            Job::ReachOut => self.outside.first(Job::AtTable(TableJob::Meet)),
            Job::Meet => self.outside.meet(),
            Job::ReadChat { all } => self.outside.read_chat(all),
            Job::Refresh => {
                self.outside.news = true;
                if self.loaded.is_some() {
                    self.outside.first(Job::change(Change::advance()));
                }
            }
            Job::Tell => self.outside.tell(self.loaded.as_deref()),
            Job::Settle if self.outside.has_moved() => {
                self.outside.next([Job::Meet, Job::Tell, Job::Idle]);
                self.note_if_deserted();
            }
            Job::Settle | Job::Idle => {
                self.let_bots_think();
                self.outside.retry_ms = self
                    .is_out_of_date()
                    .then(|| self.outside.now_ms + RETRY_MS);
            }
        }
    }

    fn take(&mut self, input: Input) {
        let job = match input {
            Input::Request { id, request } => TableJob::Request(id, request),
            Input::Say {
                connection,
                message,
                too_many,
            } => TableJob::Hear {
                connection,
                message,
                too_many,
            },
            Input::HasRead { connection } => {
                self.outside.connections.has_read(connection);
                return self.outside.tell(self.loaded.as_deref());
            }
            Input::Unhear { person, unheard } => {
                return self.outside.connections.unhear(person, &unheard);
            }
            Input::Leave { connection } => return self.outside.connections.remove(connection),
            Input::Hint => return self.outside.take_hint(),
            Input::Gone { nodes } => {
                if nodes.contains(&self.outside.config.node) {
                    // The storage may have crashed, and this server may not have noticed.
                    self.doubt();
                }
                return self.outside.miss(&nodes);
            }
            Input::Away { at_ms } => return self.interrupt(at_ms),
            Input::Decided { task, choice } => return self.bots_decided(task, choice),
            Input::Advised { task, advice } => return self.coach_answered(task, advice),
            Input::Answer(answer) => {
                let pending = self.outside.pending.take();
                return self.take_answer(*pending.expect("a query is open"), answer);
            }
            Input::Timer => return self.keep_time(),
        };
        self.outside.first(Job::AtTable(job));
    }

    /// Whether people are connected to a table that must be read again, or the last exchange of presence
    /// failed.
    fn is_out_of_date(&self) -> bool {
        !self.outside.presence.in_touch
            || (self.loaded.is_none() && !self.outside.connections.is_empty())
    }

    /// The storage did not answer at this time: no clock runs until it does.
    fn interrupt(&mut self, away_ms: u64) {
        self.outside.away_ms = self.outside.away_ms.max(away_ms);
        self.doubt();
        if let Some(loaded) = &mut self.loaded {
            loaded.table.interrupt(away_ms);
            self.outside.news = true;
            self.outside.next([Job::Tell]);
        }
    }

    /// The log may have lost its last lines: they are compared before the table is used again.
    fn doubt(&mut self) {
        if let Some(loaded) = &mut self.loaded {
            loaded.is_in_doubt = true;
        }
    }

    /// Drops the table: it is read again when it is needed.
    fn forget_table(&mut self) {
        if let Some(loaded) = self.loaded.take() {
            self.outside.last_line = loaded.table.last_line();
        }
    }

    /// Does what is due.
    fn keep_time(&mut self) {
        if self
            .outside
            .retry_ms
            .is_some_and(|due_ms| due_ms <= self.outside.now_ms)
        {
            return self.outside.next([Job::ReachOut, Job::Refresh, Job::Tell]);
        }
        self.take_turn();
        if self.loaded.is_some() {
            self.outside
                .next([Job::change(Change::advance()), Job::Tell]);
        }
    }
}

impl LoadedRoom<'_> {
    fn run(&mut self, job: TableJob) {
        match job {
            TableJob::Request(id, request) => self.take(id, request),
            TableJob::Connect(id, arrival) => self.connect(id, arrival, true),
            TableJob::Hear {
                connection,
                message,
                too_many,
            } => self.hear(connection, message, too_many),
            TableJob::CreateRematch {
                request,
                names,
                attempts,
            } => self.create_rematch(request, names, attempts),
            TableJob::Change(change) => self.attempt(change),
            TableJob::Meet => self.outside.meet(),
        }
    }

    fn take(&mut self, id: RequestId, request: RoomRequest) {
        match request {
            RoomRequest::Connect(arrival) => self.connect(id, arrival, false),
            RoomRequest::Join {
                person,
                name,
                seat,
                apart,
                network,
            } => {
                if self.loaded.table.people().seats_of(Some(person)).is_empty() {
                    let change = Change::call(id, person, Request::Sit { name, seat });
                    let change = change.apart_from(apart).in_network(network);
                    return self.outside.first(Job::change(change));
                }
                // Nobody sits down twice.
                self.outside.reply(id, Ok(Reply::Done));
            }
            RoomRequest::SetUp { person, order } => {
                self.attempt(Change::call(id, person, Request::SetUp(order)));
            }
            RoomRequest::Rematch { person } => self.rematch(id, person),
            RoomRequest::Forget { person } => {
                self.attempt(Change::call(id, person, Request::Forget));
            }
            RoomRequest::Close => {
                self.attempt(Change::call(id, PersonId::NOBODY, Request::Close));
            }
            RoomRequest::TakeName { person, name } => {
                self.attempt(Change::call(id, person, Request::TakeName { name }));
                self.outside.jobs.push_back(Job::ReadChat { all: true });
            }
        }
    }

    /// Connects a client. `caught_up` says whether the table was caught up for it.
    fn connect(&mut self, request: RequestId, arrival: Arrival, caught_up: bool) {
        let Arrival {
            connection,
            person,
            after,
            spectators,
            ref unheard,
        } = arrival;
        let head = self.loaded.table.head();
        // A client that comes from another node may have seen lines of which this node has no hint yet.
        if !caught_up && after.is_some_and(|seen| seen > head) {
            let connect = TableJob::Connect(request, arrival);
            return self.outside.next([Job::CatchUp, Job::AtTable(connect)]);
        }
        if let Err(problem) = self.admit(person, spectators) {
            return self.outside.reply(request, Err(problem));
        }
        let rematch = self.loaded.rematch_message();
        if self.outside.connections.is_empty() {
            self.outside.knows_rematch = rematch.is_some();
        }
        // A client that is ahead has seen another log: it gets all of this one.
        let seen = after.filter(|seen| *seen <= head).unwrap_or(0);
        self.outside.connections.add(
            &self.loaded.table,
            connection,
            person,
            seen,
            unheard.clone(),
        );
        self.outside.next([
            Job::Meet,
            Job::change(Change::advance()),
            Job::Tell,
            Job::ReadChat { all: true },
            Job::Greet(Greeting {
                request,
                connection,
                rematch: rematch.filter(|_| after.is_some()).map(Box::new),
            }),
        ]);
    }

    /// Checks that one more client can be connected.
    fn admit(&self, person: Option<PersonId>, spectators: usize) -> Result<(), Problem> {
        let table = &self.loaded.table;
        if let Some(problem) = table.shut_out(person) {
            return Err(problem);
        }
        let only_watches = table.viewer(person, None).is_spectator();
        if only_watches && self.outside.connections.spectators() >= spectators {
            return Err(ProblemKind::TooManySpectators.into());
        }
        Ok(())
    }
}

impl Outside {
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

    fn greet(&mut self, greeting: Greeting) {
        let Greeting {
            request,
            connection,
            rematch,
        } = greeting;
        self.connections
            .show_watching(&mut self.outputs, connection);
        // A client that comes back may have missed the rematch.
        if let Some(message) = rematch {
            self.outputs.send(vec![connection], *message);
        }
        self.reply(request, Ok(Reply::Done));
    }

    /// Sends updates: to everybody if there is news, or else to those who have not seen the last step.
    fn tell(&mut self, loaded: Option<&LoadedTable>) {
        let Some(loaded) = loaded else { return };
        let (table, outputs) = (&loaded.table, &mut self.outputs);
        let news = std::mem::take(&mut self.news);
        self.connections.update(outputs, table, news, self.now_ms);
        self.connections.tell_watching(outputs, self.now_ms);
        self.connections
            .tell_talk(outputs, table, &self.chat, self.now_ms);
        // The rematch may have been created on another node.
        if let Some(message) = loaded.rematch_message().filter(|_| !self.knows_rematch) {
            self.knows_rematch = true;
            self.connections.send_all(outputs, message);
        }
    }
}
