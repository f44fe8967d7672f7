//! One client: plays a seat or only watches, and comes back whenever it is cut off.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use brickwood_fair::ClientSeed;
use brickwood_rules::{Phase, Seat};
use brickwood_table::protocol::{ClientMessage, Created, PROTOCOL, ServerMessage, Update};
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tungstenite::{Message, client::IntoClientRequest, protocol::WebSocketConfig};

use crate::{
    choose,
    http::Guest,
    ledger::{Acknowledged, Deliveries, Ledger, Refused, Seen, note},
    pace::Pace,
};

/// The default buffers are for far larger messages, and for far fewer sockets.
const BUFFER: usize = 4096;

/// How long a server may say nothing, not even ask whether a client is still there.
const SILENCE: Duration = Duration::from_secs(15);

/// What the clients of one table share.
#[derive(Debug)]
pub(crate) struct Round {
    /// How long an answer is waited for before the client goes elsewhere.
    pub(crate) patience: Duration,
    /// Whether messages are sent twice now and then.
    pub(crate) repeats: bool,
    /// How many actions were acknowledged.
    pub(crate) acknowledged: AtomicU64,
    pub(crate) pace: Pace,
    pub(crate) deliveries: Deliveries,
}

/// Why a connection is of no more use.
struct Cut;

/// What was sent and is not answered.
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
    round: Arc<Round>,
    ledger: Arc<Ledger>,
    random: ChaCha8Rng,
    seat: Option<Seat>,
    /// The last line of the log that it knows.
    seen: u32,
    last: Option<Update>,
    unanswered: Option<Unanswered>,
    /// When it was said last.
    said: Instant,
    /// What was acknowledged last, as which line.
    done: Option<(u64, ClientMessage, u32)>,
    /// How many connections it has had.
    visits: usize,
    /// The last line that came of its own messages.
    own: u32,
    /// When its next action is due, once it has one to do.
    due: Option<Instant>,
}

impl Player {
    pub(crate) fn new(
        guest: Guest,
        table: String,
        round: Arc<Round>,
        ledger: Arc<Ledger>,
        seed: u64,
    ) -> Self {
        Self {
            guest,
            table,
            round,
            ledger,
            random: ChaCha8Rng::seed_from_u64(seed),
            seat: None,
            seen: 0,
            last: None,
            unanswered: None,
            said: Instant::now(),
            done: None,
            visits: seed as usize,
            own: 0,
            due: None,
        }
    }

    /// Plays wherever there are servers, each time at the next of them, until there is none. The
    /// answer is what it was shown last.
    pub(crate) async fn play(
        mut self,
        mut servers: watch::Receiver<Vec<SocketAddr>>,
    ) -> Option<Seen> {
        loop {
            let addresses = servers.borrow_and_update().clone();
            if addresses.is_empty() {
                let last = self.last?;
                return Some(Seen {
                    table: self.table,
                    seq: last.seq,
                    started: last.started,
                    view: last.view,
                });
            }
            self.guest.server = addresses[self.visits % addresses.len()];
            self.visits = self.visits.wrapping_add(1);
            tokio::select! {
                _ = self.visit() => {}
                _ = servers.changed() => {
                    if servers.borrow().is_empty() {
                        continue;
                    }
                }
            }
            self.ledger.notes().cuts += 1;
            let pause = self.random.random_range(50..250);
            sleep(Duration::from_millis(pause)).await;
        }
    }

