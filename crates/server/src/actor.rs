//! The task that keeps one table: it alone changes the table, one command after the other.
//!
//! Every change goes the same way: the table proposes it, the log stores it, the table commits it,
//! the one who asked gets the acknowledgement, and all who watch get the update. Nothing about a
//! line of the log leaves the process before the line is stored.
//!
//! Bots play while somebody is connected. A table that nobody looks at costs nothing, and goes on
//! where it stood when somebody comes back.

mod guests;
mod live;
mod people;

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use brickwood_rules::{Seat, Terms};
use brickwood_table::{
    Batch, Refusal, Request,
    protocol::{ClientMessage, PROTOCOL, Problem, ServerMessage},
};
use tokio::{
    sync::mpsc,
    task::{JoinError, JoinSet},
};

use crate::{
    bots::{Decision, Players, Situation, stand_in},
    http::tag,
    log::{AppendError, GameLog},
    metrics,
    problem::unavailable,
    session::SessionId,
    tables::{Command, Tables},
};
use live::Live;
pub(crate) use live::restore;
use people::Connections;
pub(crate) use people::{ConnectionId, Outbox};

/// How long a table stays in memory when nobody is there.
const IDLE: Duration = Duration::from_mins(1);

/// How soon a table is read again after the log has failed.
const RETRY: Duration = Duration::from_secs(1);

/// How often a change is tried again when somebody else has written to the log.
const ATTEMPTS: u32 = 3;

/// The keeper of one table.
pub(crate) struct Actor {
    id: String,
    log: Arc<dyn GameLog>,
    players: Players,
    connections: Connections,
    /// The table as the log has it; none before it is needed, and after the log was found to differ.
    live: Option<Live>,
    /// The thought of the bots, and those that were overtaken.
    thinking: JoinSet<Decision>,
    /// The last line of the log that the bots have thought about.
    thought_about: Option<u32>,
}

impl Actor {
    pub(crate) fn new(id: String, log: Arc<dyn GameLog>, players: Players) -> Self {
        Self {
            id,
            log,
            players,
            connections: Connections::default(),
            live: None,
            thinking: JoinSet::new(),
            thought_about: None,
        }
    }

