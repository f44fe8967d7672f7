//! Opens and sets up connections.

use std::{
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use futures_util::{
    Stream, StreamExt,
    stream::{self, FuturesUnordered},
};
use tokio::{
    sync::Mutex,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{
    AsyncMessage, Client, Config, Error,
    config::{Host, TargetSessionAttrs},
    error::{Severity, SqlState},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    OpenPostgresError,
    lineage::{Behind, Fence, Lineage, is_successor},
    outage::Outage,
    tls,
    trust::Trust,
};

/// How long to wait for an answer of the database.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for an answer that a working database gives at once.
pub(super) const BRIEFLY: Duration = Duration::from_secs(2);

/// How long a connection may take to be made.
pub(super) const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// After what time a server that has refused a connection is asked again, while another one is silent.
const ASK_AGAIN: Duration = Duration::from_millis(300);

/// How long the server that was the primary before may take for a connection before all are asked.
const DIRECTLY: Duration = Duration::from_secs(1);

/// How long to wait for the other servers once one takes writes: another one may, too, and may have taken its place.
const COMPARE_WITHIN: Duration = Duration::from_millis(500);

/// Connections for everything but appends and hints.
const POOLED: usize = 8;

/// Waits until everything that can be read is as safe as a commit is: after a crash, a server shows what it has
/// committed and no standby has received. One that is cut off from its standbys, and may have a successor, does not
/// answer.
const SETTLE: &str = "SELECT pg_logical_emit_message(true, 'brickwood', '')";

/// Settings on which our statements rely, whatever the database's defaults are. A lock is waited for less than
/// [`BRIEFLY`]: a server on which somebody holds one is not taken for one that says nothing.
const SESSION: &str = "
SET default_transaction_isolation = 'read committed';
SET client_min_messages = warning;
SET lock_timeout = '1500ms';
SET statement_timeout = '8s';
SET jit = off";

/// A commit that waits for nothing is no commit.
const COMMIT: &str = "SELECT set_config('synchronous_commit', 'on', false)
 WHERE current_setting('synchronous_commit') = 'off'";

/// The messages of a connection. They must be polled for its client to make progress.
pub(super) type Messages = Pin<Box<dyn Stream<Item = Result<AsyncMessage, Error>> + Send>>;

/// A connection to a server that takes writes.
struct Connected {
    /// Where the server is among them.
    place: usize,
    client: Client,
    messages: Messages,
    lineage: Option<Lineage>,
}

/// A connection to the primary.
pub(super) struct Made {
    pub(super) client: Client,
    pub(super) messages: Messages,
    /// When its server was asked for it.
    pub(super) at: Instant,
}

/// Where the primary is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    place: usize,
    at: Instant,
}

/// The answer of the server in this place.
type Answer = (usize, Result<Connected, Error>);

/// Makes connections to one database, on whichever of its servers takes writes.
#[derive(Clone)]
pub(super) struct Connector {
    /// One for each server.
    servers: Vec<Config>,
    tls: MakeRustlsConnect,
    trust: Trust,
    outage: Outage,
    fence: Fence,
    /// What was found last. Whoever looks has it to itself, and the others wait for what is found: a standby has much to
    /// compute for a connection that it then refuses, and so have we.
    found: Arc<Mutex<Option<Found>>>,
}

impl Connector {
    pub(super) fn new(url: &str) -> Result<Self, OpenPostgresError> {
        let (url, ssl_mode, tls) = tls::read(url)?;
        let mut config: Config = url.parse()?;
        if let Some(ssl_mode) = ssl_mode {
            config.ssl_mode(ssl_mode);
        }
        // A connection whose other end has vanished is detected within some seconds.
        config
            .connect_timeout(Duration::from_secs(3))
            .keepalives_idle(Duration::from_secs(3))
            .keepalives_interval(Duration::from_secs(1))
            .keepalives_retries(3)
            .tcp_user_timeout(Duration::from_secs(6));
        if config.get_application_name().is_none() {
            config.application_name("brickwood");
        }
        // Of several servers, use the one that takes writes: our reads must be current.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Self {
            servers: each_server(&config),
            tls,
            trust: Trust::default(),
            outage: Outage::default(),
            fence: Fence::default(),
            found: Arc::default(),
        })
    }

    /// Which connections can be believed.
    pub(super) const fn trust(&self) -> &Trust {
        &self.trust
    }

    /// For the program's log.
    pub(super) const fn outage(&self) -> &Outage {
        &self.outage
    }

    /// How many servers may be the primary.
    pub(super) const fn servers(&self) -> usize {
        self.servers.len()
    }

    /// A separate connection, to the server that was the primary before, unless something was wrong with one since.
    pub(super) async fn connect(&self) -> Result<Made, Error> {
        if self.servers.len() == 1 {
            return self.search(&mut None).await;
        }
        loop {
            let mut found = self.found.lock().await;
            let Some(known) = found.filter(|known| self.trust.is_given(known.at)) else {
                return self.search(&mut found).await;
            };
            drop(found);
            let at = Instant::now();
            if let Ok(Ok(connected)) = timeout(DIRECTLY, self.connect_to(known.place)).await {
                return self.admitted(connected, at).await;
            }
            let mut found = self.found.lock().await;
            if *found == Some(known) {
                *found = None;
            }
        }
    }

    /// Looks whether another server is the primary now.
    pub(super) async fn look(&self) -> Result<Made, Error> {
        self.search(&mut *self.found.lock().await).await
    }

    /// A connection to whichever server takes writes. All are asked at the same time: one that is stopped accepts
    /// connections, and says nothing. While one is silent, this waits for another to take writes. If several do, it is
    /// the one that has taken the place of the others.
    async fn search(&self, found: &mut Option<Found>) -> Result<Made, Error> {
        *found = None;
        let at = Instant::now();
        let mut asked: FuturesUnordered<_> = (0..self.servers.len())
            .map(|place| self.ask(place, Duration::ZERO))
            .collect();
        let mut refused = vec![false; self.servers.len()];
        loop {
            let answer = asked.next().await;
            match answer.expect("whoever refuses is asked again") {
                (_, Ok(first)) => {
                    let latest = self.latest(first, asked).await;
                    let place = latest.place;
                    let made = self.admitted(latest, at).await?;
                    *found = Some(Found { place, at: made.at });
                    return Ok(made);
                }
                (place, Err(error)) => {
                    refused[place] = true;
                    if refused.iter().all(|refused| *refused) {
                        return Err(error);
                    }
                    asked.push(self.ask(place, ASK_AGAIN));
                }
            }
        }
    }

    /// Of the servers that take writes, the one that has taken the place of the others.
    async fn latest(
        &self,
        first: Connected,
        mut asked: FuturesUnordered<impl Future<Output = Answer>>,
    ) -> Connected {
        let mut latest = first;
        let compare = async {
            while let Some((_, answer)) = asked.next().await {
                let Ok(other) = answer else {
                    continue;
                };
                let earlier = if is_successor(other.lineage.as_ref(), latest.lineage.as_ref()) {
                    std::mem::replace(&mut latest, other)
                } else {
                    other
                };
                if let Some(earlier) = &earlier.lineage
                    && latest.lineage.as_ref() != Some(earlier)
                {
                    self.fence.refuse(earlier);
                }
            }
        };
        // Whoever says nothing until then is compared next time.
        let _ = timeout(COMPARE_WITHIN, compare).await;
        latest
    }

    /// A connection that was asked for at this time, unless another server has taken the place of its own.
    async fn admitted(&self, connected: Connected, at: Instant) -> Result<Made, Error> {
        let Connected {
            client,
            mut messages,
            lineage,
            ..
        } = connected;
        let mut at = at;
        match self.fence.admit(lineage.as_ref()) {
            Ok(false) => {}
            Ok(true) => {
                // All others may be to its predecessor, but not this one.
                self.trust.withdraw(Instant::now());
                at = Instant::now();
            }
            Err(Behind(why)) => {
                // Only a server can make an error of the driver.
                let raise = format!("DO $$ BEGIN RAISE EXCEPTION '{why}'; END $$");
                driven(&mut messages, client.batch_execute(&raise)).await?;
            }
        }
        Ok(Made {
            client,
            messages,
            at,
        })
    }

    /// Connects to one of the servers after a while.
    async fn ask(&self, place: usize, after: Duration) -> Answer {
        sleep(after).await;
        (place, self.connect_to(place).await)
    }

    async fn connect_to(&self, place: usize) -> Result<Connected, Error> {
        let connected = self.servers[place].connect(self.tls.clone());
        let (client, mut connection) = connected.await?;
        let messages = stream::poll_fn(move |context| connection.poll_message(context));
        let mut messages: Messages = Box::pin(messages);
        let lineage = driven(&mut messages, async {
            client.batch_execute(COMMIT).await?;
            client.batch_execute(SETTLE).await?;
            Lineage::of(&client).await
        })
        .await?;
        Ok(Connected {
            place,
            client,
            messages,
            lineage,
        })
    }

    /// A connection that is set up, the task that keeps it going, and when its server was asked for it.
    pub(super) async fn session(&self) -> Result<(Client, JoinHandle<()>, Instant), Error> {
        let Made {
            client,
            mut messages,
            at,
        } = self.connect().await?;
        let task = tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                if let Err(error) = message {
                    tracing::warn!(
                        error = said(&error),
                        "a connection to the database has ended"
                    );
                    // Callers that wait for an answer get an error when the connection is dropped.
                    break;
                }
            }
        });
        client.batch_execute(SESSION).await?;
        self.outage.succeeded();
        Ok((client, task, at))
    }

    pub(super) fn pool(&self) -> Pool {
        let settings = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let trust = self.trust.clone();
        let is_trusted = Hook::sync_fn(move |_, metrics| {
            let is_trusted = trust.is_given(metrics.created);
            let doubt = || HookError::message("its server may have a successor");
            is_trusted.then_some(()).ok_or_else(doubt)
        });
        // The manager reads nothing of this but the settings of cancellations, which nobody asks for.
        let config = Config::new();
        Pool::builder(Manager::from_connect(config, self.clone(), settings))
            .pre_recycle(is_trusted)
            .max_size(POOLED)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(CONNECT_WITHIN))
            .create_timeout(Some(CONNECT_WITHIN))
            .build()
            .expect("there is a runtime for the timeouts")
    }
}

