//! A log that several servers share in one process, and whose appends can be made to fail.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use async_trait::async_trait;
use brickwood_rules::SeatSet;
use brickwood_server::log::{
    Append, AppendError, CreateError, GameLog, Hint, Hints, Lease, Listener, NewGame, NewLine,
    NodeId, StoredGame, Tail, Unavailable,
};
use brickwood_table::{GuestId, protocol::ChatLine};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// How the next append goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing is stored.
    Lost,
    /// Everything is stored, but the answer is lost.
    Unanswered,
    /// Another server has written first.
    Overtaken,
}

/// What is kept of a log for one process, kept for several, as a database on a network does.
pub struct SharedLog {
    log: Arc<dyn GameLog>,
    next: Mutex<Option<Fault>>,
    nodes: Mutex<Nodes>,
}

#[derive(Default)]
struct Nodes {
    leases: HashMap<String, Lease>,
    present: HashMap<(String, NodeId), (SeatSet, u64)>,
    listeners: Vec<UnboundedSender<Hint>>,
}

impl SharedLog {
    pub fn new(log: Arc<dyn GameLog>) -> Arc<Self> {
        Arc::new(Self {
            log,
            next: Mutex::default(),
            nodes: Mutex::default(),
        })
    }

    pub fn break_next(&self, fault: Fault) {
        *self.next.lock().unwrap() = Some(fault);
    }

    /// Who looks after a game.
    pub fn holder(&self, game: &str) -> Option<NodeId> {
        Some(self.nodes().leases.get(game)?.holder)
    }

    /// Lets the lease of a game run out, as time does.
    pub fn expire(&self, game: &str) {
        if let Some(lease) = self.nodes().leases.get_mut(game) {
            lease.until_ms = 0;
        }
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap()
    }

    fn hint(&self, hint: Hint) {
        let listeners = &mut self.nodes().listeners;
        listeners.retain(|listener| listener.send(hint.clone()).is_ok());
    }
}

#[async_trait]
impl GameLog for SharedLog {
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
        self.hint(Hint::Game(game.to_owned()));
        Ok(())
    }

    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable> {
        let said = self.log.say(game, line).await?;
        self.hint(Hint::Game(game.to_owned()));
        Ok(said)
    }

    async fn claim(
        &self,
        game: &str,
        node: NodeId,
        now_ms: u64,
        until_ms: u64,
    ) -> Result<Lease, Unavailable> {
        let leases = &mut self.nodes().leases;
        let held = leases.get(game).filter(|lease| lease.until_ms > now_ms);
        let lease = match held {
            Some(lease) if lease.holder != node => Lease {
                was_free: false,
                ..*lease
            },
            held => Lease {
                holder: node,
                until_ms,
                was_free: held.is_none(),
            },
        };
        leases.insert(game.to_owned(), lease);
        Ok(lease)
    }

    async fn release(&self, game: &str, node: NodeId) -> Result<(), Unavailable> {
        let leases = &mut self.nodes().leases;
        leases.retain(|leased, lease| leased != game || lease.holder != node);
        Ok(())
    }

    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
        until_ms: u64,
    ) -> Result<(), Unavailable> {
        let noted = (seats, until_ms);
        let before = self.nodes().present.insert((game.to_owned(), node), noted);
        if before.is_none_or(|(before, _)| before != seats) {
            self.hint(Hint::Game(game.to_owned()));
        }
        Ok(())
    }

    async fn present(&self, game: &str, now_ms: u64) -> Result<SeatSet, Unavailable> {
        let nodes = self.nodes();
        let noted = nodes.present.iter();
        let noted = noted.filter(|((of, _), (_, until_ms))| of == game && *until_ms > now_ms);
        Ok(noted.flat_map(|(_, (seats, _))| seats.iter()).collect())
    }

    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable> {
        self.log.listen(listener, now_ms).await?;
        self.hint(Hint::Bot(listener.bot.clone()));
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
        self.hint(Hint::Bot(bot.to_owned()));
        Ok(invited)
    }

    fn hints(&self) -> Hints {
        let (listener, mut hints) = unbounded_channel();
        self.nodes().listeners.push(listener);
        let hints = futures_util::stream::poll_fn(move |context| hints.poll_recv(context));
        hints.boxed()
    }

    async fn check(&self) -> Result<(), Unavailable> {
        self.log.check().await
    }

    async fn start_guest(&self, guest: GuestId, now_ms: u64) -> Result<(), Unavailable> {
        self.log.start_guest(guest, now_ms).await
    }

    async fn has_guest(&self, guest: GuestId) -> Result<bool, Unavailable> {
        self.log.has_guest(guest).await
    }

    async fn name_of(&self, guest: GuestId) -> Result<Option<String>, Unavailable> {
        self.log.name_of(guest).await
    }

    async fn rename(&self, guest: GuestId, name: &str) -> Result<(), Unavailable> {
        self.log.rename(guest, name).await
    }

    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        self.log.create(game).await
    }

    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable> {
        self.log.load(game).await
    }

    async fn tail(&self, game: &str, after: u32) -> Result<Option<Tail>, Unavailable> {
        self.log.tail(game, after).await
    }

    async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<String>, Unavailable> {
        self.log.games_of(guest, limit).await
    }

    async fn public_games(&self, limit: u32) -> Result<Vec<String>, Unavailable> {
        self.log.public_games(limit).await
    }

    async fn gathering_of(&self, guest: GuestId) -> Result<u32, Unavailable> {
        self.log.gathering_of(guest).await
    }

    async fn by_code(&self, code: &str) -> Result<Option<String>, Unavailable> {
        self.log.by_code(code).await
    }

    async fn remove_gathering(&self, created_before_ms: u64) -> Result<u64, Unavailable> {
        self.log.remove_gathering(created_before_ms).await
    }

    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable> {
        self.log.talk(game, after, limit).await
    }

    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable> {
        self.log.forget_talk(before_ms).await
    }
}
