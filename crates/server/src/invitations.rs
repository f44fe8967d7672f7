//! Bots of others over the network, and how they hear that somebody wants to play with them.

use std::{fmt::Write, mem, sync::Arc, time::Duration};

use brickwood_table::GuestId;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::{
    runtime::Handle,
    sync::broadcast,
    time::{Instant, Interval, interval_at},
};

use brickwood_storage::{Hint, Listener, SEEN_WITHIN, Storage, Unavailable, now_ms};

/// How often a bot looks for invitations of which no hint has told it, and says that it listens.
const ALIVE: Duration = Duration::from_secs(10);

/// How long that holds.
const LISTENS: Duration = Duration::from_secs(30);

/// How many bots are listed.
const MOST_SHOWN: u32 = 100;

/// News that bots may leave unread. Who has missed some looks.
const UNREAD: usize = 64;

/// A bot to register: the body of `POST /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name. At tables, ` (bot)` stands behind it.
    pub name: String,
}

/// A registered bot: the answer to `POST /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisteredBot {
    /// What others call it by in `POST /api/tables/{id}/invite`.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Its secret, for `Authorization: Bearer`. It is shown this once.
    pub token: String,
}

/// A bot that can be invited now: an element of the answer to `GET /api/bots/online`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OnlineBot {
    /// What to call it by in `POST /api/tables/{id}/invite`.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// Whom a host invites: the body of `POST /api/tables/{id}/invite`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The bot's id, see [`OnlineBot`].
    pub bot: String,
}

/// What a bot hears: a line of the answer to `GET /api/bot/events`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotEvent {
    /// A host would like the bot to join a table.
    Invited {
        /// The table's id.
        table: String,
    },
}

/// The id of a bot, from which nobody learns its token.
pub(crate) fn bot_id(guest: GuestId) -> String {
    let mut id = String::new();
    for byte in &guest.0[..8] {
        write!(id, "{byte:02x}").expect("a text can grow");
    }
    id
}

/// Whether a text looks like an id of [`bot_id`].
fn may_be_bot_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The bots that listen, at this server and others. Cheap to clone.
///
/// Who listens and what they are invited to is kept with the games, so that an invitation finds its bot
/// wherever it was made. A hint that there is one saves the bot from waiting until it looks by itself.
#[derive(Clone)]
pub(crate) struct Invitations {
    log: Arc<dyn Storage>,
    /// Of which bots there is news.
    news: broadcast::Sender<Hint>,
}

impl Invitations {
    pub(crate) fn new(log: Arc<dyn Storage>) -> Self {
        let news = broadcast::Sender::new(UNREAD);
        Self { log, news }
    }

    /// Passes on what other servers say of bots, for as long as the storage tells.
    pub(crate) async fn take_hints(self) {
        let mut hints = self.log.hints();
        while let Some(hint) = hints.next().await {
            if !matches!(hint, Hint::Game(_)) {
                self.spread(hint);
            }
        }
    }

    fn spread(&self, hint: Hint) {
        // Perhaps nobody listens here.
        let _ = self.news.send(hint);
    }

    /// Lets a bot listen. Where it listens already, it does so no longer there.
    pub(crate) async fn listen(
        &self,
        guest: GuestId,
        name: String,
        open: bool,
    ) -> Result<Ears, Unavailable> {
        let now = now_ms();
        let listener = Listener {
            bot: bot_id(guest),
            line: getrandom::u64().map_err(|_| Unavailable)?,
            name,
            open,
            until_ms: now + LISTENS.as_millis() as u64,
        };
        self.log.listen(&listener, now).await?;
        self.spread(Hint::Bot(listener.bot.clone()));
        Ok(Ears {
            guest,
            met: Instant::now(),
            news: self.news.subscribe(),
            alive: interval_at(Instant::now() + ALIVE, ALIVE),
            told: Vec::new(),
            looks: true,
            listener,
            log: Arc::clone(&self.log),
        })
    }

    /// The bots that can be invited.
    pub(crate) async fn online(&self) -> Result<Vec<OnlineBot>, Unavailable> {
        let listeners = self.log.listeners(now_ms(), MOST_SHOWN).await?;
        let bots = listeners.into_iter().map(|listener| OnlineBot {
            id: listener.bot,
            name: listener.name,
        });
        Ok(bots.collect())
    }

    /// Invites a bot. `false` if it does not listen, or hears nothing of it.
    pub(crate) async fn invite(&self, bot: String, table: &str) -> Result<bool, Unavailable> {
        if !may_be_bot_id(&bot) || !self.log.invite(&bot, table, now_ms()).await? {
            return Ok(false);
        }
        self.spread(Hint::Bot(bot));
        Ok(true)
    }
}

/// One that listens.
pub(crate) struct Ears {
    log: Arc<dyn Storage>,
    guest: GuestId,
    /// When it was noted last that it is there: one that listens for weeks is not forgotten.
    met: Instant,
    listener: Listener,
    news: broadcast::Receiver<Hint>,
    alive: Interval,
    /// The invitations that it has heard last.
    told: Vec<String>,
    /// Whether something may wait for it.
    looks: bool,
}

impl Ears {
    /// What it hears next: from time to time nothing, so that both sides notice when the other is
    /// gone. `None` when it listens elsewhere.
    pub(crate) async fn next(&mut self) -> Option<Vec<BotEvent>> {
        loop {
            let is_time = !mem::take(&mut self.looks) && self.wait().await;
            self.listener.until_ms = now_ms() + LISTENS.as_millis() as u64;
            // A storage that does not answer now is asked again.
            if let Ok(waits) = self.log.hear(&self.listener, &self.told).await {
                self.told = waits?;
                if !self.told.is_empty() {
                    self.looks = true;
                    let tables = self.told.iter().cloned();
                    return Some(tables.map(|table| BotEvent::Invited { table }).collect());
                }
            }
            if is_time {
                if self.met.elapsed() > SEEN_WITHIN
                    && self.log.meet_guest(self.guest, now_ms()).await.is_ok()
                {
                    self.met = Instant::now();
                }
                return Some(Vec::new());
            }
        }
    }

    /// Waits until there is news of this bot, or it is time to say that the server is there, which is
    /// the answer.
    async fn wait(&mut self) -> bool {
        loop {
            let hint = tokio::select! {
                _ = self.alive.tick() => return true,
                hint = self.news.recv() => hint,
            };
            match hint {
                Ok(Hint::Bot(bot)) if bot != self.listener.bot => {}
                Ok(Hint::Game(_)) => {}
                _ => return false,
            }
        }
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        let log = Arc::clone(&self.log);
        let Listener { bot, line, .. } = self.listener.clone();
        // A process that ends leaves it to time.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { log.stop_listening(&bot, line).await });
        }
    }
}