impl deadpool_postgres::Connect for Connector {
    fn connect(
        &self,
        _: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send + '_>> {
        Box::pin(async {
            let (client, task, _) = self.session().await?;
            Ok((client, task))
        })
    }
}

/// The settings for each of the servers that these name.
fn each_server(config: &Config) -> Vec<Config> {
    let (hosts, addresses) = (config.get_hosts(), config.get_hostaddrs());
    let count = hosts.len().max(addresses.len());
    let is_even = hosts.is_empty() || addresses.is_empty() || hosts.len() == addresses.len();
    let ports = config.get_ports();
    if count < 2 || !is_even || (ports.len() > 1 && ports.len() != count) {
        // The driver says what is wrong.
        return vec![config.clone()];
    }
    let each = (0..count).map(|place| {
        let mut server = without_hosts(config);
        match hosts.get(place) {
            Some(Host::Tcp(host)) => drop(server.host(host)),
            #[cfg(unix)]
            Some(Host::Unix(path)) => drop(server.host_path(path)),
            None => {}
        }
        if let Some(address) = addresses.get(place) {
            server.hostaddr(*address);
        }
        if let Some(port) = ports.get(place).or(ports.first()) {
            server.port(*port);
        }
        server
    });
    each.collect()
}

/// All other settings.
fn without_hosts(config: &Config) -> Config {
    let mut rest = Config::new();
    if let Some(user) = config.get_user() {
        rest.user(user);
    }
    if let Some(password) = config.get_password() {
        rest.password(password);
    }
    if let Some(name) = config.get_dbname() {
        rest.dbname(name);
    }
    if let Some(options) = config.get_options() {
        rest.options(options);
    }
    if let Some(name) = config.get_application_name() {
        rest.application_name(name);
    }
    if let Some(timeout) = config.get_connect_timeout() {
        rest.connect_timeout(*timeout);
    }
    if let Some(timeout) = config.get_tcp_user_timeout() {
        rest.tcp_user_timeout(*timeout);
    }
    if let Some(interval) = config.get_keepalives_interval() {
        rest.keepalives_interval(interval);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        rest.keepalives_retries(retries);
    }
    rest.keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .load_balance_hosts(config.get_load_balance_hosts())
        .target_session_attrs(config.get_target_session_attrs());
    rest
}

