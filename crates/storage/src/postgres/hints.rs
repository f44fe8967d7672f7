//! Hints between servers: one connection listens for hints from others, and sends ours.
//!
//! The notices are sent in separate transactions: a notice within an append would make all appends of all
//! servers wait for each other's disk.

use std::{
    collections::BTreeSet,
    mem,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use tokio::{
    sync::{broadcast, mpsc},
    time::{sleep, timeout},
};
use tokio_postgres::{AsyncMessage, Client, Error};

use super::{
    connect::{CONNECT_WITHIN, Connector, Made, Messages, PATIENCE, driven, said},
    trust::Trust,
};
use crate::{DeviceId, Hint, Hints};

/// Two sites may share a database if each has its own schema.
const LISTEN: &str = "SET synchronous_commit = off;
DO $$ BEGIN EXECUTE format('LISTEN %I', 'brickwood_' || current_schema()); END $$";

const TELL: &str = "SELECT pg_notify('brickwood_' || current_schema(), notice)
FROM unnest($1::text[]) AS notice";

/// PostgreSQL limits a notice to less than 8000 bytes.
const LONGEST_NOTICE: usize = 7_900;

/// A notice about more games than this says "any game" instead.
const MOST_GAMES: usize = 5_000;

/// Hints that may be unread before a slow reader learns only that it has missed some.
const UNREAD: usize = 4_096;

/// Stands for any game. No id looks like this.
const ANY: &str = "*";

/// Before the id of a bot. No game's id begins with it.
const BOT: char = '@';

/// Before the id of a device. No game's id begins with it.
const DEVICE: char = '#';

/// Sends and receives hints.
#[derive(Clone)]
pub(super) struct Hub {
    heard: broadcast::Sender<Hint>,
    written: mpsc::UnboundedSender<String>,
}

impl Hub {
    /// Starts to listen. Everything that others write from now on leads to a hint.
    pub(super) async fn start(connector: Connector) -> Result<Self, Error> {
        let heard = broadcast::Sender::new(UNREAD);
        let (written, outgoing) = mpsc::unbounded_channel();
        let line = listen(&connector).await?;
        let mut node = Node {
            name: format!("{:016x}", getrandom::u64().unwrap_or_default()),
            heard: heard.clone(),
            outgoing,
            unsent: BTreeSet::new(),
        };
        tokio::spawn(async move { node.run(connector, line).await });
        Ok(Self { heard, written })
    }

    /// Tells the others that we have written about these games.
    pub(super) fn tell(&self, games: impl IntoIterator<Item = String>) {
        for game in games {
            // The task ends when there are no more writers.
            let _ = self.written.send(game);
        }
    }

    /// Gives the others a hint.
    pub(super) fn tell_hint(&self, hint: &Hint) {
        let _ = self.written.send(match hint {
            Hint::Game(game) => game.clone(),
            Hint::Bot(bot) => format!("{BOT}{bot}"),
            Hint::Device(device) => {
                format!("{DEVICE}{}", base16ct::lower::encode_string(&device.0))
            }
            Hint::All => ANY.to_owned(),
        });
    }

    /// Tells the others that there may be news for a bot.
    pub(super) fn tell_of_bot(&self, bot: &str) {
        self.tell_hint(&Hint::Bot(bot.to_owned()));
    }

    pub(super) fn hints(&self) -> Hints {
        let hints = stream::unfold(self.heard.subscribe(), |mut heard| async move {
            match heard.recv().await {
                Ok(hint) => Some((hint, heard)),
                Err(broadcast::error::RecvError::Lagged(_)) => Some((Hint::All, heard)),
                Err(broadcast::error::RecvError::Closed) => None,
            }
        });
        Box::pin(hints)
    }
}

struct Node {
    /// Identifies our own notices.
    name: String,
    heard: broadcast::Sender<Hint>,
    outgoing: mpsc::UnboundedReceiver<String>,
    /// The hints for the others.
    unsent: BTreeSet<String>,
}

impl Node {
    /// Runs until all [`Hub`]s are dropped.
    async fn run(&mut self, connector: Connector, first: Line) {
        let mut line = Some(first);
        let mut pause = Duration::from_millis(50);
        loop {
            if let Some(line) = line.take() {
                pause = Duration::from_millis(50);
                match self.pass_on(line, connector.trust()).await {
                    Ok(()) => return,
                    Err(error) => {
                        tracing::warn!(error, "hints of other servers are not heard now");
                    }
                }
            }
            sleep(pause).await;
            pause = (2 * pause).min(Duration::from_secs(1));
            match timeout(CONNECT_WITHIN, listen(&connector)).await {
                Ok(Ok(again)) => {
                    // There were no hints about what was written meanwhile.
                    let _ = self.heard.send(Hint::All);
                    line = Some(again);
                }
                Ok(Err(error)) => tracing::debug!(error = said(&error), "no connection for hints"),
                Err(_) => tracing::debug!("no connection for hints in time"),
            }
            if self.outgoing.is_closed() && self.outgoing.is_empty() {
                return;
            }
        }
    }

    async fn pass_on(&mut self, line: Line, trust: &Trust) -> Result<(), String> {
        let Line {
            client,
            mut messages,
            made,
        } = line;
        let is_lost = trust.is_lost(made);
        tokio::pin!(is_lost);
        let mut ends = false;
        loop {
            let notices = self.notices();
            if ends && notices.is_empty() {
                return Ok(());
            }
            let tell = async {
                if notices.is_empty() {
                    std::future::pending::<()>().await;
                }
                timeout(PATIENCE, client.execute(TELL, &[&notices])).await
            };
            tokio::pin!(tell);
            // While one statement runs, the next notices accumulate.
            let told = loop {
                tokio::select! {
                    message = messages.next() => match message {
                        Some(Ok(message)) => self.hear(&message),
                        Some(Err(error)) => return Err(said(&error)),
                        None => return Err("the connection was closed".to_owned()),
                    },
                    told = &mut tell => break Some(told),
                    () = &mut is_lost => return Err("its server may have a successor".to_owned()),
                    game = self.outgoing.recv(), if !ends => {
                        ends = game.is_none();
                        self.unsent.extend(game);
                        while let Ok(game) = self.outgoing.try_recv() {
                            self.unsent.insert(game);
                        }
                        if notices.is_empty() {
                            break None;
                        }
                    }
                }
            };
            let failure = match told {
                None | Some(Ok(Ok(_))) => continue,
                Some(Ok(Err(error))) => said(&error),
                Some(Err(_)) => "no answer came".to_owned(),
            };
            // They may have arrived: hints may be repeated.
            self.unsent.insert(ANY.to_owned());
            return Err(failure);
        }
    }

    /// The next notice for the others.
    fn notices(&mut self) -> Vec<String> {
        let mut games = mem::take(&mut self.unsent);
        if games.len() > MOST_GAMES {
            games = BTreeSet::from([ANY.to_owned()]);
        }
        let mut notices: Vec<String> = Vec::new();
        for game in games {
            match notices.last_mut() {
                Some(notice) if notice.len() + 1 + game.len() <= LONGEST_NOTICE => {
                    notice.push(' ');
                    notice.push_str(&game);
                }
                _ => notices.push(format!("{} {game}", self.name)),
            }
        }
        notices
    }

    fn hear(&self, message: &AsyncMessage) {
        let AsyncMessage::Notification(notice) = message else {
            return;
        };
        let mut words = notice.payload().split(' ');
        if words.next() == Some(&self.name) {
            return;
        }
        for word in words {
            let hint = if word == ANY {
                Hint::All
            } else if let Some(bot) = word.strip_prefix(BOT) {
                Hint::Bot(bot.to_owned())
            } else if let Some(device) = word.strip_prefix(DEVICE) {
                device_of(device).map_or(Hint::All, Hint::Device)
            } else {
                Hint::Game(word.to_owned())
            };
            // There may be no listener.
            let _ = self.heard.send(hint);
        }
    }
}

/// The device that another server names.
fn device_of(text: &str) -> Option<DeviceId> {
    let mut id = [0; 32];
    let read = base16ct::lower::decode(text, &mut id).ok()?.len();
    (read == id.len()).then_some(DeviceId(id))
}

/// A connection that listens.
struct Line {
    client: Client,
    messages: Messages,
    made: Instant,
}

async fn listen(connector: &Connector) -> Result<Line, Error> {
    let Made {
        client,
        mut messages,
        at: made,
    } = connector.connect().await?;
    // Notices may be lost in a crash: they are only hints.
    driven(&mut messages, client.batch_execute(LISTEN)).await?;
    Ok(Line {
        client,
        messages,
        made,
    })
}
