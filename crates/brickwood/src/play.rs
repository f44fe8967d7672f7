//! `brickwood play`: serves the game on this computer.

use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use brickwood_server::{Limits, Opening, Server, Site, SystemNetwork, url};
use brickwood_site::{SCHEMA, StoresSite};
use brickwood_storage::{OpenError, SqliteStorage, Storage, private, random_node};
use clap::{Args, ValueEnum, builder::ValueParser};
use etcetera::{BaseStrategy, base_strategy::choose_native_strategy};
use thiserror::Error;
use tokio::{net::TcpListener, runtime::Runtime};

use crate::{
    backup_options::BackupOptions,
    bots::{self, BuiltInAnalyst, ExternalBot, ServerBots},
    client::EmbeddedClient,
    external::ExternalEngine,
    host_page::note_address,
    storage_options::Place,
    welcome::{here, outside, say, say_way_in, say_where},
};

/// The port of a program that is started without options.
const DEFAULT_PORT: u16 = 7878;

/// How and where to serve.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The address to listen on; by default, only this computer can connect
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The port to listen on; 0 takes a free one
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// The folder of the games; the default is in the user's data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    #[command(flatten)]
    backups: BackupOptions,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// How long bots take to act
    #[arg(long, value_enum, default_value_t = BotPace::Normal)]
    bot_pace: BotPace,
    /// A program that can take seats, with a name of lowercase letters, digits and hyphens; may be given
    /// several times (see "The engine" in the documentation)
    #[arg(long = "bot", value_name = "NAME=PROGRAM", value_parser = ValueParser::from(external_bot))]
    bots: Vec<ExternalBot>,
}