/// The result of some work on a connection whose messages nobody else polls meanwhile.
pub(super) async fn driven<T>(
    messages: &mut Messages,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            message = messages.next() => match message {
                Some(Err(error)) => return Err(error),
                Some(Ok(_)) => {}
                // The work fails with the reason.
                None => return work.await,
            },
        }
    }
}

/// Whether the statement has failed and the connection is still usable. After any other error, the effect
/// of the statement is unknown.
pub(super) fn is_refused(error: &Error) -> bool {
    error.as_db_error().is_some_and(|error| {
        error.parsed_severity() == Some(Severity::Error)
            // The server has become a standby. Another one now takes writes.
            && *error.code() != SqlState::READ_ONLY_SQL_TRANSACTION
    })
}

/// The text of an error, with its causes.
pub(super) fn said(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut inner = error.source();
    while let Some(error) = inner {
        text = format!("{text}: {error}");
        inner = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::net::TcpListener;

    use super::*;

    fn servers(url: &str) -> Vec<(Option<Host>, Vec<u16>)> {
        let connector = Connector::new(url).unwrap();
        let servers = connector.servers.iter();
        servers
            .map(|one| (one.get_hosts().first().cloned(), one.get_ports().to_vec()))
            .collect()
    }

    #[test]
    fn each_of_several_servers_is_asked_with_the_same_settings() {
        let url = "postgres://ida:pw@one:5001,two:5002/games?sslmode=disable&application_name=a\
                   &options=-cx%3D1&target_session_attrs=read-write";
        let host = |name: &str| Some(Host::Tcp(name.to_owned()));
        assert_eq!(
            servers(url),
            [(host("one"), vec![5001]), (host("two"), vec![5002])]
        );
        let connector = Connector::new(url).unwrap();
        let mut wanted: Config = "postgres://ida:pw@two:5002/games?sslmode=disable"
            .parse()
            .unwrap();
        wanted
            .application_name("a")
            .options("-cx=1")
            .connect_timeout(Duration::from_secs(3))
            .keepalives_idle(Duration::from_secs(3))
            .keepalives_interval(Duration::from_secs(1))
            .keepalives_retries(3)
            .tcp_user_timeout(Duration::from_secs(6))
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        assert_eq!(connector.servers[1], wanted);
    }

    /// A server that counts who comes, and refuses them or is silent.
    async fn stand_in(is_silent: bool, came: Arc<AtomicUsize>) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let mut kept = Vec::new();
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                came.fetch_add(1, Ordering::Relaxed);
                kept.extend(is_silent.then_some(socket));
            }
        });
        port
    }

    #[tokio::test]
    async fn many_who_look_for_the_primary_ask_as_one() {
        let came = Arc::new(AtomicUsize::new(0));
        let silent = stand_in(true, Arc::default()).await;
        let refusing = stand_in(false, Arc::clone(&came)).await;
        let hosts = format!("127.0.0.1:{silent},127.0.0.1:{refusing}");
        let url = format!("postgres://ida@{hosts}/games?sslmode=disable");
        let connector = Connector::new(&url).unwrap();
        let many = join_all((0..16).map(|_| connector.connect()));
        assert!(timeout(3 * ASK_AGAIN, many).await.is_err());
        let came = came.load(Ordering::Relaxed);
        assert!((2..=4).contains(&came), "{came} came");
    }

    #[test]
    fn several_servers_may_share_a_port() {
        let ports = servers("host=one,two port=5001 user=ida");
        assert!(ports.iter().all(|(_, ports)| *ports == [5001]), "{ports:?}");
        // Nobody guesses which port is whose.
        assert_eq!(servers("host=one,two,three port=1,2 user=ida").len(), 1);
    }
}
