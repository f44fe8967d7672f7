//! `brickwood serve`: serves the game to others, on machines where nobody looks at a screen.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

#[cfg(feature = "webhook")]
use brickwood_server::NotAWebhookUrl;
use brickwood_server::{
    IpNet, Limits, Opening, PublicUrl, SecurityContact, Server, Site, Webhook, serve_metrics, url,
};
#[cfg(feature = "postgres")]
use brickwood_site::SCHEMA;
use brickwood_site::StoresSite;
#[cfg(feature = "postgres")]
use brickwood_storage::{OpenPostgresError, PostgresStorage};
use brickwood_storage::{Storage, private, random_node};
use clap::{Args, builder::ValueParser};
use thiserror::Error;
use tokio::{net::TcpListener, runtime::Runtime};
use tokio_util::sync::CancellationToken;

#[cfg(feature = "oidc")]
use crate::provider_options::ProviderOptions;
use crate::{
    backup_options::BackupOptions,
    bots::{BuiltInAnalyst, ExternalBot, ServerBots},
    client::EmbeddedClient,
    host_page::{note_address, say_way_to_host_page},
    play::{self, BotPace, external_bot, stop_signal},
    reports::Format,
    storage_options::{Place, StorageOptions},
    variables,
    welcome::{here, outside, say, say_way_in, say_where},
};

const HELP: &str = "\
Every option except --bot can be given by a variable, too: --public-url by BRICKWOOD_PUBLIC_URL, several
values with commas between them. See \"Hosting\" in the documentation.";

/// How and where to serve.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// The address to listen on, such as 0.0.0.0:7878; may be given several times
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BRICKWOOD_LISTEN",
        value_delimiter = ',',
        default_value = "127.0.0.1:7878",
        value_parser = ValueParser::from(address_to_listen_on)
    )]
    pub(crate) listen: Vec<SocketAddr>,
    #[command(flatten)]
    pub(crate) storage: StorageOptions,
    #[command(flatten)]
    pub(crate) backups: BackupOptions,
    /// The public address of the site, such as <https://play.example>. Requests from pages of other
    /// sites are then refused, and with https the cookie is only sent over TLS
    #[arg(long, value_name = "URL", env = "BRICKWOOD_PUBLIC_URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// Where whoever finds a weakness of the site writes to: an address of email or an https page, which
    /// /.well-known/security.txt tells
    #[arg(long, value_name = "CONTACT", env = "BRICKWOOD_SECURITY_CONTACT")]
    security_contact: Option<SecurityContact>,
    #[cfg(feature = "oidc")]
    #[command(flatten)]
    provider: ProviderOptions,
    /// A network of reverse proxies whose X-Forwarded-For is trusted, such as 127.0.0.1 or
    /// 10.0.0.0/8; may be given several times
    #[arg(
        long,
        value_name = "NETWORK",
        env = "BRICKWOOD_TRUSTED_PROXY",
        value_delimiter = ',',
        value_parser = ValueParser::from(network)
    )]
    trusted_proxy: Vec<IpNet>,
    /// A network that is exempt from the limits for each address, like this machine; may be given
    /// several times
    #[arg(
        long,
        value_name = "NETWORK",
        env = "BRICKWOOD_UNLIMITED",
        value_delimiter = ',',
        value_parser = ValueParser::from(network)
    )]
    unlimited: Vec<IpNet>,
    /// The maximum number of concurrent connections
    #[arg(long, value_name = "NUMBER", env = "BRICKWOOD_CONNECTIONS", default_value_t = Limits::default().connections)]
    connections: usize,
    /// The maximum number of concurrent connections from one address
    #[arg(long, value_name = "NUMBER", env = "BRICKWOOD_CONNECTIONS_PER_ADDRESS", default_value_t = Limits::default().connections_per_address)]
    connections_per_address: usize,
    /// The maximum number of spectators at one table
    #[arg(long, value_name = "NUMBER", env = "BRICKWOOD_SPECTATORS", default_value_t = Limits::default().spectators)]
    spectators: usize,
    /// The address that serves metrics for Prometheus at /metrics, such as 127.0.0.1:9187; by
    /// default, metrics are not served
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BRICKWOOD_METRICS",
        value_parser = ValueParser::from(address_to_listen_on)
    )]
    metrics: Option<SocketAddr>,
    /// The format of reports on stderr
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        env = "BRICKWOOD_LOG_FORMAT",
        default_value_t
    )]
    pub(crate) log_format: Format,
    /// The address of a webhook, as Slack, Mattermost or Discord give one: it hears of each table that somebody
    /// opens to find players
    #[arg(
        long,
        value_name = "URL",
        env = "BRICKWOOD_WEBHOOK",
        hide_env_values = true
    )]
    webhook: Option<String>,
    /// Seconds for which the server keeps running when it is told to stop, while /readyz tells load
    /// balancers not to send new clients
    #[arg(
        long,
        value_name = "SECONDS",
        env = "BRICKWOOD_DRAIN",
        default_value_t = 0
    )]
    drain: u32,
    /// How long bots take to act
    #[arg(long, value_enum, env = "BRICKWOOD_BOT_PACE", default_value_t = BotPace::Normal)]
    bot_pace: BotPace,
    /// A program that can take seats, with a name of lowercase letters, digits and hyphens; may be given
    /// several times (see "The engine" in the documentation)
    #[arg(long = "bot", value_name = "NAME=PROGRAM", value_parser = ValueParser::from(external_bot))]
    bots: Vec<ExternalBot>,
}