pub(crate) fn external_bot(text: &str) -> Result<ExternalBot, String> {
    let (name, command) = text
        .split_once('=')
        .ok_or("a name, an equals sign and a command are wanted")?;
    let command = command.strip_prefix("cmd:").unwrap_or(command);
    Ok(ExternalBot {
        name: name.parse()?,
        program: Arc::new(ExternalEngine::new(command)?),
    })
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BotPace {
    /// About a second
    Normal,
    /// A fifth of that
    Fast,
    /// Without delay
    None,
}

impl From<BotPace> for brickwood_server::BotPace {
    fn from(pace: BotPace) -> Self {
        match pace {
            BotPace::Normal => Self::Normal,
            BotPace::Fast => Self::Fast,
            BotPace::None => Self::None,
        }
    }
}

/// Why the game cannot be served.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("there is no home folder for the games; name a folder with --data")]
    NoDataFolder,
    #[error("{0}; end it, or name another folder with --data")]
    InUse(OpenError),
    #[error(transparent)]
    Data(OpenError),
    #[error("port {0} is taken, perhaps by another Brickwood; choose one with --port")]
    PortTaken(u16),
    #[error("cannot listen on {host}, port {port}: {error}")]
    Listen {
        host: String,
        port: u16,
        error: io::Error,
    },
    #[error(transparent)]
    Bots(#[from] bots::Failure),
    #[error("the server cannot start: {0}")]
    Start(#[from] io::Error),
}

/// Serves until the process is told to stop.
pub(crate) fn play(options: &Options) -> Result<(), Failure> {
    Runtime::new()?.block_on(serve(options))
}

async fn serve(options: &Options) -> Result<(), Failure> {
    // The port first: a person who starts the program twice should read about the port.
    let listener = listen(&options.host, options.port).await?;
    let address = listener.local_addr()?;
    let data = match &options.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    let log = open_log(&data)?;
    if !address.ip().is_loopback() {
        tracing::warn!("others can connect, and what they send is not encrypted");
    }
    let bots = ServerBots::with(&options.bots)?;
    let stop = stop_signal()?;
    note_address(log.site(), &url(here(address))).await;
    let server = Server {
        node: random_node()?,
        log,
        bots: Arc::new(bots),
        analyst: Arc::new(BuiltInAnalyst),
        pace: options.bot_pace.into(),
        client: Arc::new(EmbeddedClient),
        limits: Limits::default(),
        site: Site {
            at_home: true,
            ..Site::default()
        },
        opening: opening(options),
        webhook: None,
        backups: options.backups.of(&Place::File(data)),
    };
    let outside = outside(&[address]);
    say_where(&[address], &outside);
    say_way_in(&outside);
    if !options.no_open {
        open_browser(&url(here(address)));
    }
    server.serve(listener, stop).await;
    Ok(())
}

/// What a person reads who has let nobody in, or nobody any more.
const ALONE: &str = "Only this computer can connect. To let others in, open a table and press “Let devices in my home join”.";

/// How the person at this computer lets others in.
fn opening(options: &Options) -> Opening {
    let command = match options.port {
        DEFAULT_PORT => "brickwood --host 0.0.0.0".to_owned(),
        port => format!("brickwood --host 0.0.0.0 --port {port}"),
    };
    Opening {
        command,
        on_request: true,
        told: Box::new(|at: &[SocketAddr]| {
            if at.is_empty() {
                say(ALONE);
            }
            for line in at {
                say(&format!("Devices in your home can join at {}", url(*line)));
            }
            say_way_in(at);
        }),
        network: Arc::new(SystemNetwork),
    }
}

/// Opens the database in a folder. Its faults are reported while the server runs: players can still view the
/// games of a database that is damaged or whose disk is full.
pub(crate) fn open_log(folder: &Path) -> Result<Arc<SqliteStorage>, Failure> {
    let log = SqliteStorage::open(folder, SCHEMA).map_err(|error| match error {
        OpenError::InUse(_) => Failure::InUse(error),
        _ => Failure::Data(error),
    })?;
    if let Some(upgrade) = log.upgrade() {
        tracing::info!(
            from = upgrade.from,
            to = upgrade.to,
            copy = %upgrade.copy.display(),
            "the database was brought to a new version: as it was before, it is in the copy"
        );
    }
    for lost in log.lost_writes() {
        tracing::error!(
            writes = lost.writes,
            pages = lost.pages,
            copy = %lost.copy.display(),
            "the write-ahead log was damaged, and what was written behind the damage is missing: restore a \
             backup, or move the copy of the log away"
        );
    }
    warn_of_exposed(folder);
    let log = Arc::new(log);
    tracing::info!(data = %folder.display(), "the games are kept here");
    let watched = Arc::clone(&log);
    tokio::spawn(async move {
        report_full_storage(&*watched).await;
        match watched.damage().await {
            Ok(None) => {}
            Ok(Some(damage)) => tracing::error!(
                damage,
                "the database is damaged: stop the server and restore a backup"
            ),
            Err(_) => tracing::error!("the database cannot be read: it may be damaged"),
        }
    });
    Ok(log)
}

/// Warns if others can read what is secret: whoever made these files did not know that they are.
fn warn_of_exposed(folder: &Path) {
    for file in exposed(folder) {
        tracing::warn!(
            file = %file.display(),
            "other users of this machine can read this file, with all hidden cards and the secrets of the site: \
             `chmod 600` keeps it to yourself"
        );
    }
}

/// The files of a database and its backups that other users of this machine can read.
pub(crate) fn exposed(folder: &Path) -> Vec<PathBuf> {
    let files = [folder.to_owned(), folder.join("backups")]
        .into_iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|entries| entries.filter_map(Result::ok))
        .map(|entry| entry.path());
    let is_secret = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("brickwood") && !name.ends_with(".lock") && file.is_file()
    };
    let mut exposed: Vec<PathBuf> = files
        .filter(is_secret)
        .filter(|file| private::is_exposed(file))
        .collect();
    exposed.sort();
    exposed
}

/// Warns if nothing can be stored.
pub(crate) async fn report_full_storage(log: &dyn Storage) {
    if log.check().await.is_err() {
        tracing::error!(
            "nothing can be stored now, perhaps because the disk is full: games can be looked at, and \
             go on once there is room"
        );
    }
}

async fn listen(host: &str, port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((host, port))
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => Failure::PortTaken(port),
            _ => Failure::Listen {
                host: host.to_owned(),
                port,
                error,
            },
        })
}

pub(crate) fn data_folder() -> Result<PathBuf, Failure> {
    let folders = choose_native_strategy().map_err(|_| Failure::NoDataFolder)?;
    Ok(folders.data_dir().join("brickwood"))
}

/// Done when the process is asked to stop.
#[cfg(unix)]
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Done when the process is asked to stop.
#[cfg(not(unix))]
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, the process ends at once; nothing that was acknowledged is lost.
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Opens the page where there is a browser. The address is printed in any case.
pub(crate) fn open_browser(url: &str) {
    if has_desktop()
        && let Err(error) = open::that_detached(url)
    {
        tracing::info!(%error, "no browser could be opened");
    }
}

/// Without a desktop, some systems open a browser of text in the terminal.
fn has_desktop() -> bool {
    let is_set = |variable: &str| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
