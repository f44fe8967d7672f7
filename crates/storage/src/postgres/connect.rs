//! Opens and sets up connections.

use std::{pin::Pin, time::Duration};

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use futures_util::{Stream, StreamExt, stream};
use tokio::task::JoinHandle;
use tokio_postgres::{
    AsyncMessage, Client, Config, Error,
    config::TargetSessionAttrs,
    error::{Severity, SqlState},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{OpenPostgresError, tls};

/// How long to wait for an answer of the database.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection may take to be made.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// Connections for everything but appends and hints.
const POOLED: usize = 8;

/// Settings on which our statements rely, whatever the database's defaults are.
const SESSION: &str = "
SET default_transaction_isolation = 'read committed';
SET client_min_messages = warning;
SET lock_timeout = '2s';
SET statement_timeout = '8s';
SET jit = off;
SELECT set_config('synchronous_commit', 'on', false)
 WHERE current_setting('synchronous_commit') = 'off'";

/// The messages of a connection. They must be polled for its client to make progress.
pub(super) type Messages = Pin<Box<dyn Stream<Item = Result<AsyncMessage, Error>> + Send>>;

/// Makes connections to one database.
#[derive(Clone)]
pub(super) struct Connector {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Connector {
    pub(super) fn new(url: &str) -> Result<Self, OpenPostgresError> {
        let (url, ssl_mode, tls) = tls::read(url)?;
        let mut config: Config = url.parse()?;
        if let Some(ssl_mode) = ssl_mode {
            config.ssl_mode(ssl_mode);
        }
        // A connection whose other end has vanished is detected within half a minute.
        config
            .connect_timeout(CONNECT_WITHIN)
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(3)
            .tcp_user_timeout(Duration::from_secs(20));
        if config.get_application_name().is_none() {
            config.application_name("brickwood");
        }
        // Of several hosts, use the one that takes writes: our reads must be current.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Self { config, tls })
    }

    /// A separate connection, and its asynchronous messages.
    pub(super) async fn connect(&self) -> Result<(Client, Messages), Error> {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
        let messages = stream::poll_fn(move |context| connection.poll_message(context));
        Ok((client, Box::pin(messages)))
    }

    /// A connection that is set up, and the task that keeps it going.
    pub(super) async fn session(&self) -> Result<(Client, JoinHandle<()>), Error> {
        let (client, mut messages) = self.connect().await?;
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
        Ok((client, task))
    }

    pub(super) fn pool(&self) -> Pool {
        let settings = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        Pool::builder(Manager::from_connect(
            self.config.clone(),
            self.clone(),
            settings,
        ))
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
        Box::pin(self.session())
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
