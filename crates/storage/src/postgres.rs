//! The log in a PostgreSQL database, which several servers may share.

mod append;
mod connect;
mod games;
mod hints;
mod leases;
mod lineage;
mod listeners;
mod outage;
mod schema;
mod sql;
mod statement;
mod talk;
mod tls;
mod trust;
pub(crate) mod whole;
mod writer;

use std::time::{Duration, Instant};

use async_trait::async_trait;
use brickwood_protocol::ChatLine;
use brickwood_rules::{Seat, SeatSet};
use deadpool_postgres::{Client, Pool, PoolError, TimeoutType};
use thiserror::Error;
use tokio::time::timeout;

use crate::{
    Append, AppendError, BotDirectory, Chat, Cluster, CreateError, GameLog, Hint, Hints, Lease,
    Listener, NewGame, NewLine, NodeId, Presence, Schema, Sql, Storage, StoredGame, Unavailable,
};
use connect::{BRIEFLY, Connector, is_refused, said};
use hints::Hub;
use lineage::Lookout;
use outage::Outage;
use statement::{execute, query_opt};
pub use tls::TlsError;
use trust::Trust;
use writer::Writer;

/// Why the database cannot be used.
#[derive(Debug, Error)]
pub enum OpenPostgresError {
    /// A newer Brickwood has written it.
    #[error("the database has version {found}; this Brickwood knows version {known}")]
    Version {
        /// The database's.
        found: i32,
        /// The newest that is known here.
        known: i32,
    },
    /// An earlier Brickwood has written it, and nobody has said that it may be changed.
    #[error(
        "the database has version {found}, and this Brickwood needs version {known}. Make a backup, and then let \
         it be changed:\n\
         \x20 pg_dump --format=custom --file=brickwood-version-{found}.dump \"$BRICKWOOD_DATABASE\"\n\
         \x20 brickwood upgrade"
    )]
    Older {
        /// The database's.
        found: i32,
        /// The one that is needed here.
        known: i32,
    },
    /// Brickwood has written nothing there.
    #[error("there are no tables of Brickwood in the database {0}")]
    Missing(String),
    /// It cannot keep all texts.
    #[error("the database has the encoding {0}; UTF8 is needed")]
    Encoding(String),
    /// The requested encryption is impossible.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The server has no valid certificate.
    #[error("the database server does not prove who it is: {0}")]
    Untrusted(String),
    /// PostgreSQL does not answer, or answers with an error.
    #[error("the database cannot be opened: {}", said(.0))]
    Postgres(tokio_postgres::Error),
}

/// What happens to a database that an earlier version has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Older {
    Refused,
    Upgraded,
}

/// The database was brought from an earlier version to that of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostgresUpgrade {
    /// Its version before.
    pub from: i32,
    /// Its version now.
    pub to: i32,
}

impl From<tokio_postgres::Error> for OpenPostgresError {
    fn from(error: tokio_postgres::Error) -> Self {
        match tls::distrust(&error) {
            Some(distrust) => Self::Untrusted(distrust),
            None => Self::Postgres(error),
        }
    }
}

/// The log in a PostgreSQL database. Every answer waits for the commit, as the server is set up
/// (`synchronous_commit`, `synchronous_standby_names`), but at least until it is on the server's disk.
pub struct PostgresStorage {
    pool: Pool,
    writer: Writer,
    hub: Hub,
    trust: Trust,
    outage: Outage,
    _lookout: Lookout,
}

