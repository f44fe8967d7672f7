//! Spectators: some read all their messages, and some stop reading.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use brickwood_client::hello;
use brickwood_protocol::ServerMessage;
use brickwood_test_client::TestPerson;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tungstenite::Utf8Bytes;

use crate::{
    deliveries::ClientKind,
    ledger::{Ledger, Seen},
    log_progress::{LogProgress, SILENCE, SharedTable},
    reconnect::{ConnectionRecord, End, Visitor, keep_connected},
    retry,
};

/// A spectator who keeps up. It parses only the line numbers of a message, so that thousands of spectators
/// use little of the machine that they share with the server.
pub(crate) struct Watcher {
    person: TestPerson,
    table: String,
    shared: Arc<SharedTable>,
    ledger: Arc<Ledger>,
    progress: LogProgress,
    /// The last message with an update.
    last: Option<Utf8Bytes>,
}

/// The parts of a message that a watcher parses at once.
#[derive(Deserialize)]
struct MessageSummary<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    update: Option<UpdateSummary>,
}

#[derive(Deserialize)]
struct UpdateSummary {
    seq: u32,
    log: Vec<LogEntry>,
}

#[derive(Deserialize)]
struct LogEntry {
    seq: u32,
}

impl Watcher {
    pub(crate) fn new(
        person: TestPerson,
        table: String,
        shared: Arc<SharedTable>,
        ledger: Arc<Ledger>,
    ) -> Self {
        Self {
            person,
            table,
            progress: LogProgress::new(
                ClientKind::Spectator,
                Arc::clone(&shared),
                Arc::clone(&ledger),
            ),
            shared,
            ledger,
            last: None,
        }
    }

    /// Watches as long as there are servers, beginning with the one at index `at`. Returns the last view.
    pub(crate) async fn watch(
        mut self,
        servers: watch::Receiver<Vec<SocketAddr>>,
        at: usize,
        seed: u64,
    ) -> Option<Seen> {
        let ledger = Arc::clone(&self.ledger);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        keep_connected(&mut self, servers, at, &ledger, &mut random).await;
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

    fn hear(&mut self, text: Utf8Bytes, connection: &mut ConnectionRecord) -> Result<(), End> {
        let summary: MessageSummary<'_> = serde_json::from_str(&text)?;
        let is_welcome = summary.kind == "welcome";
        let Some(UpdateSummary { seq, log }) = summary.update else {
            let message = serde_json::from_str(&text)?;
            if let ServerMessage::Rematch { table, .. } = message {
                self.table = table;
                self.progress.start_table();
                self.last = None;
                return Err(End::Left);
            }
            return Ok(());
        };
        let told = log.iter().map(|line| line.seq);
        if is_welcome {
            connection.welcome();
            self.progress.restart(seq, told.clone());
        }
        self.progress.look(&self.table, seq, told);
        self.last = Some(text);
        Ok(())
    }
}

impl Visitor for Watcher {
    async fn converse(
        &mut self,
        server: SocketAddr,
        connection: &mut ConnectionRecord,
    ) -> Result<Infallible, End> {
        self.person.address = server;
        let after = self.last.as_ref().map(|_| self.progress.seen());
        let open = self.person.socket(&self.table);
        let mut socket = timeout(self.shared.patience.min(retry::OPENING), open).await??;
        socket.say(&hello(after)).await?;
        loop {
            let silent = Instant::now() + SILENCE;
            let heard = tokio::select! {
                heard = socket.hear_text() => heard.map_err(|closed| End::closed(&closed))?,
                () = sleep_until(silent) => {
                    self.ledger.notes().silences += 1;
                    return Err(End::CUT);
                }
            };
            if let Some(text) = heard {
                self.hear(text, connection)?;
            }
        }
    }
}

/// The smallest receive buffer that systems allow.
const SMALL: u32 = 2048;

/// About the time after which a server drops clients that do not read.
pub(crate) const HOLD: Duration = Duration::from_secs(12);

/// A spectator who stops reading: the server must queue or drop its messages. It reconnects once the server
/// must have dropped it.
pub(crate) struct Stalled {
    pub(crate) person: TestPerson,
    pub(crate) table: String,
    pub(crate) patience: Duration,
    /// How long it stays each time. The values differ, so that not all reconnect at once.
    pub(crate) hold: Duration,
}

impl Stalled {
    /// Connects and stalls as long as there are servers.
    pub(crate) async fn stall(
        mut self,
        servers: watch::Receiver<Vec<SocketAddr>>,
        at: usize,
        ledger: Arc<Ledger>,
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        keep_connected(&mut self, servers, at, &ledger, &mut random).await;
    }
}

impl Visitor for Stalled {
    async fn converse(
        &mut self,
        server: SocketAddr,
        connection: &mut ConnectionRecord,
    ) -> Result<Infallible, End> {
        self.person.address = server;
        let open = self.person.narrow_socket(&self.table, Some(SMALL));
        let mut socket = timeout(self.patience, open).await??;
        socket.say(&hello(None)).await?;
        let heard = timeout(self.patience, socket.hear_text()).await?;
        heard.map_err(|closed| End::closed(&closed))?;
        connection.welcome();
        sleep(self.hold).await;
        Err(End::Left)
    }
}