    /// One connection.
    async fn visit(&mut self) -> Result<(), Cut> {
        let patience = self.round.patience;
        let begun = Instant::now();
        let connected = timeout(patience, self.connect()).await;
        let mut socket = connected.map_err(|_| Cut)??;
        let mut is_welcome = false;
        let mut heard_at = Instant::now();
        self.said = Instant::now();
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            after: self.last.as_ref().map(|_| self.seen),
        };
        say(&mut socket, &hello).await?;
        loop {
            let due = self.due;
            let awaits = !is_welcome || self.unanswered.is_some();
            let silent = awaits.then(|| self.said + patience);
            let silent = silent.unwrap_or(heard_at + SILENCE);
            let heard = tokio::select! {
                heard = socket.next() => heard,
                () = until(due) => {
                    self.act(&mut socket).await?;
                    continue;
                }
                () = sleep_until(silent) => {
                    self.ledger.notes().silences += 1;
                    return Err(Cut);
                }
            };
            heard_at = Instant::now();
            match heard {
                Some(Ok(Message::Text(text))) => {
                    if !std::mem::replace(&mut is_welcome, true) {
                        note(&mut self.ledger.notes().welcomes, begun.elapsed());
                    }
                    let message = serde_json::from_str(&text).map_err(|_| Cut)?;
                    self.hear(message, &mut socket).await?;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_) | Err(_)) | None => return Err(Cut),
            }
        }
    }

    async fn connect(&self) -> Result<WebSocketStream<TcpStream>, Cut> {
        let url = format!(
            "ws://{}/api/tables/{}/socket",
            self.guest.server, self.table
        );
        let mut request = url.into_client_request().map_err(|_| Cut)?;
        if let Some(cookie) = &self.guest.cookie {
            let cookie = cookie.parse().map_err(|_| Cut)?;
            request.headers_mut().insert("cookie", cookie);
        }
        let stream = TcpStream::connect(self.guest.server)
            .await
            .map_err(|_| Cut)?;
        stream.set_nodelay(true).map_err(|_| Cut)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER);
        let connected = client_async_with_config(request, stream, Some(config)).await;
        Ok(connected.map_err(|_| Cut)?.0)
    }

    async fn hear(
        &mut self,
        message: ServerMessage,
        socket: &mut WebSocketStream<TcpStream>,
    ) -> Result<(), Cut> {
        match message {
            ServerMessage::Welcome { table, update, .. } => {
                self.seat = table.you;
                let is_ready = self
                    .seat
                    .is_none_or(|seat| update.seats[seat.index()].ready);
                let started = update.started;
                self.begin_again(&update);
                self.look(update);
                if let Some(unanswered) = &self.unanswered {
                    self.said = Instant::now();
                    say(socket, &unanswered.message).await?;
                } else if !started && !is_ready {
                    let key = self.random.random();
                    let seed = ClientSeed::new(self.random.random());
                    say(socket, &ClientMessage::Ready { key, seed }).await?;
                }
            }
            ServerMessage::Update { update } => self.look(update),
            ServerMessage::Ack { key, seq } => self.acknowledged(key, seq),
            ServerMessage::Refused { key, problem } => {
                let is_known = problem.code != "unavailable";
                *self.ledger.notes().refused.entry(problem.code).or_default() += 1;
                if !is_known {
                    // Whether it is stored, nobody knows: it is said again, elsewhere.
                    return Err(Cut);
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
                return Err(Cut);
            }
            ServerMessage::Chat { .. } => {}
        }
        if self.is_over() && self.seat == Seat::new(0) {
            self.ledger.notes().games += 1;
            let path = format!("/api/tables/{}/rematch", self.table);
            let next: Created = self.guest.ask(&path, &()).await.map_err(|_| Cut)?;
            self.go_to(next.id);
            return Err(Cut);
        }
        Ok(())
    }

    /// A welcome may tell everything from the beginning.
    fn begin_again(&mut self, update: &Update) {
        if update.seq < self.seen {
            self.ledger.notes().steps_back += 1;
        } else if update.log.first().is_none_or(|entry| entry.seq != 1) {
            return;
        }
        self.seen = update.log.first().map_or(update.seq, |entry| entry.seq - 1);
    }

    fn look(&mut self, update: Update) {
        let now = Instant::now();
        let told = update.log.iter().map(|entry| entry.seq);
        let mut notes = self.ledger.notes();
        if !told.eq(self.seen + 1..=update.seq) {
            notes.gaps += 1;
        }
        for seq in self.seen + 1..=update.seq {
            // Its own comes with an acknowledgement.
            if seq != self.own
                && let Some(passed) = self.round.deliveries.seen(seq, now)
            {
                note(&mut notes.updates, passed);
            }
        }
        drop(notes);
        self.seen = update.seq;
        self.last = Some(update);
        self.plan();
    }

    fn acknowledged(&mut self, key: u64, seq: u32) {
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
        self.own = seq;
        self.round.acknowledged.fetch_add(1, Ordering::Relaxed);
        let delivered = self.round.deliveries.due(seq, due);
        let mut notes = self.ledger.notes();
        note(&mut notes.acknowledgements, due.elapsed());
        note(&mut notes.answers, first_said.elapsed());
        for passed in delivered {
            note(&mut notes.updates, passed);
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

    /// Takes the next time to act, if there is something to do and none is taken.
    fn plan(&mut self) {
        let has_to_act = self
            .last
            .as_ref()
            .is_some_and(|update| update.started && update.choices.to_act);
        // The update that belongs to an acknowledgement follows it.
        let is_up_to_date = self.unanswered.is_none() && self.seen >= self.own;
        if has_to_act && is_up_to_date {
            self.due.get_or_insert_with(|| self.round.pace.take());
        } else if let Some(due) = self.due.take() {
            self.round.pace.give_back(due);
        }
    }

    async fn act(&mut self, socket: &mut WebSocketStream<TcpStream>) -> Result<(), Cut> {
        let Some(due) = self.due.take() else {
            return Ok(());
        };
        let request = self
            .last
            .as_ref()
            .and_then(|update| choose::choose(update, &mut self.random));
        let Some(request) = request else {
            // It waits for the answers of others.
            self.round.pace.give_back(due);
            return Ok(());
        };
        if self.round.repeats
            && self.random.random_ratio(1, 8)
            && let Some((_, message, _)) = &self.done
        {
            say(socket, message).await?;
        }
        let key = self.random.random();
        let message = choose::message(request, key, &mut self.random);
        // Before it is said: it may arrive, and what follows may not.
        self.said = Instant::now();
        self.unanswered = Some(Unanswered {
            key,
            message: message.clone(),
            due,
            first_said: self.said,
        });
        say(socket, &message).await
    }

    fn is_over(&self) -> bool {
        self.last
            .as_ref()
            .is_some_and(|update| matches!(update.view.phase, Phase::Over { .. }))
    }

    fn go_to(&mut self, table: String) {
        self.table = table;
        self.seen = 0;
        self.last = None;
        self.unanswered = None;
        self.done = None;
        self.own = 0;
        self.due = None;
    }
}

/// Milliseconds since 1970, to be compared with the log.
#[expect(
    clippy::disallowed_methods,
    reason = "a client lives in real time, as a server does"
)]
fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}

async fn say(socket: &mut WebSocketStream<TcpStream>, message: &ClientMessage) -> Result<(), Cut> {
    let text = serde_json::to_string(message).map_err(|_| Cut)?;
    socket.send(Message::text(text)).await.map_err(|_| Cut)
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}
