//! A log that several servers share in one process, and whose appends can be made to fail.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::{Seat, SeatSet};
use brickwood_storage::{
    Append, AppendError, BotDirectory, Chat, Cluster, CreateError, GameLog, Hint, Hints, Lease,
    Listener, NewGame, NewLine, NodeId, Presence, Sql, Storage, StoredGame, Unavailable,
};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// How the next append fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing is stored.
    Lost,
    /// Everything is stored, but the answer is lost.
    Unanswered,
    /// Another server has written first.
    Overtaken,
}

/// A log that connects its servers, as a database on a network does.
pub struct SharedLog {
    log: Arc<dyn Storage>,
    next: Mutex<Option<Fault>>,
    dead: Mutex<Option<NodeId>>,
    listeners: Mutex<Vec<UnboundedSender<Hint>>>,
}

impl SharedLog {
    pub fn new(log: Arc<dyn Storage>) -> Arc<Self> {
        Arc::new(Self {
            log,
            next: Mutex::default(),
            dead: Mutex::default(),
            listeners: Mutex::default(),
        })
    }

    pub fn break_next(&self, fault: Fault) {
        *self.next.lock().unwrap() = Some(fault);
    }

    /// The holder of a game's lease.
    pub async fn holder(&self, game: &str) -> Option<NodeId> {
        self.log.presence(game).await.unwrap().holder
    }

    /// Simulates the sudden death of a server: from now on, its heartbeats and presence are lost.
    pub async fn die(&self, node: NodeId) {
        *self.dead.lock().unwrap() = Some(node);
        self.log.beat(node, Duration::ZERO).await.unwrap();
    }

    /// Ends the simulated death.
    pub fn revive(&self) {
        *self.dead.lock().unwrap() = None;
    }

    fn hears(&self, node: NodeId) -> Result<(), Unavailable> {
        let dead = *self.dead.lock().unwrap();
        if dead == Some(node) {
            return Err(Unavailable);
        }
        Ok(())
    }

    fn hint(&self, hint: &Hint) {
        let mut listeners = self.listeners.lock().unwrap();
        listeners.retain(|listener| listener.send(hint.clone()).is_ok());
    }
}

#[async_trait]
impl GameLog for SharedLog {
    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        self.log.create(game).await
    }

    async fn append(&self, game: &str, append: Append) -> Result<(), AppendError> {
        let fault = self.next.lock().unwrap().take();
        match fault {
            None => self.log.append(game, append).await?,
            Some(Fault::Lost) => return Err(Unavailable.into()),
            Some(Fault::Unanswered) => {
                self.log.append(game, append).await?;
                return Err(Unavailable.into());
            }
            Some(Fault::Overtaken) => {
                // The same step, as another server stores it for another device of the player.
                let mut of_another = append.clone();
                of_another.records[0].key = Some(u64::MAX);
                self.log.append(game, of_another).await?;
                self.log.append(game, append).await?;
            }
        }
        self.hint(&Hint::Game(game.to_owned()));
        Ok(())
    }

    async fn tail(&self, game: &str, after: u32) -> Result<Option<StoredGame>, Unavailable> {
        self.log.tail(game, after).await
    }

    async fn remove_gathering(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        self.log.remove_gathering(idle_since_ms).await
    }

    async fn remove_unfinished(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        self.log.remove_unfinished(idle_since_ms).await
    }
}

#[async_trait]
impl Chat for SharedLog {
    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable> {
        let said = self.log.say(game, line).await?;
        self.hint(&Hint::Game(game.to_owned()));
        Ok(said)
    }

    async fn find_line(
        &self,
        game: &str,
        seat: Seat,
        key: u64,
    ) -> Result<Option<u32>, Unavailable> {
        self.log.find_line(game, seat, key).await
    }

    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable> {
        self.log.talk(game, after, limit).await
    }

    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable> {
        self.log.forget_talk(before_ms).await
    }
}

#[async_trait]
impl Cluster for SharedLog {
    async fn beat(&self, node: NodeId, lives: Duration) -> Result<Vec<NodeId>, Unavailable> {
        self.hears(node)?;
        self.log.beat(node, lives).await
    }

    async fn claim(&self, game: &str, node: NodeId) -> Result<Lease, Unavailable> {
        self.hears(node)?;
        self.log.claim(game, node).await
    }

    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
    ) -> Result<(), Unavailable> {
        self.hears(node)?;
        self.log.note_present(game, node, seats).await?;
        self.hint(&Hint::Game(game.to_owned()));
        Ok(())
    }

    async fn let_go(&self, game: &str, node: NodeId, now_ms: u64) -> Result<(), Unavailable> {
        self.hears(node)?;
        self.log.let_go(game, node, now_ms).await?;
        self.hint(&Hint::Game(game.to_owned()));
        Ok(())
    }

    async fn presence(&self, game: &str) -> Result<Presence, Unavailable> {
        self.log.presence(game).await
    }

    fn tell(&self, hint: Hint) {
        self.hint(&hint);
    }

    fn hints(&self) -> Hints {
        let (listener, mut hints) = unbounded_channel();
        self.listeners.lock().unwrap().push(listener);
        let hints = futures_util::stream::poll_fn(move |context| hints.poll_recv(context));
        hints.boxed()
    }
}

#[async_trait]
impl BotDirectory for SharedLog {
    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable> {
        self.log.listen(listener, now_ms).await?;
        self.hint(&Hint::Bot(listener.bot.clone()));
        Ok(())
    }

    async fn hear(
        &self,
        listener: &Listener,
        told: &[String],
    ) -> Result<Option<Vec<String>>, Unavailable> {
        self.log.hear(listener, told).await
    }

    async fn stop_listening(&self, bot: &str, line: u64) -> Result<(), Unavailable> {
        self.log.stop_listening(bot, line).await
    }

    async fn listeners(&self, now_ms: u64, limit: u32) -> Result<Vec<Listener>, Unavailable> {
        self.log.listeners(now_ms, limit).await
    }

    async fn invite(&self, bot: &str, game: &str, now_ms: u64) -> Result<bool, Unavailable> {
        let invited = self.log.invite(bot, game, now_ms).await?;
        self.hint(&Hint::Bot(bot.to_owned()));
        Ok(invited)
    }
}

#[async_trait]
impl Storage for SharedLog {
    async fn check(&self) -> Result<(), Unavailable> {
        self.log.check().await
    }

    fn sql(&self) -> &dyn Sql {
        self.log.sql()
    }
}
