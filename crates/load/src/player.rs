//! A client that plays a seat, and reconnects whenever it is cut off.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
};

use brickwood_fair::ClientSeed;
use brickwood_protocol::{ClientMessage, Command, Created, ProblemKind, ServerMessage, Update};
use brickwood_rules::Seat;
use brickwood_storage::now_ms;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    choose,
    deliveries::Observer,
    http::Guest,
    ledger::{Acknowledged, Ledger, Refused, Seen, note},
    log_progress::{LogProgress, SILENCE, SharedTable},
    reconnect::{Client, ConnectionRecord, End, keep_connected},
    socket::Socket,
};

/// A message that is not answered yet.
struct Unanswered {
    key: u64,
    message: ClientMessage,
    due: Instant,
    first_said: Instant,
}

/// One client.
pub(crate) struct Player {
    guest: Guest,
    table: String,
    shared: Arc<SharedTable>,
    ledger: Arc<Ledger>,
    random: ChaCha8Rng,
    seat: Option<Seat>,
    progress: LogProgress,
    last: Option<Update>,
    unanswered: Option<Unanswered>,
    /// When it was last sent.
    said: Instant,
    /// The message that was acknowledged last, and its line.
    done: Option<(u64, ClientMessage, u32)>,
    /// Whether it acts at the next time.
    is_ready: bool,
}

impl Player {
    pub(crate) fn new(
        guest: Guest,
        table: String,
        shared: Arc<SharedTable>,
        ledger: Arc<Ledger>,
        seed: u64,
    ) -> Self {
        Self {
            guest,
            table,
            progress: LogProgress::new(Observer::Player, Arc::clone(&shared), Arc::clone(&ledger)),
            shared,
            ledger,
            random: ChaCha8Rng::seed_from_u64(seed),
            seat: None,
            last: None,
            unanswered: None,
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
        let last = self.last?;
        Some(Seen {
            table: self.table,
            seq: last.seq,
            started: last.started,
            view: last.view,
        })
    }

    async fn hear(
        &mut self,
        message: ServerMessage,
        socket: &mut Socket,
        connection: &ConnectionRecord,
    ) -> Result<(), End> {
        match message {
            ServerMessage::Welcome { table, update, .. } => {
                self.seat = table.you;
                let is_ready = self
                    .seat
                    .is_none_or(|seat| update.seats[seat.index()].ready);
                let started = update.started;
                let told = update.log.iter().map(|entry| entry.seq);
                self.progress.restart(update.seq, told);
                self.look(update);
                if let Some(unanswered) = &self.unanswered {
                    self.said = Instant::now();
                    socket.say(&unanswered.message).await?;
                } else if !started && !is_ready {
                    let key = self.random.random();
                    let seed = ClientSeed::new(self.random.random());
                    socket
                        .say(&ClientMessage::Command {
                            key,
                            command: Command::Ready { seed },
                        })
                        .await?;
                }
            }
            ServerMessage::Update { update } => self.look(update),
            ServerMessage::Ack { key, seq } => self.acknowledged(key, seq, connection),
            ServerMessage::Refused { key, problem } => {
                let is_known = problem.kind != ProblemKind::Unavailable;
                *self
                    .ledger
                    .notes()
                    .refused
                    .entry(problem.code())
                    .or_default() += 1;
                if !is_known {
                    // It may be stored or not: the client sends it again, to another server.
                    return Err(End::CUT);
                }
                let refused = self.unanswered.take_if(|one| Some(one.key) == key);
                if let Some(Unanswered { key, .. }) = refused {
                    if let Some(seat) = self.seat {
                        self.ledger.notes().refusals.push(Refused {
                            table: self.table.clone(),
                            seat,
                            key,
                            at_ms: now_ms(),
                        });
                    }
                    self.plan();
                }
            }
            ServerMessage::Rematch { table } => {
                self.go_to(table);
                return Err(End::Left);
            }
            // The socket has combined the parts of a long log.
            ServerMessage::Missed { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::Beat { .. }
            | ServerMessage::Preparing { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Advice { .. } => {}
        }
        if self.is_over() && self.seat == Seat::new(0) {
            self.ledger.notes().games += 1;
            let path = format!("/api/tables/{}/rematch", self.table);
            let next: Created = self.guest.ask(&path, &()).await?;
            self.go_to(next.id);
            return Err(End::Left);
        }
        Ok(())
    }

    fn look(&mut self, update: Update) {
        let told = update.log.iter().map(|entry| entry.seq);
        self.progress.look(update.seq, told);
        if update.started {
            self.shared.pace.begin(&self.table, Instant::now());
        }
        self.last = Some(update);
        self.plan();
    }

    fn acknowledged(&mut self, key: u64, seq: u32, connection: &ConnectionRecord) {
        let Some(answered) = self.unanswered.take_if(|one| one.key == key) else {
            if matches!(&self.done, Some((done, _, line)) if *done == key && *line != seq) {
                self.ledger.notes().contradictions += 1;
            }
            return;
        };
        let Unanswered {
            message,
            due,
            first_said,
            ..
        } = answered;
        self.done = Some((key, message, seq));
        self.progress.own = seq;
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
            recovery.answers.push(self.said.elapsed());
        }
        if let Some(seat) = self.seat {
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
        let has_to_act = self
            .last
            .as_ref()
            .is_some_and(|update| update.started && update.choices.to_act);
        // The update that belongs to an acknowledgement follows it.
        self.is_ready = has_to_act && self.unanswered.is_none() && self.progress.is_up_to_date();
    }

    async fn act(&mut self, socket: &mut Socket) -> Result<(), End> {
        let request = self
            .last
            .as_ref()
            .and_then(|update| choose::choose(update, &mut self.random));
        let Some(request) = request else {
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
            && let Some((_, message, _)) = &self.done
        {
            socket.say(message).await?;
        }
        let key = self.random.random();
        let message = choose::message(request, key, &mut self.random);
        // Set before sending: the message may arrive even if the sending fails.
        self.said = Instant::now();
        self.unanswered = Some(Unanswered {
            key,
            message: message.clone(),
            due,
            first_said: self.said,
        });
        socket.say(&message).await
    }

    fn is_over(&self) -> bool {
        self.last
            .as_ref()
            .is_some_and(|update| update.view.phase.is_over())
    }

    fn go_to(&mut self, table: String) {
        self.table = table;
        self.progress.start_table();
        self.last = None;
        self.unanswered = None;
        self.done = None;
        self.is_ready = false;
    }
}

impl Client for Player {
    async fn converse(
        &mut self,
        server: SocketAddr,
        connection: &mut ConnectionRecord,
    ) -> Result<Infallible, End> {
        self.guest.server = server;
        let patience = self.shared.patience;
        let after = self.last.as_ref().map(|_| self.progress.seen());
        let open = Socket::open(&self.guest, &self.table, after, None);
        let mut socket = timeout(patience, open).await??;
        let mut heard_at = Instant::now();
        self.said = heard_at;
        loop {
            let due = self.shared.pace.next().filter(|_| self.is_ready);
            let awaits = !connection.is_welcomed() || self.unanswered.is_some();
            let silent = awaits.then(|| self.said + patience);
            let silent = silent.unwrap_or(heard_at + SILENCE);
            let heard = tokio::select! {
                heard = socket.hear() => heard?,
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
