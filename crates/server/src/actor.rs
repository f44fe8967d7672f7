//! The task that keeps one table: it alone changes the table, one command after the other.
//!
//! Every change goes the same way: the table proposes it, the log stores it, the table commits it,
//! the one who asked gets the acknowledgement, and all who watch get the update. Nothing about a
//! line of the log leaves the process before the line is stored.
//!
//! Bots play while somebody is connected. A table that nobody looks at costs nothing, and goes on
//! where it stood when somebody comes back.

mod allowances;
mod connections;
mod guests;
mod hearing;
mod live;
mod nodes;
mod talk;
mod thinking;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    Batch, GuestId, Refusal, Request,
    protocol::{Problem, ServerMessage},
};
use tokio::{sync::mpsc, task::JoinSet};

use crate::{
    bots::{Decision, Players},
    metrics,
    outbox::Outbox,
    problem::unavailable,
    tables::{Command, Tables},
};
use allowances::Allowances;
pub(crate) use brickwood_storage::now_ms;
use brickwood_storage::{Append, AppendError, Attendance, NodeId, Storage};
pub(crate) use connections::ConnectionId;
use connections::Connections;
use live::Live;
pub(crate) use live::restore;
use talk::Talk;

/// How long a table stays in memory when nobody is there.
const IDLE: Duration = Duration::from_mins(1);

/// How soon a table is read again after the log has failed.
const RETRY: Duration = Duration::from_secs(1);

/// How often a change is tried when somebody else has written to the log. Each time the game has gone on,
/// so that this ends by itself, but those of a table who come back together at several servers have to
/// wait for one another.
const ATTEMPTS: u32 = 12;

/// The keeper of one table.
pub(crate) struct Actor {
    id: String,
    node: NodeId,
    log: Arc<dyn Storage>,
    players: Players,
    /// Who looks after the table's clock and bots, and who is there, as last heard; other servers may
    /// have it in memory too.
    attendance: Attendance,
    /// What the others know of who is connected here; none where they know of nobody.
    noted: Option<SeatSet>,
    /// Whether all of that could be said and heard.
    in_touch: bool,
    talk: Talk,
    allowances: Allowances,
    connections: Connections,
    /// Whether everybody has something to be told that is no line of the log.
    news: bool,
    /// The table as the log has it; none before it is needed, and after the log was found to differ.
    live: Option<Box<Live>>,
    /// Whether those who are connected know of the game that follows.
    knows_rematch: bool,
    /// The thought of the bots, and those that were overtaken.
    thinking: JoinSet<Decision>,
    /// The last line of the log that the bots have thought about.
    thought_about: Option<u32>,
}

impl Actor {
    pub(crate) fn new(id: String, node: NodeId, log: Arc<dyn Storage>, players: Players) -> Self {
        Self {
            id,
            node,
            log,
            players,
            attendance: Attendance::default(),
            noted: None,
            in_touch: true,
            talk: Talk::default(),
            allowances: Allowances::default(),
            connections: Connections::default(),
            news: false,
            live: None,
            knows_rematch: false,
            thinking: JoinSet::new(),
            thought_about: None,
        }
    }