impl Options {
    /// The files with secrets that they name.
    pub(crate) fn secret_files(&self) -> Vec<PathBuf> {
        #[cfg(feature = "oidc")]
        return self
            .provider
            .secret_file()
            .map(std::path::Path::to_owned)
            .into_iter()
            .collect();
        #[cfg(not(feature = "oidc"))]
        Vec::new()
    }
}

/// An address with a port; a port alone, or with `localhost`, is one of this machine alone.
pub(crate) fn address_to_listen_on(text: &str) -> Result<SocketAddr, &'static str> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    let of_machine = || {
        port.parse()
            .map(|port: u16| (Ipv4Addr::LOCALHOST, port).into())
    };
    text.parse().or_else(|_| of_machine()).map_err(|_| {
        "an address to listen on is like 127.0.0.1:7878 for this machine alone, or 0.0.0.0:7878 for all its networks"
    })
}

/// A network, or an address that is one alone.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| alone())
        .map_err(|_| "a network is like 10.0.0.0/8, or an address")
}

/// Why the site cannot be served.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[cfg(not(feature = "postgres"))]
    #[error(
        "this program cannot keep games in PostgreSQL; build it with `--features full`, or name a folder with --data"
    )]
    NoPostgres,
    #[cfg(feature = "postgres")]
    #[error(transparent)]
    Database(#[from] OpenPostgresError),
    #[cfg(not(feature = "webhook"))]
    #[error("this program knows no webhooks; build it with `--features full`")]
    NoWebhook,
    #[cfg(feature = "webhook")]
    #[error(transparent)]
    Webhook(#[from] NotAWebhookUrl),
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: SocketAddr,
        error: io::Error,
    },
    #[error(transparent)]
    Play(#[from] play::Failure),
    #[error("the server cannot start: {0}")]
    Start(#[from] io::Error),
}

/// Serves until the process is told to stop.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    variables::warn_of_unknown();
    brickwood_server::open_files::take_all();
    Runtime::new()?.block_on(serve(options))
}

async fn serve(options: &Options) -> Result<(), Failure> {
    let mut listeners = Vec::new();
    for address in &options.listen {
        listeners.push(listen(*address).await?);
    }
    let figures = match options.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let place = options.storage.own_place()?;
    let log = open_log(&place).await?;
    let first = listeners
        .first()
        .expect("there is a default")
        .local_addr()?;
    #[cfg_attr(
        not(feature = "oidc"),
        expect(unused_mut, reason = "nothing more is known")
    )]
    let mut site = site(options);
    #[cfg(feature = "oidc")]
    {
        // A site without it is better than none.
        match options.provider.provider() {
            Ok(provider) => site.provider = provider,
            Err((file, error)) => {
                let file = file.display();
                tracing::warn!(%file, %error, "the secret of the provider cannot be read: nobody can come back by it");
                site.provider_has_no_secret = true;
            }
        }
    }
    let bots = ServerBots::with(&options.bots).map_err(play::Failure::from)?;
    for file in options.secret_files() {
        if private::is_exposed(&file) {
            tracing::warn!(file = %file.display(), "other users of this machine can read this secret");
        }
    }
    let stop = stop_signal()?;
    let server = Server {
        node: random_node()?,
        log: Arc::clone(&log),
        bots: Arc::new(bots),
        analyst: Arc::new(BuiltInAnalyst),
        pace: options.bot_pace.into(),
        client: Arc::new(EmbeddedClient),
        limits: Limits {
            connections: options.connections,
            connections_per_address: options.connections_per_address,
            spectators: options.spectators,
            drain: Duration::from_secs(options.drain.into()),
            ..Limits::default()
        },
        site,
        opening: Opening::by_command(command(&listeners)?),
        webhook: webhook(options)?,
        backups: options.backups.of(&place),
    };
    say_where_it_is(options, &listeners)?;
    let over = CancellationToken::new();
    let figures = match figures {
        Some(listener) => {
            let address = listener.local_addr()?;
            say(&format!("Metrics are at http://{address}/metrics"));
            // Written until the end, so that the log shows how the server stops.
            let telling = serve_metrics(listener, over.clone().cancelled_owned());
            Some(tokio::spawn(telling))
        }
        None => None,
    };
    let address = match &options.public_url {
        Some(url) => url.origin().to_owned(),
        None => url(here(first)),
    };
    note_address(log.site(), &address).await;
    say_way_to_host_page(log.site(), &address, &place).await;
    server.serve_all(listeners, stop).await;
    over.cancel();
    if let Some(figures) = figures {
        let _ = figures.await;
    }
    Ok(())
}

