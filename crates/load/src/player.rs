//! A client that plays a seat, and reconnects whenever it is cut off.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
};

use brickwood_client::{Client, Lines, News};
use brickwood_protocol::{Created, Problem, ServerMessage};
use brickwood_rules::Seat;
use brickwood_storage::now_ms;
use brickwood_test_client::{Socket, TestPerson};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    deliveries::ClientKind,
    ledger::{Acknowledged, Ledger, Refused, Seen, note},
    log_progress::{LogProgress, SILENCE, SharedTable},
    reconnect::{ConnectionRecord, End, Visitor, keep_connected},
    retry,
    run::post,
};

/// An action that is not answered yet.
struct Awaited {
    key: u64,
    due: Instant,
    first_said: Instant,
}

/// One client.
pub(crate) struct Player {
    person: TestPerson,
    table: String,
    shared: Arc<SharedTable>,
    ledger: Arc<Ledger>,
    random: ChaCha8Rng,
    client: Client,
    progress: LogProgress,
    awaited: Option<Awaited>,
    /// When it was last sent.
    said: Instant,
    /// The key that was acknowledged last, and its line.
    done: Option<(u64, u32)>,
    /// Whether it acts at the next time.
    is_ready: bool,
}

impl Player {
    pub(crate) fn new(
        person: TestPerson,
        table: String,
        shared: Arc<SharedTable>,
        ledger: Arc<Ledger>,
        seed: u64,
    ) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        Self {
            person,
            table,
            progress: LogProgress::new(
                ClientKind::Player,
                Arc::clone(&shared),
                Arc::clone(&ledger),
            ),
            shared,
            ledger,
            client: Client::new(random.random::<u32>().into()),
            random,
            awaited: None,
            said: Instant::now(),
            done: None,
            is_ready: false,
        }
    }

    /// Plays as long as there are servers, beginning with the one at index `at`. Returns the last view.
    pub(crate) async fn play(
        mut self,
        servers: watch::Receiver<Vec<SocketAddr>>,
        at: usize,
    ) -> Option<Seen> {
        let ledger = Arc::clone(&self.ledger);
        let mut random = ChaCha8Rng::from_rng(&mut self.random);
        keep_connected(&mut self, servers, at, &ledger, &mut random).await;
        let last = self.client.update()?;
        Some(Seen {
            table: self.table,
            seq: last.seq,
            started: last.started,
            view: last.view.clone(),
        })
    }

    async fn hear(
        &mut self,
        message: ServerMessage,
        socket: &mut Socket,
        connection: &mut ConnectionRecord,
    ) -> Result<(), End> {
        let heard = match &message {
            ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } => {
                let ends = update.log.first().zip(update.log.last());
                let ends = ends.map(|(first, last)| (first.seq, last.seq));
                (update.seq, ends, update.log.len())
            }
            _ => (0, None, 0),
        };
        match self.client.hear(message) {
            News::Welcome(lines) => {
                self.look(&lines);
                self.said = Instant::now();
                for message in self.client.unanswered() {
                    socket.say(message).await?;
                }
                if let Some(message) = self.client.get_ready(&mut self.random) {
                    socket.say(&message).await?;
                }
            }
            News::Told(lines) => self.look(&lines),
            News::Gap => {
                let (seq, told, lines) = heard;
                self.progress.note_gap(&self.table, seq, told, lines);
                return Err(End::CUT);
            }
            News::Done { key, seq, is_first } => self.acknowledged(key, seq, is_first, connection),
            News::Refused { key, problem, .. } => self.refused(key, &problem),
            News::Unknown(problem) => {
                // It may be stored or not: the client sends it again, to another server.
                self.note_refusal(&problem);
                return Err(End::CUT);
            }
            News::Rematch(table) => {
                self.go_to(table);
                return Err(End::Left);
            }
            News::Other => {}
        }
        if self.client.is_over() && self.client.seat() == Seat::new(0) {
            self.ledger.notes().games += 1;
            let path = format!("/api/tables/{}/rematch", self.table);
            let created = post(&mut self.person, &path, &()).await?;
            let next: Created = serde_json::from_slice(&created.body)?;
            self.go_to(next.id);
            return Err(End::Left);
        }
        Ok(())
    }

    fn look(&mut self, lines: &Lines) {
        let told = lines.new.iter().map(|entry| entry.seq);
        if lines.is_whole {
            self.progress.restart(self.client.seen(), told.clone());
        }
        self.progress.look(&self.table, self.client.seen(), told);
        if self.client.update().is_some_and(|update| update.started) {
            self.shared.pace.begin(&self.table, Instant::now());
        }
        self.plan();
    }

    fn note_refusal(&self, problem: &Problem) {
        let mut notes = self.ledger.notes();
        *notes.refused.entry(problem.code()).or_default() += 1;
    }

    fn refused(&mut self, key: Option<u64>, problem: &Problem) {
        self.note_refusal(problem);
        let refused = self.awaited.take_if(|one| Some(one.key) == key);
        if let Some(Awaited { key, .. }) = refused
            && let Some(seat) = self.client.seat()
        {
            self.ledger.notes().refusals.push(Refused {
                table: self.table.clone(),
                seat,
                key,
                at_ms: now_ms(),
            });
        }
        self.plan();
    }

    fn acknowledged(
        &mut self,
        key: u64,
        seq: u32,
        is_first: bool,
        connection: &mut ConnectionRecord,
    ) {
        if matches!(self.done, Some((done, line)) if done == key && line != seq) {
            self.ledger.notes().contradictions += 1;
        }
        if is_first {
            self.done = Some((key, seq));
            self.progress.own = seq;
        }
        let Some(Awaited {
            due, first_said, ..
        }) = self.awaited.take_if(|one| one.key == key)
        else {
            // It was no action, but the next one may have waited for this answer.
            self.plan();
            return;
        };
        self.shared.acknowledged.fetch_add(1, Ordering::Relaxed);
        let delivered = self.shared.deliveries.due(seq, due);
        let mut notes = self.ledger.notes();
        note(&mut notes.acknowledgements, due.elapsed());
        note(&mut notes.answers, first_said.elapsed());
        for (by, passed) in delivered {
            notes.delivered(by, passed);
        }
        if let Some(recovery) = notes.recovery_of(connection.begun) {
            let passed = recovery.since.elapsed();
            recovery.first_action.get_or_insert(passed);
            let waited = self.said.elapsed();
            recovery.answers.push(waited);
            if !std::mem::replace(&mut connection.is_answered, true) {
                recovery.first_answers.push(waited);
            }
        }
        if let Some(seat) = self.client.seat() {
            notes.acknowledged.push(Acknowledged {
                table: self.table.clone(),
                seat,
                key,
                seq,
            });
        }
        drop(notes);
        self.plan();
    }

    /// Acts at the next time, if there is something to do.
    fn plan(&mut self) {
        let has_to_act = self.client.is_to_act();
        // The update that belongs to an acknowledgement follows it.
        self.is_ready = has_to_act && self.client.is_up_to_date();
    }

    async fn act(&mut self, socket: &mut Socket) -> Result<(), End> {
        let Some(command) = self.client.choose(&mut self.random) else {
            // The client waits for the answers of others.
            self.is_ready = false;
            return Ok(());
        };
        let Some(due) = self.shared.pace.take(Instant::now()) else {
            return Ok(());
        };
        self.is_ready = false;
        if self.shared.repeats
            && self.random.random_ratio(1, 8)
            && let Some(message) = self.client.done()
        {
            socket.say(message).await?;
        }
        let message = self.client.command(command);
        // Set before sending: the message may arrive even if the sending fails.
        self.said = Instant::now();
        self.awaited = Some(Awaited {
            key: self.client.last_key(),
            due,
            first_said: self.said,
        });
        Ok(socket.say(&message).await?)
    }

    fn go_to(&mut self, table: String) {
        self.table = table;
        self.progress.start_table();
        self.client = Client::new(self.client.last_key());
        self.awaited = None;
        self.done = None;
        self.is_ready = false;
    }
}