    /// Keeps the table until nobody has asked for it for a while.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>, tables: Tables) {
        let _alive = metrics::live_table();
        loop {
            let deadline = self.deadline_ms();
            // Boxed is what is seldom at work and large then: most tables only wait.
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => Box::pin(self.handle(command)).await,
                    None => return,
                },
                Some(thought) = self.thinking.join_next() => {
                    Box::pin(self.bots_decided(thought)).await;
                }
                () = tokio::time::sleep(IDLE), if self.connections.is_empty() => {
                    if tables.retire(&self.id, &mut commands) {
                        return;
                    }
                }
                () = tokio::time::sleep(RETRY), if self.is_out_of_date() => {
                    Box::pin(self.try_again()).await;
                }
                () = until(deadline) => {
                    Box::pin(self.advance()).await;
                    self.tell();
                }
            }
            if self.has_moved() {
                Box::pin(self.note_present()).await;
                self.tell();
            }
            self.let_bots_think();
        }
    }

    /// Reads a table again after the log has failed.
    async fn try_again(&mut self) {
        self.reach_out().await;
        if self.live.is_some() {
            self.advance().await;
        }
        self.news = true;
        self.tell();
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Connect {
                guest,
                after,
                spectators,
                outbox,
                reply,
            } => {
                let connected = self.connect(guest, after, spectators, outbox).await;
                // Whoever is gone already is missed at the next update.
                let _ = reply.send(connected);
            }
            Command::Say {
                connection,
                message,
            } => self.hear(connection, message).await,
            Command::HasRead { connection } => {
                self.connections.has_read(connection);
                self.tell();
            }
            Command::Leave { connection } => {
                self.connections.remove(connection);
            }
            Command::Join {
                guest,
                name,
                seat,
                reply,
            } => {
                let joined = self.join(guest, name, seat).await;
                let _ = reply.send(joined);
            }
            Command::SetUp {
                guest,
                order,
                reply,
            } => {
                let set_up = self.set_up(guest, order).await;
                let _ = reply.send(set_up);
            }
            Command::Rematch { guest, reply } => {
                let rematch = self.rematch(guest).await;
                let _ = reply.send(rematch);
            }
            Command::Hint => {
                self.take_hint().await;
                self.tell();
            }
            Command::Gone { nodes } => {
                self.miss(&nodes).await;
                self.tell();
            }
        }
    }

    /// When the table or one who watches it is due for something.
    fn deadline_ms(&self) -> Option<u64> {
        let table = &self.live.as_ref()?.table;
        let due = table.deadline_ms().filter(|_| self.looks_after());
        due.into_iter()
            .chain(self.connections.shown_at_ms(table))
            .chain(self.connections.watching_due_ms())
            .chain(self.talk_due_ms())
            .min()
    }

    /// Whether people look at a table that has to be read again, or the others could not be told or
    /// asked who is there.
    fn is_out_of_date(&self) -> bool {
        !self.in_touch || (self.live.is_none() && !self.connections.is_empty())
    }

    /// The table, read from the log where it is not at hand.
    async fn live(&mut self) -> Result<&mut Live, Problem> {
        let live = if let Some(live) = self.live.take() {
            live
        } else {
            let present = self.connections.present();
            let live = Live::load(&*self.log, &self.id, present, now_ms()).await?;
            let mut live = Box::new(live);
            self.connections.review(&mut live.table, now_ms());
            live
        };
        Ok(self.live.insert(live))
    }

    async fn connect(
        &mut self,
        guest: Option<GuestId>,
        after: Option<u32>,
        spectators: usize,
        outbox: Outbox,
    ) -> Result<ConnectionId, Problem> {
        let is_first = self.connections.is_empty();
        let head = self.live().await?.table.head();
        // One who comes from another server may have seen what no hint has told this one yet.
        if after.is_some_and(|seen| seen > head) {
            self.catch_up().await;
        }
        let table = &self.live().await?.table;
        if let Some(problem) = table.shut_out(guest) {
            return Err(problem);
        }
        let only_watches = table.viewer(guest, None).is_spectator();
        if only_watches && self.connections.spectators() >= spectators {
            return Err(Problem::new(
                "too_many_spectators",
                "As many watch this table as can. Try again later.",
            ));
        }
        let live = self.live().await?;
        // A client that is ahead has seen another log: it gets all of this one.
        let seen = after.filter(|seen| *seen <= live.table.head()).unwrap_or(0);
        let rematch = live.rematch.clone();
        if is_first {
            self.knows_rematch = rematch.is_some();
        }
        let live = self.live.as_ref().expect("it was read just now");
        let connection = self.connections.add(&live.table, guest, seen, outbox);
        self.note_present().await;
        self.advance().await;
        self.tell();
        self.show_talk().await;
        self.connections.show_watching(connection);
        // One who comes back may have missed that the others have gone on.
        if let Some(table) = rematch.filter(|_| after.is_some()) {
            self.connections
                .send(connection, &ServerMessage::Rematch { table });
        }
        Ok(connection)
    }

    /// Who says something on a connection, and for which seat they act now.
    fn actor(&self, connection: ConnectionId) -> Result<(GuestId, Seat), Problem> {
        let connection = self.connections.get(connection).ok_or_else(not_seated)?;
        let actor = connection.guest.zip(connection.viewer.seat);
        actor.ok_or_else(not_seated)
    }

    /// Makes true what nobody has to ask for: what chance decides, and that the time is up.
    async fn advance(&mut self) {
        for _ in 0..ATTEMPTS {
            let Ok(live) = self.live().await else { return };
            let Some(batch) = live.table.advance(now_ms()) else {
                return;
            };
            if !matches!(self.store(batch).await, Err(AppendError::Conflict { .. })) {
                return;
            }
        }
    }

    /// Makes a request of a seat true: a bot's, or of the guest who acts for it. The answer is its
    /// first line in the log.
    async fn perform(
        &mut self,
        guest: Option<GuestId>,
        seat: Seat,
        key: Option<u64>,
        request: Request,
    ) -> Result<u32, Problem> {
        for _ in 0..ATTEMPTS {
            self.advance().await;
            let live = self.live().await?;
            // The seat may be somebody else's since the guest has seen the table.
            let people = live.table.people();
            if guest.is_some() && !people.seats_of(guest).contains(seat) {
                return Err(not_seated());
            }
            if guest.is_some() && live.table.is_stood_in(seat) {
                let message = "A bot plays for you. Say first that you want to play on.";
                return Err(Problem::new("replaced", message));
            }
            let batch = match live.table.propose(seat, key, request, now_ms()) {
                Ok(batch) => batch,
                Err(Refusal::AlreadyDone { seq }) => return Ok(seq),
                Err(Refusal::Problem(_)) if self.learns().await => continue,
                Err(Refusal::Problem(problem)) => return Err(problem),
            };
            match self.store(batch).await {
                Ok(seq) => return Ok(seq),
                // The log knows more than the table did: judge again by what it knows.
                Err(AppendError::Conflict { .. } | AppendError::Duplicate { .. }) => {}
                Err(AppendError::NoSuchGame | AppendError::Unavailable(_)) => break,
            }
        }
        Err(unavailable())
    }

    /// Stores a batch and then makes it true. The answer is its first line.
    async fn store(&mut self, batch: Batch) -> Result<u32, AppendError> {
        let append = Append {
            records: batch.records().to_vec(),
            people: batch.people().cloned(),
            setup: batch.setup().cloned(),
            outline: batch.outline(),
        };
        let first = append.records[0].seq;
        let begun = Instant::now();
        let stored = self.log.append(&self.id, append).await;
        metrics::appended(begun.elapsed());
        if matches!(stored, Err(AppendError::Unavailable(_))) {
            metrics::storage_failed();
        }
        match &mut self.live {
            Some(live) if stored.is_ok() => {
                self.news |= batch.people().is_some();
                live.commit(batch);
                self.connections.review(&mut live.table, now_ms());
            }
            // Whether anything was stored is not known: the log will tell.
            live => *live = None,
        }
        stored.map(|()| first)
    }

    /// Tells where the table stands: everybody where there is news, or those who have not seen its
    /// last step.
    fn tell(&mut self) {
        if let Some(live) = &self.live {
            let news = std::mem::take(&mut self.news);
            self.connections.update(&live.table, news, now_ms());
            self.connections.tell_watching(now_ms());
            self.connections
                .tell_talk(&live.table, self.talk.lines(), now_ms());
            // Perhaps it was asked for on another server.
            if let Some(table) = live.rematch.clone().filter(|_| !self.knows_rematch) {
                self.knows_rematch = true;
                self.connections.send_all(&ServerMessage::Rematch { table });
            }
        }
    }
}

/// Waits until then; for ever where nothing is due.
async fn until(deadline_ms: Option<u64>) {
    match deadline_ms {
        Some(deadline) => {
            tokio::time::sleep(Duration::from_millis(deadline.saturating_sub(now_ms()))).await;
        }
        None => std::future::pending().await,
    }
}

fn not_seated() -> Problem {
    Problem::new("not_seated", "Spectators only watch.")
}
