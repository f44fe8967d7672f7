//! One client: plays a seat or only watches, and comes back whenever it is cut off.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use brickwood_fair::ClientSeed;
use brickwood_rules::{Phase, Seat};
use brickwood_table::protocol::{ClientMessage, Created, PROTOCOL, ServerMessage, Update};
use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep, sleep_until},
};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tungstenite::{Message, client::IntoClientRequest, protocol::WebSocketConfig};

use crate::{
    choose,
    http::Guest,
    ledger::{Acknowledged, Deliveries, Ledger, note},
    pace::Pace,
};

/// The default buffers are for far larger messages, and for far fewer sockets.
const BUFFER: usize = 4096;

/// What the clients of one table share.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) pace: Pace,
    pub(crate) deliveries: Deliveries,
}

/// Why a connection is of no more use.
struct Cut;

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
    /// What was sent and is not answered, and when it was due.
    unanswered: Option<(u64, ClientMessage, Instant)>,
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
            own: 0,
            due: None,
        }
    }

    /// Plays wherever the server is, until there is none.
    pub(crate) async fn play(mut self, mut server: watch::Receiver<Option<SocketAddr>>) {
        loop {
            let Some(address) = *server.borrow_and_update() else {
                return;
            };
            self.guest.server = address;
            tokio::select! {
                _ = self.visit() => {}
                _ = server.changed() => {
                    if server.borrow().is_none() {
                        return;
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
        let mut socket = self.connect().await?;
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            after: self.last.as_ref().map(|_| self.seen),
        };
        say(&mut socket, &hello).await?;
        loop {
            let due = self.due;
            let heard = tokio::select! {
                heard = socket.next() => heard,
                () = until(due) => {
                    self.act(&mut socket).await?;
                    continue;
                }
            };
            match heard {
                Some(Ok(Message::Text(text))) => {
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
                self.look(update);
                if let Some((_, message, _)) = &self.unanswered {
                    say(socket, message).await?;
                } else if !started && !is_ready {
                    let key = self.random.random();
                    let seed = ClientSeed::new(self.random.random());
                    say(socket, &ClientMessage::Ready { key, seed }).await?;
                }
            }
            ServerMessage::Update { update } => self.look(update),
            ServerMessage::Ack { key, seq } => self.acknowledged(key, seq),
            ServerMessage::Refused { key, problem } => {
                let refused = self.unanswered.take_if(|(sent, ..)| Some(*sent) == key);
                *self.ledger.notes().refused.entry(problem.code).or_default() += 1;
                if refused.is_some() {
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
        let Some((_, _, due)) = self.unanswered.take_if(|(sent, ..)| *sent == key) else {
            return;
        };
        self.own = seq;
        let delivered = self.round.deliveries.due(seq, due);
        let mut notes = self.ledger.notes();
        note(&mut notes.acknowledgements, due.elapsed());
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
        let key = self.random.random();
        let message = choose::message(request, key, &mut self.random);
        say(socket, &message).await?;
        self.unanswered = Some((key, message, due));
        Ok(())
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
        self.own = 0;
        self.due = None;
    }
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