    /// Keeps the table until nobody has asked for it for a while.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>, tables: Tables) {
        let _alive = metrics::live_table();
        loop {
            let deadline = self.deadline_ms();
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => return,
                },
                Some(thought) = self.thinking.join_next() => self.bots_decided(thought).await,
                () = tokio::time::sleep(IDLE), if self.connections.is_empty() => {
                    if tables.retire(&self.id, &mut commands) {
                        return;
                    }
                }
                () = tokio::time::sleep(RETRY), if self.is_out_of_date() => {
                    if self.live().await.is_ok() {
                        self.advance().await;
                        self.tell(true);
                    }
                }
                () = time_limit(deadline) => {
                    self.advance().await;
                    self.tell(false);
                }
            }
            self.let_bots_think();
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Connect {
                session,
                after,
                outbox,
                reply,
            } => {
                let connected = self.connect(session, after, outbox).await;
                // Whoever is gone already is missed at the next update.
                let _ = reply.send(connected);
            }
            Command::Say {
                connection,
                message,
            } => self.hear(connection, message).await,
            Command::Leave { connection } => {
                self.connections.remove(connection);
                let present = self.connections.present();
                let changed = self
                    .live
                    .as_mut()
                    .is_some_and(|live| live.note_present(present));
                self.tell(changed);
            }
            Command::Join {
                session,
                name,
                reply,
            } => {
                let joined = self.join(session, name).await;
                let _ = reply.send(joined);
            }
            Command::Rematch { session, reply } => {
                let rematch = self.rematch(session).await;
                let _ = reply.send(rematch);
            }
        }
    }

    /// When the time limit of the game runs out, while its clock runs (WIN-05).
    fn deadline_ms(&self) -> Option<u64> {
        self.live.as_ref()?.table.deadline_ms()
    }

    /// Whether people look at a table that has to be read again.
    fn is_out_of_date(&self) -> bool {
        self.live.is_none() && !self.connections.is_empty()
    }

    /// The table, read from the log where it is not at hand.
    async fn live(&mut self) -> Result<&mut Live, Problem> {
        let live = match self.live.take() {
            Some(live) => live,
            None => Live::load(&*self.log, &self.id, self.connections.present()).await?,
        };
        Ok(self.live.insert(live))
    }

    async fn connect(
        &mut self,
        session: Option<SessionId>,
        after: Option<u32>,
        outbox: Outbox,
    ) -> Result<ConnectionId, Problem> {
        self.live().await?;
        self.advance().await;
        let mut present = self.connections.present();
        let live = self.live().await?;
        let seat = live.seat_of(session);
        if let Some(seat) = seat {
            present = present.with(seat);
        }
        let changed = live.note_present(present);
        // A client that is ahead has seen another log: it gets all of this one.
        let seen = after.filter(|seen| *seen <= live.table.head()).unwrap_or(0);
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: live.table.info(seat),
            board: live.table.board(),
            update: live.table.update(seat, seen, now_ms()),
        };
        let rematch = live.rematch.clone();
        let head = live.table.head();
        // The newcomer is told by its welcome, the others by an update.
        self.tell(changed);
        let connection = self.connections.add(seat, head, outbox);
        self.connections.send(connection, &welcome);
        // One who comes back may have missed that the others have gone on.
        if let Some(table) = rematch.filter(|_| after.is_some()) {
            self.connections
                .send(connection, &ServerMessage::Rematch { table });
        }
        Ok(connection)
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

    async fn hear(&mut self, connection: ConnectionId, message: ClientMessage) {
        let (key, request) = match message {
            ClientMessage::Act { key, action } => (key, Request::Act(action)),
            ClientMessage::Undo { key } => (key, Request::Undo),
            ClientMessage::TakeSuggestion { key, from } => (key, Request::TakeSuggestion { from }),
            ClientMessage::Suggest { terms } => {
                let suggested = self.suggest(connection, terms).await;
                if let Err(problem) = suggested {
                    self.connections
                        .send(connection, &ServerMessage::Refused { key: None, problem });
                }
                return;
            }
            ClientMessage::Hello { .. } => {
                let problem = Problem::new("second_hello", "This connection is greeted already.");
                self.connections
                    .send(connection, &ServerMessage::Refused { key: None, problem });
                return;
            }
        };
        let done = match self.connections.seat(connection) {
            Some(seat) => self.perform(seat, Some(key), request).await,
            None => Err(spectator()),
        };
        let answer = match done {
            Ok(seq) => {
                metrics::action_accepted();
                ServerMessage::Ack { key, seq }
            }
            Err(problem) => {
                metrics::action_refused(&problem.code);
                let key = Some(key);
                ServerMessage::Refused { key, problem }
            }
        };
        self.connections.send(connection, &answer);
        self.tell(false);
    }

    async fn suggest(
        &mut self,
        connection: ConnectionId,
        terms: Option<Terms>,
    ) -> Result<(), Problem> {
        let seat = self.connections.seat(connection).ok_or_else(spectator)?;
        self.live().await?.table.suggest(seat, terms)?;
        self.tell(true);
        Ok(())
    }

    /// Makes a request of a seat true. The answer is its first line in the log.
    async fn perform(
        &mut self,
        seat: Seat,
        key: Option<u64>,
        request: Request,
    ) -> Result<u32, Problem> {
        for _ in 0..ATTEMPTS {
            self.advance().await;
            let live = self.live().await?;
            let batch = match live.table.propose(seat, key, request, now_ms()) {
                Ok(batch) => batch,
                Err(Refusal::AlreadyDone { seq }) => return Ok(seq),
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
        let records = batch.records().to_vec();
        let first = records[0].seq;
        let over = batch.ends_game();
        let begun = Instant::now();
        let stored = self.log.append(&self.id, records, over).await;
        metrics::appended(begun.elapsed());
        if matches!(stored, Err(AppendError::Unavailable(_))) {
            metrics::storage_failed();
        }
        match &mut self.live {
            Some(live) if stored.is_ok() => live.table.commit(batch),
            // Whether anything was stored is not known: the log will tell.
            live => *live = None,
        }
        stored.map(|()| first)
    }

    /// Starts a thought where bots are to act, and drops one that the log has overtaken.
    fn let_bots_think(&mut self) {
        let Some(live) = self.live.as_ref().filter(|_| !self.connections.is_empty()) else {
            self.thinking.abort_all();
            self.thought_about = None;
            return;
        };
        let head = live.table.head();
        if self.thought_about == Some(head) {
            return;
        }
        self.thinking.abort_all();
        self.thought_about = Some(head);
        if let Some(situation) = Situation::at(&live.table, &live.game) {
            self.thinking.spawn(situation.decide(self.players.clone()));
        }
    }

    async fn bots_decided(&mut self, thought: Result<Decision, JoinError>) {
        // An aborted thought is overtaken.
        let Ok(Decision { head, choice }) = thought else {
            return;
        };
        let Some(live) = &self.live else { return };
        if head != live.table.head() {
            return;
        }
        let refused = match choice {
            Some((seat, request)) => self.perform(seat, None, request).await.err(),
            None => Some(Problem::new("no_choice", "No bot has found an action.")),
        };
        if let Some(problem) = refused {
            self.stand_in(choice, &problem).await;
        }
        self.tell(false);
    }

    /// Goes on for a bot that has failed.
    async fn stand_in(&mut self, choice: Option<(Seat, Request)>, problem: &Problem) {
        // Where the storage has failed, there is no table: the bots think again once it is read.
        let Some(live) = &self.live else { return };
        tracing::error!(table = tag(&self.id), ?choice, ?problem, "a bot has failed");
        let Some((seat, request)) = stand_in(&live.table) else {
            return;
        };
        if let Err(problem) = self.perform(seat, None, request).await {
            tracing::error!(
                table = tag(&self.id),
                ?problem,
                "nobody can stand in for a bot"
            );
        }
    }

    /// Tells where the table stands: everybody, or those who have not seen its last step.
    fn tell(&mut self, everybody: bool) {
        if let Some(live) = &self.live {
            self.connections.update(&live.table, everybody, now_ms());
        }
    }
}

/// Waits until then; for ever where there is no time limit.
async fn time_limit(deadline_ms: Option<u64>) {
    match deadline_ms {
        Some(deadline) => {
            tokio::time::sleep(Duration::from_millis(deadline.saturating_sub(now_ms()))).await;
        }
        None => std::future::pending().await,
    }
}

fn spectator() -> Problem {
    Problem::new("not_seated", "Spectators only watch.")
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}