impl Visitor for Player {
    async fn converse(
        &mut self,
        server: SocketAddr,
        connection: &mut ConnectionRecord,
    ) -> Result<Infallible, End> {
        self.person.address = server;
        let patience = self.shared.patience;
        connection.is_needed = self.client.is_to_act();
        let hello = self.client.hello();
        let open = self.person.socket(&self.table);
        let mut socket = timeout(patience.min(retry::OPENING), open).await??;
        socket.say(&hello).await?;
        let mut heard_at = Instant::now();
        self.said = heard_at;
        loop {
            let due = self.shared.pace.next().filter(|_| self.is_ready);
            let awaits = !self.client.is_answered();
            let silent = awaits.then(|| self.said + patience);
            let silent = silent.unwrap_or(heard_at + SILENCE);
            let heard = tokio::select! {
                heard = socket.hear_text() => heard.map_err(|closed| End::closed(&closed))?,
                () = until(due) => {
                    self.act(&mut socket).await?;
                    continue;
                }
                () = sleep_until(silent) => {
                    self.ledger.notes().silences += 1;
                    return Err(End::CUT);
                }
            };
            heard_at = Instant::now();
            if let Some(text) = heard {
                connection.welcome();
                let message = serde_json::from_str(&text)?;
                self.hear(message, &mut socket, connection).await?;
            }
        }
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}
