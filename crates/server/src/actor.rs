//! The task that keeps one table: it alone changes the table, one command after the other.
//!
//! Every change goes the same way: the table proposes it, the log stores it, the table commits it,
//! the one who asked gets the acknowledgement, and all who watch get the update. Nothing about a
//! line of the log leaves the process before the line is stored.
//!
//! Bots play while somebody is connected. A table that nobody looks at costs nothing, and goes on
//! where it stood when somebody comes back.

mod people;

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use brickwood_rules::{Game, Seat, SeatSet, Terms};
use brickwood_table::{
    Batch, Refusal, Request, Table,
    protocol::{ClientMessage, PROTOCOL, Problem, ServerMessage},
};
use tokio::{sync::mpsc, task::JoinSet};

use crate::{
    bots::{Bots, Choice, Pace, Situation, stand_in},
    id::new_table_id,
    log::{AppendError, CreateError, GameLog, NewGame, Sitter, TakeSeatError},
    problem::{no_such_table, unavailable},
    session::SessionId,
    tables::{Command, Tables},
};
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
    bots: Arc<dyn Bots>,
    pace: Pace,
    connections: Connections,
    /// The table as the log has it; none before it is needed, and after the log was found to differ.
    live: Option<Live>,
    /// At most one thought of the bots.
    thinking: JoinSet<Option<Choice>>,
    /// The last line of the log that the bots have thought about.
    thought_about: Option<u32>,
}

struct Live {
    table: Table,
    game: Arc<Game>,
    sitters: Vec<Sitter>,
    /// The seats for which somebody is connected.
    present: SeatSet,
    rematch: Option<String>,
}

impl Live {
    /// Notes who is there. `true` if that has changed.
    fn note_present(&mut self, present: SeatSet) -> bool {
        for sitter in &self.sitters {
            self.table
                .set_present(sitter.seat, present.contains(sitter.seat));
        }
        std::mem::replace(&mut self.present, present) != present
    }

    fn seat_of(&self, session: Option<SessionId>) -> Option<Seat> {
        let sitter = self
            .sitters
            .iter()
            .find(|sitter| Some(sitter.session) == session)?;
        Some(sitter.seat)
    }
}

impl Actor {
    pub(crate) fn new(id: String, log: Arc<dyn GameLog>, bots: Arc<dyn Bots>, pace: Pace) -> Self {
        Self {
            id,
            log,
            bots,
            pace,
            connections: Connections::default(),
            live: None,
            thinking: JoinSet::new(),
            thought_about: None,
        }
    }

