//! The tables in memory: one task for each, which starts when somebody asks for the table.

mod nodes;

use brickwood_site::StoresSite;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use brickwood_protocol::{BotLevel, BotName, Problem, ProblemKind};
use brickwood_site::{
    LiveTables,
    http::{id::may_be_table_id, metrics},
};
use brickwood_storage::{Hint, Storage, Unavailable, now_ms};
use brickwood_table::{
    PersonId,
    room::{Arrival, ConnectionId, Input, Reply, RoomConfig, RoomRequest},
};
use futures_util::{StreamExt, future::BoxFuture};
use parking_lot::Mutex;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, MissedTickBehavior, interval, interval_at},
};
use tokio_util::sync::CancellationToken;

use crate::{
    actor::Actor,
    bots::BotPool,
    call::{Call, Newcomer, ReplyTo, TableHandle},
};

/// How many calls may wait for one table.
const QUEUE: usize = 256;

/// How often old data is removed.
const SWEEP: Duration = Duration::from_mins(1);

/// How long a table waits for players while nobody is connected and nothing happens. While people wait
/// together for a late player, the table stays.
const GATHERING: Duration = Duration::from_mins(15);

/// How long a game is kept that has begun and that nobody has finished, if nobody visits it.
const UNFINISHED: Duration = Duration::from_hours(365 * 24);

/// How long chat is kept.
const TALK: Duration = Duration::from_hours(30 * 24);

/// How long a report is kept that was decided.
const REPORT: Duration = Duration::from_hours(180 * 24);

/// After what time the figures of a server that says nothing any more are forgotten.
const FIGURES: Duration = Duration::from_mins(5);

/// How long a person without a seat is remembered after the last visit.
const PERSON: Duration = Duration::from_hours(30 * 24);

/// How long a device is remembered after its last visit: longer than its cookie lasts.
const DEVICE: Duration = Duration::from_hours(400 * 24);

/// All tables. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Tables(Arc<Inner>);

struct Inner {
    config: Arc<RoomConfig>,
    log: Arc<dyn Storage>,
    bots: BotPool,
    /// Cancelled when the server stops, and all connections end with it.
    stopping: CancellationToken,
    handles: Mutex<HashMap<String, TableHandle>>,
    /// The number of the next connection.
    connections: AtomicU64,
}

impl Tables {
    pub(crate) fn new(
        config: RoomConfig,
        log: Arc<dyn Storage>,
        bots: BotPool,
        stopping: CancellationToken,
    ) -> Self {
        Self(Arc::new(Inner {
            config: Arc::new(config),
            log,
            bots,
            stopping,
            handles: Mutex::default(),
            connections: AtomicU64::default(),
        }))
    }

    pub(crate) fn log(&self) -> &dyn Storage {
        &*self.0.log
    }

