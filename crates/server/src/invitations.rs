//! Invitations to network bots.

use std::{mem, sync::Arc, time::Duration};

use brickwood_protocol::{BotEvent, OnlineBot};
use brickwood_table::PersonId;
use futures_util::StreamExt;
use tokio::{
    runtime::Handle,
    sync::broadcast,
    time::{Instant, Interval, interval_at},
};

use brickwood_storage::{Hint, Listener, SEEN_WITHIN, Storage, Unavailable, now_ms};

/// How often a bot's stream looks for invitations without a hint, and renews its registration.
const ALIVE: Duration = Duration::from_secs(10);

/// How long a registration is valid.
const LISTENS: Duration = Duration::from_secs(30);

/// The most bots in a list.
const MOST_SHOWN: u32 = 100;

/// Hints that may be unread. A stream that has missed some looks for invitations.
const UNREAD: usize = 64;

/// The id of a bot, which does not reveal its token.
pub(crate) fn bot_id(person: PersonId) -> String {
    base16ct::lower::encode_string(&person.0[..8])
}

/// Whether a text looks like an id of [`bot_id`].
fn may_be_bot_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The bots that listen, at this server and others. Cheap to clone.
///
/// Listeners and invitations are stored with the games, so that an invitation finds its bot at whichever
/// server it was made. A hint about an invitation saves the wait for the next regular look.
#[derive(Clone)]
pub(crate) struct Invitations {
    log: Arc<dyn Storage>,
    /// Hints about bots.
    news: broadcast::Sender<Hint>,
}

impl Invitations {
    pub(crate) fn new(log: Arc<dyn Storage>) -> Self {
        let news = broadcast::Sender::new(UNREAD);
        Self { log, news }
    }

    /// Passes on hints about bots from other servers, for as long as the storage delivers them.
    pub(crate) async fn take_hints(self) {
        let mut hints = self.log.hints();
        while let Some(hint) = hints.next().await {
            if matches!(hint, Hint::Bot(_) | Hint::All) {
                self.spread(hint);
            }
        }
    }

    fn spread(&self, hint: Hint) {
        // There may be no listener here.
        let _ = self.news.send(hint);
    }

    /// Opens a stream of a bot's invitations. It replaces the bot's earlier stream.
    pub(crate) async fn listen(
        &self,
        person: PersonId,
        name: String,
        open: bool,
    ) -> Result<InvitationStream, Unavailable> {
        let now = now_ms();
        let listener = Listener {
            bot: bot_id(person),
            line: getrandom::u64().map_err(|_| Unavailable)?,
            name,
            open,
            until_ms: now + LISTENS.as_millis() as u64,
        };
        self.log.listen(&listener, now).await?;
        self.spread(Hint::Bot(listener.bot.clone()));
        Ok(InvitationStream {
            person,
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

    /// Invites a bot. `false` if it does not listen, is not open, or has too many invitations.
    pub(crate) async fn invite(&self, bot: String, table: &str) -> Result<bool, Unavailable> {
        if !may_be_bot_id(&bot) || !self.log.invite(&bot, table, now_ms()).await? {
            return Ok(false);
        }
        self.spread(Hint::Bot(bot));
        Ok(true)
    }
}

/// The invitations of one bot that listens.
pub(crate) struct InvitationStream {
    log: Arc<dyn Storage>,
    person: PersonId,
    /// When the person was last recorded as present, so that a bot that listens for weeks is not forgotten.
    met: Instant,
    listener: Listener,
    news: broadcast::Receiver<Hint>,
    alive: Interval,
    /// The invitations that it received last.
    told: Vec<String>,
    /// Whether invitations may wait for it.
    looks: bool,
}

impl InvitationStream {
    /// The next events. The list is empty from time to time, so that both sides notice when the other is
    /// gone. `None` when the bot listens elsewhere.
    pub(crate) async fn next(&mut self) -> Option<Vec<BotEvent>> {
        loop {
            let is_time = !mem::take(&mut self.looks) && self.wait().await;
            self.listener.until_ms = now_ms() + LISTENS.as_millis() as u64;
            // If the storage does not answer now, the next round asks again.
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
                    && self.log.persons().meet(self.person, now_ms()).await.is_ok()
                {
                    self.met = Instant::now();
                }
                return Some(Vec::new());
            }
        }
    }

    /// Waits for a hint about this bot, or for the next sign of life. Returns whether it is time for that.
    async fn wait(&mut self) -> bool {
        loop {
            let hint = tokio::select! {
                _ = self.alive.tick() => return true,
                hint = self.news.recv() => hint,
            };
            match hint {
                Ok(Hint::Bot(bot)) if bot != self.listener.bot => {}
                Ok(Hint::Game(_) | Hint::Device(_)) => {}
                _ => return false,
            }
        }
    }
}

impl Drop for InvitationStream {
    fn drop(&mut self) {
        let log = Arc::clone(&self.log);
        let Listener { bot, line, .. } = self.listener.clone();
        // If the process ends, the registration expires.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { log.stop_listening(&bot, line).await });
        }
    }
}