/// Why a statement has failed.
#[derive(Debug, Error)]
enum Failure {
    #[error("{}", said(.0))]
    Database(#[from] tokio_postgres::Error),
    #[error("a stored document is not as it should be: {0}")]
    Document(#[from] serde_json::Error),
    #[error("what is stored cannot be read: {0}")]
    Unreadable(&'static str),
    #[error("no answer came")]
    Silence,
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Failure {
    /// Whether the statement may succeed on another connection.
    fn is_of_connection(&self) -> bool {
        match self {
            Self::Database(error) => !is_refused(error),
            Self::Silence => true,
            Self::Document(_) | Self::Unreadable(_) | Self::Other(_) => false,
        }
    }
}

impl PostgresStorage {
    /// Opens the database at a URL such as `postgresql://brickwood@localhost/brickwood`, and creates its tables if
    /// there are none, and these beside the log. The parameters `sslmode` and `sslrootcert` are those of libpq.
    ///
    /// # Errors
    ///
    /// If it cannot be reached or used, or was written by an earlier or a newer version.
    pub async fn open(url: &str, schema: Schema) -> Result<Self, OpenPostgresError> {
        let connector = Connector::new(url)?;
        let (mut client, _task, _) = connector.session().await?;
        schema::migrate(&mut client, &connector, schema, Older::Refused).await?;
        leases::clear(&client).await?;
        Self::with(connector).await
    }

    /// Opens a database that Brickwood has written. Nothing is created or changed, so that a role that may only read is
    /// enough for looking.
    ///
    /// # Errors
    ///
    /// If there are no tables of Brickwood, it cannot be reached or used, or was written by another version.
    pub async fn existing(url: &str) -> Result<Self, OpenPostgresError> {
        let connector = Connector::new(url)?;
        let (client, _task, _) = connector.session().await?;
        schema::check(&client).await?;
        Self::with(connector).await
    }

    async fn with(connector: Connector) -> Result<Self, OpenPostgresError> {
        let hub = Hub::start(connector.clone()).await?;
        Ok(Self {
            pool: connector.pool(),
            trust: connector.trust().clone(),
            outage: connector.outage().clone(),
            _lookout: Lookout::start(connector.clone()),
            writer: Writer::start(connector, hub.clone()),
            hub,
        })
    }

    /// Brings the database to the version of this program if an earlier one has written it. Where others read or write
    /// it, this waits for them, and holds them up for seconds at most.
    ///
    /// # Errors
    ///
    /// If it cannot be reached or used, was written by a newer version, or holds no Brickwood.
    pub async fn upgrade(
        url: &str,
        schema: Schema,
    ) -> Result<Option<PostgresUpgrade>, OpenPostgresError> {
        let connector = Connector::new(url)?;
        let (mut client, _task, _) = connector.session().await?;
        schema::migrate(&mut client, &connector, schema, Older::Upgraded).await
    }

    async fn client(&self) -> Result<Client, Unavailable> {
        self.pool.get().await.map_err(|error| {
            match error {
                PoolError::Timeout(TimeoutType::Wait) => {
                    tracing::error!("no connection to the database is free");
                }
                error => self.outage.failed(&said(&error)),
            }
            Unavailable
        })
    }

    /// Waits for an answer on a connection, up to a limit, and as long as the connection can be believed.
    async fn answer<T>(
        &self,
        made: Instant,
        patience: Duration,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            () = self.trust.is_lost(made) => Err(Failure::Silence),
            done = timeout(patience, work) => done.unwrap_or(Err(Failure::Silence)),
        }
    }

    /// The result of an attempt; `None` asks for another one.
    fn outcome<T>(
        &self,
        done: Result<T, Failure>,
        client: Client,
        attempts: &mut u32,
    ) -> Option<Result<T, Unavailable>> {
        let failure = match done {
            Ok(value) => return Some(Ok(value)),
            Err(failure) => failure,
        };
        *attempts += 1;
        let broken = failure.is_of_connection();
        if broken {
            self.trust.withdraw(made(&client));
            // This connection is not used again.
            drop(Client::take(client));
        }
        if broken && *attempts < 2 {
            return None;
        }
        tracing::error!(error = %failure, "the database has not answered");
        Some(Err(Unavailable))
    }
}

/// When a connection was made.
fn made(client: &Client) -> Instant {
    Client::metrics(client).created
}

/// Does something idempotent, and repeats it once if its connection breaks, unless that counts as the second attempt. (A
/// function that takes an asynchronous closure could not be called where the future has to be `Send`.)
macro_rules! with {
    ($log:expr, $client:ident => $work:expr) => {
        with!($log, $client, 0 => $work)
    };
    ($log:expr, $client:ident, $attempts:expr => $work:expr) => {{
        let mut attempts = $attempts;
        loop {
            let mut client = $log.client().await?;
            let made = $crate::postgres::made(&client);
            let $client = &mut client;
            let patience = $crate::postgres::connect::PATIENCE;
            let done = $log.answer(made, patience, async { $work }).await;
            if let Some(outcome) = $log.outcome(done, client, &mut attempts) {
                break outcome;
            }
        }
    }};
}

use with;

impl PostgresStorage {
    /// The ids of all games that come after `after`, in the order of their bytes, at most `limit`.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    pub async fn ids(&self, after: &str, limit: u32) -> Result<Vec<String>, Unavailable> {
        with!(self, client => {
            let text = "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2";
            let rows = client.query(text, &[&after, &i64::from(limit)]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }
}

#[async_trait]
impl GameLog for PostgresStorage {
    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        with!(self, client => games::create(client, &game).await)??;
        // Those who view the earlier game learn of this one.
        self.hub.tell(game.rematch_of);
        Ok(())
    }

    async fn append(&self, game: &str, append: Append) -> Result<(), AppendError> {
        self.writer.append(game, append).await
    }

    async fn tail(&self, game: &str, after: u32) -> Result<Option<StoredGame>, Unavailable> {
        with!(self, client => games::tail(client, game, after).await)
    }

    async fn remove_gathering(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => games::remove_idle(client, games::GATHERING, idle_since_ms).await)
    }

    async fn remove_unfinished(&self, idle_since_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => games::remove_idle(client, games::UNFINISHED, idle_since_ms).await)
    }
}

#[async_trait]
impl Chat for PostgresStorage {
    async fn say(&self, game: &str, line: NewLine) -> Result<ChatLine, Unavailable> {
        let said = with!(self, client => talk::say(client, game, &line).await)?;
        self.hub.tell([game.to_owned()]);
        said.ok_or(Unavailable)
    }

    async fn find_line(
        &self,
        game: &str,
        seat: Seat,
        key: u64,
    ) -> Result<Option<u32>, Unavailable> {
        with!(self, client => {
            let text = "SELECT number FROM talk WHERE game = $1 AND seat = $2 AND client_key = $3";
            let seat = i16::from(u8::from(seat));
            let found = query_opt(client, text, &[&game, &seat, &key.cast_signed()]).await?;
            Ok(found.map(|row| row.get::<_, i32>(0).cast_unsigned()))
        })
    }

    async fn talk(&self, game: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Unavailable> {
        with!(self, client => talk::talk(client, game, after, limit).await)
    }

    async fn forget_talk(&self, before_ms: u64) -> Result<u64, Unavailable> {
        with!(self, client => talk::forget_talk(client, before_ms).await)
    }
}

#[async_trait]
impl Cluster for PostgresStorage {
    async fn beat(&self, node: NodeId, lives: Duration) -> Result<Vec<NodeId>, Unavailable> {
        // Only the first attempt can tell whether the node was presumed dead, so there is no second one.
        let client = self.client().await?;
        let beat = leases::beat(&client, node, lives);
        let beat = self.answer(made(&client), BRIEFLY, beat).await;
        self.outcome(beat, client, &mut 1)
            .unwrap_or(Err(Unavailable))
    }

    async fn claim(&self, game: &str, node: NodeId) -> Result<Lease, Unavailable> {
        let mark = getrandom::u64().map_err(|_| Unavailable)?.cast_signed();
        with!(self, client => leases::claim(client, game, node, mark).await)
    }

    async fn note_present(
        &self,
        game: &str,
        node: NodeId,
        seats: SeatSet,
    ) -> Result<(), Unavailable> {
        with!(self, client => leases::note_present(client, game, node, seats).await)?;
        self.hub.tell([game.to_owned()]);
        Ok(())
    }

    async fn let_go(&self, game: &str, node: NodeId, now_ms: u64) -> Result<(), Unavailable> {
        with!(self, client => leases::let_go(client, game, node, now_ms).await)?;
        self.hub.tell([game.to_owned()]);
        Ok(())
    }

    async fn presence(&self, game: &str) -> Result<Presence, Unavailable> {
        with!(self, client => leases::presence(client, game).await)
    }

    fn tell(&self, hint: Hint) {
        self.hub.tell_hint(&hint);
    }

    fn hints(&self) -> Hints {
        self.hub.hints()
    }
}

#[async_trait]
impl BotDirectory for PostgresStorage {
    async fn listen(&self, listener: &Listener, now_ms: u64) -> Result<(), Unavailable> {
        with!(self, client => listeners::listen(client, listener, now_ms).await)?;
        // The bot may have listened at another server.
        self.hub.tell_of_bot(&listener.bot);
        Ok(())
    }

    async fn hear(
        &self,
        listener: &Listener,
        told: &[String],
    ) -> Result<Option<Vec<String>>, Unavailable> {
        with!(self, client => listeners::hear(client, listener, told).await)
    }

    async fn stop_listening(&self, bot: &str, line: u64) -> Result<(), Unavailable> {
        with!(self, client => listeners::stop(client, bot, line).await)
    }

    async fn listeners(&self, now_ms: u64, limit: u32) -> Result<Vec<Listener>, Unavailable> {
        with!(self, client => listeners::all(client, now_ms, limit).await)
    }

    async fn invite(&self, bot: &str, game: &str, now_ms: u64) -> Result<bool, Unavailable> {
        let invited = with!(self, client => listeners::invite(client, bot, game, now_ms).await)?;
        if invited {
            self.hub.tell_of_bot(bot);
        }
        Ok(invited)
    }
}

#[async_trait]
impl Storage for PostgresStorage {
    async fn check(&self) -> Result<(), Unavailable> {
        let client = self.client().await?;
        let written = async {
            let text = "UPDATE probe SET written_ms = written_ms + 1";
            execute(&client, text, &[]).await?;
            // It takes the locks of an append, so it waits for whoever holds up all games.
            Ok(append::append_nothing(&client).await?)
        };
        let written = self.answer(made(&client), BRIEFLY, written).await;
        let written = self.outcome(written, client, &mut 1);
        written.unwrap_or(Err(Unavailable))
    }

    fn sql(&self) -> &dyn Sql {
        self
    }
}