    pub(crate) fn shared_log(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.0.log)
    }

    /// Passes on hints about what other servers may have written, for as long as the storage delivers
    /// them.
    pub(crate) async fn take_hints(self) {
        let mut hints = self.log().hints();
        while let Some(hint) = hints.next().await {
            let handles: Vec<TableHandle> = match hint {
                Hint::Game(id) => Vec::from_iter(self.0.handles.lock().get(&id).cloned()),
                Hint::All => self.0.handles.lock().values().cloned().collect(),
                Hint::Bot(_) | Hint::Device(_) => continue,
            };
            for handle in handles {
                // A table whose queue is full reads its log with its next call.
                let _ = handle.try_send(Call::Tell(Input::Hint));
            }
        }
    }

    /// Removes old data, for as long as the server runs.
    pub(crate) async fn sweep(self) {
        // Clients that were connected before this server started may come back first.
        let mut due = interval_at(Instant::now() + GATHERING, SWEEP);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            self.sweep_once(now_ms()).await;
        }
    }

    /// If the storage does not answer, the next sweep removes the data.
    async fn sweep_once(&self, now_ms: u64) {
        let before = |age: Duration| now_ms.saturating_sub(age.as_millis() as u64);
        let (log, site) = (self.log(), self.log().site());
        let sweeps: [(&str, BoxFuture<'_, Result<u64, Unavailable>>); 7] = [
            ("tables", log.remove_gathering(before(GATHERING))),
            ("games", log.remove_unfinished(before(UNFINISHED))),
            ("chat lines", log.forget_talk(before(TALK))),
            ("devices", Box::pin(site.forget_devices(before(DEVICE)))),
            ("persons", Box::pin(site.forget_unseen(before(PERSON)))),
            ("alerts", Box::pin(site.forget_alerts(now_ms))),
            (
                "reports",
                Box::pin(site.forget_decided(now_ms, before(REPORT))),
            ),
        ];
        for (what, sweep) in sweeps {
            match sweep.await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "old {what} are removed"),
                Err(Unavailable) => tracing::warn!("old {what} cannot be removed now"),
            }
        }
        // What lasts for minutes is not worth a line.
        let links = site.forget_links(now_ms).await;
        let ceremonies = site.forget_ceremonies(now_ms).await;
        if links.and(ceremonies).is_err() {
            tracing::warn!("what has expired cannot be removed now");
        }
    }

    /// Tells the site's host what this server counts, for as long as it runs. While nothing changes, it says that it
    /// still runs now and then.
    pub(crate) async fn tell_figures(self) {
        let since_ms = now_ms();
        let mut due = interval(FIGURES / 5);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            let at_ms = now_ms();
            let old_ms = at_ms.saturating_sub(FIGURES.as_millis() as u64);
            let figures = metrics::figures(since_ms, at_ms);
            let node = self.0.config.node;
            // If the storage does not answer, the next ones are stored.
            let _ = self.log().site().note_figures(node, figures, old_ms).await;
        }
    }

    /// Checks that this server has a bot.
    pub(crate) fn check_bot(&self, level: BotLevel) -> Result<(), Problem> {
        self.0.config.check_bot(level)
    }

    /// The external bots that can take a seat.
    pub(crate) fn external_bots(&self) -> Vec<BotName> {
        self.0.config.external_bots.clone()
    }

    /// A number for a connection to one of the tables.
    pub(crate) fn new_connection(&self) -> ConnectionId {
        ConnectionId(self.0.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Asks a table for something and waits for the reply.
    pub(crate) async fn ask(&self, id: &str, request: RoomRequest) -> Result<Reply, Problem> {
        self.call(id, |reply| Call::Ask(request, reply)).await
    }

    /// Connects a client to a table.
    pub(crate) async fn connect(
        &self,
        id: &str,
        arrival: Arrival,
        newcomer: Newcomer,
    ) -> Result<Reply, Problem> {
        let connect = |reply| Call::Connect(arrival, newcomer, reply);
        self.call(id, connect).await
    }

    async fn call(&self, id: &str, call: impl FnOnce(ReplyTo) -> Call) -> Result<Reply, Problem> {
        if !may_be_table_id(id) {
            return Err(ProblemKind::NoSuchTable.into());
        }
        let (reply, answer) = oneshot::channel();
        let mut call = call(reply);
        // A task may end between the look-up and the sending: then the call goes to the next one.
        while let Err(mpsc::error::SendError(unsent)) = self.handle(id).send(call).await {
            call = unsent;
        }
        answer.await.map_err(|_| ProblemKind::Unavailable)?
    }

    /// The handle of a table. This starts the table's task if none runs, even if no such table exists:
    /// the task finds that out.
    pub(crate) fn handle(&self, id: &str) -> TableHandle {
        let mut handles = self.0.handles.lock();
        if let Some(handle) = handles.get(id).filter(|handle| !handle.is_closed()) {
            return handle.clone();
        }
        let (handle, calls) = mpsc::channel(QUEUE);
        handles.insert(id.to_owned(), handle.clone());
        let log = Arc::clone(&self.0.log);
        let config = Arc::clone(&self.0.config);
        let actor = Actor::new(
            id.to_owned(),
            config,
            log,
            self.0.bots.clone(),
            self.0.stopping.clone(),
        );
        let (tables, id) = (self.clone(), id.to_owned());
        let retire = move |calls: &mut _| tables.retire(&id, calls);
        tokio::spawn(actor.run(calls, retire));
        handle
    }

    /// Forgets a table whose task wants to end. `false` if a call has come meanwhile.
    fn retire(&self, id: &str, calls: &mut mpsc::Receiver<Call>) -> bool {
        let mut handles = self.0.handles.lock();
        // Closed under the lock: calls that were sent before are still received, and later callers
        // find no handle and start a new task.
        if !calls.is_empty() {
            return false;
        }
        calls.close();
        handles.remove(id);
        true
    }
}

#[async_trait]
impl LiveTables for Tables {
    async fn unhear(&self, table: &str, person: PersonId, unheard: Vec<PersonId>) {
        let _ = self
            .handle(table)
            .send(Call::Tell(Input::Unhear { person, unheard }))
            .await;
    }
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::{
        BoardChoice, ChatText, Color, NewSeat, NewTable, Phrase, TableOptions,
    };
    use brickwood_rules::{Action, Edition, Game, InformationState, Seat, View};
    use brickwood_site::{
        SCHEMA,
        http::{budget::MemoryBudget, clients::ClientLimits},
    };
    use brickwood_table::{People, PersonId, Setup};

    use super::*;
    use crate::{BotPace, Bots, SeatedBot, outbox::Outbox, processors::Processors};
    use brickwood_storage::{Chat, Cluster, GameLog, NewGame, NewLine, NodeId, SqliteStorage};

    struct NoBots;

    impl Bots for NoBots {
        fn choose(
            &self,
            _: &mut SeatedBot,
            _: &Game,
            _: InformationState<'_>,
            _: u64,
        ) -> Option<Action> {
            None
        }

        fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
            None
        }
    }

    fn tables(log: Arc<SqliteStorage>) -> Tables {
        let config = RoomConfig {
            node: NodeId(1),
            pace: BotPace::None,
            external_bots: Vec::new(),
        };
        Tables::new(
            config,
            log,
            BotPool::new(Arc::new(NoBots), Processors::default()),
            CancellationToken::new(),
        )
    }

    const HOST: PersonId = PersonId([1; 32]);

    async fn create(log: &SqliteStorage, id: &str, created_ms: u64) {
        let order = NewTable {
            name: "Ida".into(),
            edition: Edition::Modern,
            rules: Edition::Modern.rules(2),
            seats: [Color::Coral, Color::Teal]
                .map(|color| NewSeat::Human { color })
                .into(),
            board: BoardChoice::Beginners,
            options: TableOptions::default(),
            from: None,
        };
        log.persons().add(HOST, 0).await.unwrap();
        let game = NewGame {
            setup: Setup::new(id.into(), &order, [0; 32], created_ms).unwrap(),
            people: People::new(&order, HOST, "Ida", None),
            rematch_of: None,
            origin: None,
        };
        log.create(game).await.unwrap();
    }

    async fn ask(tables: &Tables) {
        let rematch = RoomRequest::Rematch { person: None };
        let refused = tables.ask("no-such-table", rematch).await;
        assert_eq!(refused.unwrap_err().code(), "no_such_table");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_nobody_asks_for_is_forgotten_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(SqliteStorage::open(folder.path(), SCHEMA).unwrap());
        let tables = tables(log);
        for _ in 0..3 {
            ask(&tables).await;
            assert_eq!(tables.0.handles.lock().len(), 1);
            tokio::time::sleep(Duration::from_mins(2)).await;
            assert_eq!(tables.0.handles.lock().len(), 0);
        }
    }

    #[tokio::test]
    async fn tables_that_never_begin_and_old_talk_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(SqliteStorage::open(folder.path(), SCHEMA).unwrap());
        let tables = tables(Arc::clone(&log));
        create(&log, "early", 1).await;
        create(&log, "late", 2).await;
        let line = NewLine {
            at_ms: 1,
            seat: Seat::new(0).unwrap(),
            name: "Ida".into(),
            key: 1,
            text: ChatText::Phrase {
                phrase: Phrase::Hello,
            },
        };
        log.say("late", line).await.unwrap();
        tables.sweep_once(GATHERING.as_millis() as u64 + 2).await;
        assert!(log.load("early").await.unwrap().is_none());
        assert!(log.load("late").await.unwrap().is_some());
        assert_eq!(log.talk("late", 0, 10).await.unwrap().len(), 1);
        tables.sweep_once(TALK.as_millis() as u64 + 2).await;
        assert!(log.talk("late", 0, 10).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_table_waits_for_players_while_the_page_is_open_and_a_quarter_of_an_hour_longer() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(SqliteStorage::open(folder.path(), SCHEMA).unwrap());
        let tables = tables(Arc::clone(&log));
        create(&log, "table", 1).await;
        let hour_ms = 3_600_000;
        log.beat(NodeId(1), Duration::from_millis(2 * hour_ms))
            .await
            .unwrap();
        let is_there = async || log.load("table").await.unwrap().is_some();

        let limits = ClientLimits::new(Arc::default(), Arc::default());
        let here = std::net::Ipv4Addr::LOCALHOST.into();
        let permit = limits.permit_connection(here, std::time::Instant::now());
        let permit = permit.expect("this machine has no limits");
        let (outbox, _inbox) = Outbox::new(MemoryBudget::new(100_000), []);
        let connection = tables.new_connection();
        let arrival = Arrival {
            connection,
            person: Some(HOST),
            after: None,
            spectators: 1,
            unheard: Vec::new(),
        };
        let newcomer = Newcomer {
            outbox,
            permit: Arc::new(permit),
            pass: None,
        };
        tables.connect("table", arrival, newcomer).await.unwrap();
        tables.sweep_once(now_ms() + hour_ms).await;
        assert!(is_there().await, "its host looks at it");

        let leave = Call::Tell(Input::Leave { connection });
        tables.handle("table").send(leave).await.unwrap();
        while log.presence("table").await.unwrap().holder.is_some() {
            tokio::task::yield_now().await;
        }
        tables.sweep_once(now_ms() + 14 * 60_000).await;
        assert!(is_there().await, "its host may come back");
        tables.sweep_once(now_ms() + 16 * 60_000).await;
        assert!(!is_there().await, "nobody comes");
    }
}