/// Whom to tell of tables that are opened to find players.
fn webhook(options: &Options) -> Result<Option<Webhook>, Failure> {
    #[cfg_attr(
        not(feature = "webhook"),
        expect(unused_variables, reason = "it is only sent to")
    )]
    let Some(url) = &options.webhook else {
        return Ok(None);
    };
    #[cfg(feature = "webhook")]
    return Ok(Some(Webhook::start(url.parse()?)?));
    #[cfg(not(feature = "webhook"))]
    return Err(Failure::NoWebhook);
}

/// Says under which addresses the site is reached: behind a proxy, under another than it listens at.
fn say_where_it_is(options: &Options, listeners: &[TcpListener]) -> io::Result<()> {
    let mut at = Vec::new();
    for listener in listeners {
        at.push(listener.local_addr()?);
    }
    if let Some(url) = &options.public_url {
        say_where(&at, &[]);
        say(&format!("Others open {}", url.origin()));
    } else {
        let outside = outside(&at);
        say_where(&at, &outside);
        say_way_in(&outside);
    }
    Ok(())
}

/// What opens the site to other machines.
fn command(listeners: &[TcpListener]) -> io::Result<String> {
    let port = match listeners.first() {
        Some(listener) => listener.local_addr()?.port(),
        None => 0,
    };
    Ok(format!("brickwood serve --listen 0.0.0.0:{port}"))
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| Failure::Listen { address, error })
}

/// The storage that the options name. Only this function decides where games are stored.
#[cfg_attr(
    not(feature = "postgres"),
    expect(clippy::unused_async, reason = "only PostgreSQL is waited for")
)]
async fn open_log(place: &Place) -> Result<Arc<dyn Storage>, Failure> {
    match place {
        Place::File(folder) => Ok(play::open_log(folder)?),
        #[cfg(feature = "postgres")]
        Place::Database(url) => {
            let log = PostgresStorage::open(url.expose(), SCHEMA).await?;
            tracing::info!("the games are kept in the database");
            play::report_full_storage(&log).await;
            Ok(Arc::new(log))
        }
        #[cfg(not(feature = "postgres"))]
        Place::Database(_) => Err(Failure::NoPostgres),
    }
}

/// How the site is reached, with a warning where that looks like a mistake.
fn site(options: &Options) -> Site {
    let mut site = Site {
        public_url: options.public_url.clone(),
        trusted_proxies: options.trusted_proxy.clone(),
        security_contact: options.security_contact.clone(),
        ..Site::default()
    };
    site.unlimited.extend(&options.unlimited);
    let is_open = options.listen.iter().any(|at| !at.ip().is_loopback());
    match &site.public_url {
        Some(url) if !url.is_secure() => {
            tracing::warn!("the public address begins with http: nothing is encrypted");
        }
        None if is_open => tracing::warn!(
            "others can connect, and what they send is not encrypted: put a proxy with TLS in front \
             and name the address with --public-url"
        ),
        Some(_) if site.trusted_proxies.is_empty() => tracing::warn!(
            "the proxy with TLS is not named with --trusted-proxy: all its clients share one address"
        ),
        Some(_) | None => {}
    }
    site
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "oidc")]
    #[test]
    fn a_provider_needs_an_id_and_a_public_url_to_send_people_back_to() {
        let issuer = ["--oidc-issuer", "https://login.example"];
        let id = ["--oidc-client-id", "brickwood"];
        let url = ["--public-url", "https://play.example"];
        for (given, is_enough) in [
            ([issuer, id, url].concat(), true),
            ([issuer, id].concat(), false),
            ([issuer, url].concat(), false),
            ([id, url].concat(), false),
            (url.to_vec(), true),
        ] {
            let command = Options::augment_args(clap::Command::new("serve"));
            let read = command.try_get_matches_from(["serve"].iter().chain(&given));
            assert_eq!(read.is_ok(), is_enough, "{given:?}");
        }
    }

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        for (text, wanted) in [
            ("7202", "127.0.0.1:7202"),
            ("localhost:7202", "127.0.0.1:7202"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(address_to_listen_on(text), Ok(wanted.parse().unwrap()));
        }
        for text in ["", "example.com:80", "127.0.0.1", ":80", "70000"] {
            let said = address_to_listen_on(text).unwrap_err();
            assert!(said.contains("127.0.0.1:7878"), "{text}");
        }
    }

    #[test]
    fn a_network_is_one_or_an_address_alone() {
        assert_eq!(network("10.0.0.0/8"), Ok("10.0.0.0/8".parse().unwrap()));
        assert_eq!(network("10.1.2.3"), Ok("10.1.2.3/32".parse().unwrap()));
        assert_eq!(network("::1"), Ok("::1/128".parse().unwrap()));
        assert!(network("10.0.0.0/33").is_err());
        assert!(network("localhost").is_err());
    }
}
