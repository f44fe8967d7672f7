//! A separate schema for each test, on a `PostgreSQL` server that must be named: `cargo xtask test` starts
//! one.

use tokio_postgres::{Client, NoTls};

const VARIABLE: &str = "BRICKWOOD_TEST_DATABASE";

/// A schema for one test, which is dropped after it.
pub struct Database {
    /// The URL of the server.
    pub server: String,
    /// The name of the schema, and of the connections to it.
    pub name: String,
    /// The URL that leads to this schema.
    pub url: String,
}

impl Database {
    /// None if there is no server to test with, which is a failure under CI.
    pub async fn create() -> Option<Self> {
        let Ok(server) = std::env::var(VARIABLE) else {
            let missing =
                format!("{VARIABLE} names no PostgreSQL server (`cargo xtask test` starts one)");
            assert!(std::env::var_os("CI").is_none(), "{missing}");
            eprintln!("skipped: {missing}");
            return None;
        };
        let name = format!("brickwood_test_{:016x}", getrandom::u64().unwrap());
        let create = format!("CREATE SCHEMA {name}");
        connect(&server).await.batch_execute(&create).await.unwrap();
        let sign = if server.contains('?') { '&' } else { '?' };
        let options = format!("options=-csearch_path%3D{name}&application_name={name}");
        Some(Self {
            url: format!("{server}{sign}{options}"),
            server,
            name,
        })
    }

    /// Drops the schema.
    pub async fn drop(self) {
        let client = connect(&self.server).await;
        self.cut(&client).await;
        let text = format!("DROP SCHEMA {} CASCADE", self.name);
        client.batch_execute(&text).await.unwrap();
    }

    /// A separate connection.
    pub async fn client(&self) -> Client {
        let client = connect(&self.server).await;
        let set_path = format!("SET search_path = {}", self.name);
        client.batch_execute(&set_path).await.unwrap();
        client
    }

    /// Where its server listens.
    pub fn place(&self) -> (String, u16) {
        let config: tokio_postgres::Config = self.url.parse().unwrap();
        let tokio_postgres::config::Host::Tcp(host) = &config.get_hosts()[0] else {
            panic!("this test needs a server that listens on TCP");
        };
        (host.clone(), config.get_ports()[0])
    }

    /// Ends all connections of Brickwood.
    pub async fn cut(&self, client: &Client) -> u64 {
        let text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = $1";
        client.execute(text, &[&self.name]).await.unwrap()
    }
}

/// A connection to a URL.
pub async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