    /// Keeps the table until nobody has asked for it for a while.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>, tables: Tables) {
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => return,
                },
                Some(thought) = self.thinking.join_next() => self.bot_decided(thought).await,
                () = tokio::time::sleep(IDLE), if self.connections.is_empty() => {
                    if tables.retire(&self.id, &mut commands) {
                        return;
                    }
                }
                () = tokio::time::sleep(RETRY), if self.is_out_of_date() => {
                    if self.live().await.is_ok() {
                        self.tell(true);
                    }
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

    /// Whether people look at a table that has to be read again.
    fn is_out_of_date(&self) -> bool {
        self.live.is_none() && !self.connections.is_empty()
    }

    /// The table, read from the log where it is not at hand.
    async fn live(&mut self) -> Result<&mut Live, Problem> {
        let live = match self.live.take() {
            Some(live) => live,
            None => self.load().await?,
        };
        Ok(self.live.insert(live))
    }

    async fn load(&self) -> Result<Live, Problem> {
        let stored = self.log.load(&self.id).await.map_err(|_| unavailable())?;
        let stored = stored.ok_or_else(no_such_table)?;
        let mut table = Table::restore(stored.setup, stored.records).map_err(|error| {
            tracing::error!(table = self.id, %error, "a log cannot be replayed");
            Problem::new(
                "unreadable_log",
                "The log of this table cannot be replayed by this version.",
            )
        })?;
        for sitter in &stored.sitters {
            table.sit(sitter.seat, sitter.name.clone());
        }
        let mut live = Live {
            game: Arc::new(table.game().clone()),
            table,
            sitters: stored.sitters,
            present: SeatSet::EMPTY,
            rematch: stored.rematch,
        };
        live.note_present(self.connections.present());
        Ok(live)
    }

    async fn connect(
        &mut self,
        session: Option<SessionId>,
        after: Option<u32>,
        outbox: Outbox,
    ) -> Result<ConnectionId, Problem> {
        self.live().await?;
        self.begin().await;
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
            update: live.table.update(seat, seen),
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

    /// Lets chance decide what it has to before anybody can act.
    async fn begin(&mut self) {
        for _ in 0..ATTEMPTS {
            let Ok(live) = self.live().await else { return };
            let Some(batch) = live.table.begin(now_ms()) else {
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
            Ok(seq) => ServerMessage::Ack { key, seq },
            Err(problem) => ServerMessage::Refused {
                key: Some(key),
                problem,
            },
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
        let stored = self.log.append(&self.id, records, over).await;
        match &mut self.live {
            Some(live) if stored.is_ok() => live.table.commit(batch),
            // Whether anything was stored is not known: the log will tell.
            live => *live = None,
        }
        stored.map(|()| first)
    }

    async fn join(&mut self, session: SessionId, name: String) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let id = self.id.clone();
            let live = self.live().await?;
            if live.seat_of(Some(session)).is_some() {
                return Ok(());
            }
            let Some(seat) = live.table.open_seats().iter().next() else {
                return Err(Problem::new("no_open_seat", "Every seat is taken."));
            };
            let sitter = Sitter {
                seat,
                session,
                name: name.clone(),
            };
            match self.log.take_seat(&id, sitter.clone()).await {
                Ok(()) => {
                    let live = self.live().await?;
                    live.table.sit(seat, sitter.name.clone());
                    live.sitters.push(sitter);
                    self.begin().await;
                    self.tell(true);
                    return Ok(());
                }
                Err(TakeSeatError::AlreadySeated(_) | TakeSeatError::Taken) => self.live = None,
                Err(TakeSeatError::NoSuchGame | TakeSeatError::Unavailable(_)) => break,
            }
        }
        Err(unavailable())
    }

    async fn rematch(&mut self, session: Option<SessionId>) -> Result<String, Problem> {
        let previous = self.id.clone();
        let log = Arc::clone(&self.log);
        let live = self.live().await?;
        if live.seat_of(session).is_none() {
            return Err(Problem::new(
                "not_seated",
                "Only players can ask for another game.",
            ));
        }
        if !live.table.is_over() {
            return Err(Problem::new("not_over", "This game is not over yet."));
        }
        if let Some(rematch) = &live.rematch {
            return Ok(rematch.clone());
        }
        for _ in 0..ATTEMPTS {
            let (id, seed) = new_table_id()
                .and_then(|id| Ok((id, new_seed()?)))
                .map_err(|_| unavailable())?;
            let game = NewGame {
                setup: live.table.setup().rematch(id.clone(), seed, now_ms()),
                sitters: live.sitters.clone(),
                rematch_of: Some(previous.clone()),
            };
            let table = match log.create(game).await {
                Ok(()) => id,
                Err(CreateError::OtherRematch(other)) => other,
                Err(CreateError::Exists) => continue,
                Err(CreateError::Unavailable(_)) => break,
            };
            live.rematch = Some(table.clone());
            self.connections.send_all(&ServerMessage::Rematch {
                table: table.clone(),
            });
            return Ok(table);
        }
        Err(unavailable())
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
            self.thinking
                .spawn(situation.decide(Arc::clone(&self.bots), self.pace));
        }
    }

    async fn bot_decided(&mut self, thought: Result<Option<Choice>, tokio::task::JoinError>) {
        // An aborted thought is overtaken.
        let Ok(choice) = thought else { return };
        let Some(live) = &self.live else { return };
        if choice.is_some_and(|choice| choice.head != live.table.head()) {
            return;
        }
        let refused = match choice {
            Some(choice) => match self.perform(choice.seat, None, choice.request).await {
                Ok(_) => None,
                Err(problem) if problem.code == "unavailable" => {
                    // The bots think again once the table can be read again.
                    return;
                }
                Err(problem) => Some(problem.code),
            },
            None => Some("no_choice".to_owned()),
        };
        if let Some(code) = refused {
            tracing::error!(table = self.id, ?choice, code, "a bot has no legal action");
            let Some(choice) = self.live.as_ref().and_then(|live| stand_in(&live.table)) else {
                return;
            };
            if let Err(problem) = self.perform(choice.seat, None, choice.request).await {
                tracing::error!(table = self.id, code = problem.code, "nor has its stand-in");
            }
        }
        self.tell(false);
    }

    /// Tells where the table stands: everybody, or those who have not seen its last step.
    fn tell(&mut self, everybody: bool) {
        if let Some(live) = &self.live {
            self.connections.update(&live.table, everybody);
        }
    }
}

fn spectator() -> Problem {
    Problem::new("not_seated", "Spectators only watch.")
}

/// The secret from which all chance of a table follows.
pub(crate) fn new_seed() -> Result<[u8; 32], getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(seed)
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}
