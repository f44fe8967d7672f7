//! Spectators: those who read what they are told, and those who stop reading.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use brickwood_table::protocol::ServerMessage;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tungstenite::Utf8Bytes;

use crate::{
    deliveries::Onlooker,
    http::Guest,
    ledger::{Ledger, Seen},
    reading::{Reading, Round, SILENCE},
    socket::Socket,
    visits::{Client, End, Visit, visit_all},
};

/// A spectator who keeps up. It reads of a message only how far the table is, so that thousands of them
/// take little from the machine that they share with the server.
pub(crate) struct Watcher {
    guest: Guest,
    table: String,
    round: Arc<Round>,
    ledger: Arc<Ledger>,
    reading: Reading,
    /// What it was shown last.
    last: Option<Utf8Bytes>,
}

/// What a watcher reads at once.
#[derive(Deserialize)]
struct Glance<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    update: Option<Stand>,
}

#[derive(Deserialize)]
struct Stand {
    seq: u32,
    log: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    seq: u32,
}

impl Watcher {
    pub(crate) fn new(guest: Guest, table: String, round: Arc<Round>, ledger: Arc<Ledger>) -> Self {
        Self {
            guest,
            table,
            reading: Reading::new(Onlooker::Spectator, Arc::clone(&round), Arc::clone(&ledger)),
            round,
            ledger,
            last: None,
        }
    }

    /// Watches as long as there are servers, at first at that one. The answer is what it was shown last.
    pub(crate) async fn watch(
        mut self,
        servers: watch::Receiver<Vec<SocketAddr>>,
        at: usize,
        seed: u64,
    ) -> Option<Seen> {
        let ledger = Arc::clone(&self.ledger);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        visit_all(&mut self, servers, at, &ledger, &mut random).await;
        let last = serde_json::from_str(&self.last?).ok()?;
        let (ServerMessage::Welcome { update, .. } | ServerMessage::Update { update }) = last
        else {
            return None;
        };
        Some(Seen {
            table: self.table,
            seq: update.seq,
            started: update.started,
            view: update.view,
        })
    }

    async fn converse(&mut self, visit: &mut Visit) -> Result<Infallible, End> {
        let after = self.last.as_ref().map(|_| self.reading.seen());
        let open = Socket::open(&self.guest, &self.table, after, None);
        let open = timeout(self.round.patience, open).await;
        let mut socket = open.map_err(|_| End::CUT)??;
        loop {
            let silent = Instant::now() + SILENCE;
            let heard = tokio::select! {
                heard = socket.hear() => heard?,
                () = sleep_until(silent) => {
                    self.ledger.notes().silences += 1;
                    return Err(End::CUT);
                }
            };
            if let Some(text) = heard {
                self.hear(text, visit)?;
            }
        }
    }

    fn hear(&mut self, text: Utf8Bytes, visit: &mut Visit) -> Result<(), End> {
        let glance: Glance<'_> = serde_json::from_str(&text).map_err(|_| End::CUT)?;
        let is_welcome = glance.kind == "welcome";
        let Some(Stand { seq, log }) = glance.update else {
            let message = serde_json::from_str(&text).map_err(|_| End::CUT)?;
            if let ServerMessage::Rematch { table } = message {
                self.table = table;
                self.reading.begin_anew();
                self.last = None;
                return Err(End::Left);
            }
            return Ok(());
        };
        let told = log.iter().map(|line| line.seq);
        if is_welcome {
            visit.welcome();
            self.reading.begin_again(seq, told.clone());
        }
        self.reading.look(seq, told);
        self.last = Some(text);
        Ok(())
    }
}

impl Client for Watcher {
    async fn visit(&mut self, server: SocketAddr, visit: &mut Visit) -> End {
        self.guest.server = server;
        let Err(end) = self.converse(visit).await;
        end
    }
}

/// The smallest buffer that a system gives.
const SMALL: u32 = 2048;

/// About as long as it takes a server to give those up who do not read.
pub(crate) const HOLD: Duration = Duration::from_secs(12);

/// A spectator who stops reading: what the server has for it, it has to keep or to drop. When the server
/// must have given it up it comes again.
pub(crate) struct Stalled {
    pub(crate) guest: Guest,
    pub(crate) table: String,
    pub(crate) patience: Duration,
    /// How long it stays each time: not all come back at once.
    pub(crate) hold: Duration,
}

impl Stalled {
    /// Is in the way as long as there are servers.
    pub(crate) async fn stall(
        mut self,
        servers: watch::Receiver<Vec<SocketAddr>>,
        at: usize,
        ledger: Arc<Ledger>,
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        visit_all(&mut self, servers, at, &ledger, &mut random).await;
    }
}

impl Client for Stalled {
    async fn visit(&mut self, server: SocketAddr, visit: &mut Visit) -> End {
        self.guest.server = server;
        let open = Socket::open(&self.guest, &self.table, None, Some(SMALL));
        let Ok(Ok(mut socket)) = timeout(self.patience, open).await else {
            return End::CUT;
        };
        match timeout(self.patience, socket.hear()).await {
            Ok(Ok(_)) => visit.welcome(),
            Ok(Err(end)) => return end,
            Err(_) => return End::CUT,
        }
        sleep(self.hold).await;
        End::Left
    }
}
