//! `brickwood doctor`: what is in force and from where, and what is wrong, on one screen.

use std::{
    env,
    error::Error,
    fs,
    path::Path,
    process::ExitCode,
    time::{Duration, SystemTime},
};

use brickwood_storage::{Archive, private};
use chrono::{DateTime, Local};
use clap::{ArgMatches, Args, Command, FromArgMatches, parser::ValueSource};

use crate::{
    health, play, serve,
    storage_options::{Place, Source},
    variables::{self, OIDC_SECRET},
    welcome::here,
};

const HELP: &str = "\
Takes the options and variables of `brickwood serve`. Root, who names none, sees the settings of the service. No secret
is shown.

Exit codes: 0 nothing is wrong; 1 something is.

Examples:
  sudo brickwood doctor
  brickwood doctor --data games";

/// Where a service of a package has its settings: the later come before the earlier.
const SERVICE_FILES: [&str; 3] = [
    "/usr/lib/systemd/system/brickwood.service",
    "/etc/systemd/system/brickwood.service",
    "/etc/brickwood.env",
];

/// A disk with less room is nearly full.
const LOW: u64 = 200 << 20;

/// How long an answer of the network may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// A backup that is older has been missed.
const OLD: Duration = Duration::from_hours(50);

/// The options of a server, and what they are.
#[derive(Debug)]
pub(crate) struct Options {
    serve: serve::Options,
    settings: Vec<Setting>,
}

#[derive(Debug)]
struct Setting {
    name: String,
    value: String,
    source: &'static str,
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        serve::Options::augment_args(command).after_help(HELP)
    }

    fn augment_args_for_update(command: Command) -> Command {
        serve::Options::augment_args_for_update(command).after_help(HELP)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let command = Self::augment_args(Command::new("doctor"));
        Ok(Self {
            serve: serve::Options::from_arg_matches(matches)?,
            settings: settings(&command, matches, &[]),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Every option with its value, and who has set it. Where the games are is said by itself.
fn settings(command: &Command, matches: &ArgMatches, of_files: &[FromFile]) -> Vec<Setting> {
    let options = command
        .get_arguments()
        .filter(|option| !matches!(option.get_id().as_str(), "help" | "data" | "database"));
    options
        .filter_map(|option| {
            let id = option.get_id().as_str();
            let name = option.get_long()?.to_owned();
            let values = matches.get_raw(id).into_iter().flatten();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            let value = match values.as_slice() {
                [] => "none".to_owned(),
                _ if option.is_hide_env_values_set() => "(set)".to_owned(),
                values => values.join(","),
            };
            let variable = option.get_env().unwrap_or_default();
            let source = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => "argument",
                Some(ValueSource::EnvVariable) => "variable",
                _ => of_files
                    .iter()
                    .rev()
                    .find(|file| *variable == *file.name)
                    .map_or("default", |file| file.file),
            };
            Some(Setting {
                name,
                value,
                source,
            })
        })
        .collect()
}

/// A variable that a file sets for the service.
struct FromFile {
    name: String,
    value: String,
    file: &'static str,
}

/// What these files set.
fn of_files(files: &[&'static str]) -> Vec<FromFile> {
    let mut found = Vec::new();
    for &file in files {
        let text = fs::read_to_string(file).unwrap_or_default();
        for line in text.lines() {
            let line = line.trim();
            let line = line.strip_prefix("Environment=").unwrap_or(line);
            if let Some((name, value)) = line.split_once('=')
                && name.to_ascii_uppercase().starts_with("BRICKWOOD_")
            {
                let value = value.trim_matches(['"', '\'']).to_owned();
                let name = name.to_owned();
                found.push(FromFile { name, value, file });
            }
        }
    }
    found
}

/// What a service has that gets these variables.
fn of_service(of_files: &[FromFile]) -> Result<Options, clap::Error> {
    let mut command = Options::augment_args(Command::new("doctor"));
    for FromFile { name, value, .. } in of_files.iter().filter(|file| !file.value.is_empty()) {
        command = command.mut_args(|option| {
            let is_it = option
                .get_env()
                .is_some_and(|variable| variable == name.as_str());
            if is_it && option.get_action().takes_values() {
                // The program ends soon.
                option.default_value(&*value.clone().leak())
            } else {
                option
            }
        });
    }
    let matches = command.clone().try_get_matches_from(["doctor"])?;
    Ok(Options {
        serve: serve::Options::from_arg_matches(&matches)?,
        settings: settings(&command, &matches, of_files),
    })
}

/// What was found.
#[derive(Default)]
struct Findings {
    lines: Vec<(bool, String)>,
}

impl Findings {
    fn well(&mut self, said: impl Into<String>) {
        self.lines.push((true, said.into()));
    }

    fn wrong(&mut self, said: impl Into<String>) {
        self.lines.push((false, said.into()));
    }

    fn note(&mut self, result: Result<String, String>) {
        match result {
            Ok(said) => self.well(said),
            Err(said) => self.wrong(said),
        }
    }
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let (place, source) = options.serve.storage.place_and_source()?;
    let mut found = Findings::default();
    let mut of_files = self::of_files(&[]);
    let service;
    let options = if source == Source::Service {
        of_files = self::of_files(&SERVICE_FILES);
        match of_service(&of_files) {
            Ok(of_service) => {
                service = of_service;
                &service
            }
            Err(error) => {
                found.wrong(format!(
                    "the service cannot start with its settings: {error}"
                ));
                options
            }
        }
    } else {
        options
    };
    println!("Settings");
    let (what, shown) = match &place {
        Place::File(folder) => ("data", folder.display().to_string()),
        Place::Database(_) => ("database", "(set)".to_owned()),
    };
    print_setting(what, &shown, &source.to_string());
    for setting in &options.settings {
        print_setting(&setting.name, &setting.value, setting.source);
    }
    if env::var_os(OIDC_SECRET).is_some() {
        print_setting("secret of the provider", "(set)", "variable");
    }

    let names = of_files.into_iter().map(|file| file.name);
    let unknown = variables::unknown(variables::set().chain(names));
    if unknown.is_empty() {
        found.well("no variable is misspelt");
    }
    for unknown in unknown {
        found.wrong(unknown.said());
    }
    match &place {
        Place::File(folder) => look_at_folder(folder, options, &mut found),
        Place::Database(url) => found.note(look_at_database(url)),
    }
    look_at_secrets(options, &mut found);
    look_at_server(options, &mut found);

    println!("\nFindings");
    for (is_well, said) in &found.lines {
        println!("  {}  {said}", if *is_well { "ok   " } else { "WRONG" });
    }
    let wrong = found.lines.iter().filter(|(is_well, _)| !is_well).count();
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn print_setting(name: &str, value: &str, source: &str) {
    println!("  {name:<25}  {value:<30}  {source}");
}

fn look_at_folder(folder: &Path, options: &Options, found: &mut Findings) {
    match Archive::open(folder).map(|archive| archive.lost_writes().len()) {
        Ok(0) => found.well("the database can be read"),
        Ok(_) => found.wrong("the write-ahead log was damaged: run `brickwood verify-log`"),
        Err(error) => return found.wrong(error.to_string()),
    }
    let exposed = play::exposed(folder);
    if exposed.is_empty() {
        found.well("nobody else can read the games and their backups");
    }
    for file in exposed {
        found.wrong(format!(
            "other users of this machine can read {}",
            file.display()
        ));
    }
    if let Some(free) = private::free_bytes(folder) {
        let said = format!("the disk has room for {} MB", free >> 20);
        found.note(if free < LOW { Err(said) } else { Ok(said) });
    }
    found.note(look_at_backups(folder, options));
}

/// How old the last backup is, if the server makes any.
fn look_at_backups(folder: &Path, options: &Options) -> Result<String, String> {
    let Some(backups) = options.serve.backups.of(&Place::File(folder.to_owned())) else {
        return Ok("the server makes no backups".to_owned());
    };
    let place = backups.folder().display();
    let all = backups
        .all()
        .map_err(|error| format!("the backups in {place} cannot be read: {error}"))?;
    let is_old = |made: SystemTime| made.elapsed().is_ok_and(|age| age > OLD);
    let Some(last) = all.first() else {
        let begun = fs::metadata(folder.join("brickwood.db")).and_then(|found| found.created());
        return if begun.is_ok_and(is_old) {
            Err(format!("there is no backup in {place}"))
        } else {
            Ok("no backup was made yet: the server makes one every day".to_owned())
        };
    };
    let made = SystemTime::UNIX_EPOCH + Duration::from_millis(last.at_ms);
    let at = DateTime::<Local>::from(made).format("%Y-%m-%d %H:%M");
    let said = format!("{} backups in {place}, the last of {at}", all.len());
    if is_old(made) { Err(said) } else { Ok(said) }
}

#[cfg(feature = "postgres")]
fn look_at_database(url: &brickwood_storage::DatabaseUrl) -> Result<String, String> {
    use brickwood_storage::PostgresStorage;

    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let opened = runtime.block_on(PostgresStorage::existing(url.expose()));
    match opened {
        Ok(_) => Ok("the database answers".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(not(feature = "postgres"))]
fn look_at_database(_: &brickwood_storage::DatabaseUrl) -> Result<String, String> {
    Err("this program cannot keep games in PostgreSQL".to_owned())
}

/// Files with secrets besides the games.
fn look_at_secrets(options: &Options, found: &mut Findings) {
    for file in options.serve.secret_files() {
        found.note(if private::is_exposed(&file) {
            Err(format!(
                "other users of this machine can read {}",
                file.display()
            ))
        } else {
            fs::read(&file)
                .map(|_| format!("{} can be read, by nobody else", file.display()))
                .map_err(|error| format!("{} cannot be read: {error}", file.display()))
        });
    }
}

fn look_at_server(options: &Options, found: &mut Findings) {
    if let Some(address) = options.serve.listen.first() {
        found.note(match health::ask(here(*address)) {
            Ok((true, _)) => Ok(format!("the server at {address} is ready")),
            Ok((false, said)) => Err(format!("the server at {address} is not ready: {said}")),
            Err(error) => Err(error.to_string()),
        });
    }
    if let Some(url) = &options.serve.public_url {
        found.note(answers(url.origin()));
    }
}

/// Whether a browser would find a site at this address.
#[cfg(any(feature = "oidc", feature = "webhook"))]
fn answers(origin: &str) -> Result<String, String> {
    use brickwood_site::http::outbound::Outbound;

    let ask = async {
        let outbound = Outbound::new(PATIENCE).map_err(|error| error.to_string())?;
        let asked = outbound.status(&format!("{origin}/readyz")).await;
        asked.map_err(|error| error.to_string())
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    match runtime.block_on(ask) {
        Ok(200) => Ok(format!("{origin} answers")),
        Ok(status) => Err(format!("{origin}/readyz answers with the status {status}")),
        Err(error) => Err(format!("{origin} does not answer: {error}")),
    }
}

/// Whether anything is where a browser would look.
#[cfg(not(any(feature = "oidc", feature = "webhook")))]
fn answers(origin: &str) -> Result<String, String> {
    use std::net::{TcpStream, ToSocketAddrs as _};

    let (scheme, host) = origin.split_once("://").unwrap_or(("https", origin));
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let usual = if scheme == "https" { 443 } else { 80 };
    let host = if has_port {
        host.to_owned()
    } else {
        format!("{host}:{usual}")
    };
    let found = host
        .to_socket_addrs()
        .map_err(|error| format!("{origin}: {error}"))?;
    let mut last = format!("{origin} has no address");
    for address in found {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(_) => return Ok(format!("something answers at {origin}")),
            Err(error) => last = format!("{origin} does not answer: {error}"),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_a_service_are_those_of_its_files_and_secrets_are_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| -> &'static str {
            let file = folder.path().join(name);
            fs::write(&file, text).unwrap();
            file.display().to_string().leak()
        };
        let unit = "[Service]\nEnvironment=BRICKWOOD_LISTEN=127.0.0.1:7878\nEnvironment=BRICKWOOD_DRAIN=1\n";
        let unit = file("unit", unit);
        let settings = "# a word\nBRICKWOOD_DRAIN=\"3\"\nBRICKWOOD_WEBHOOK=https://hooks.example/s3cret\n\
                        BRICKWOOD_PUBLICURL=x\nBRICKWOOD_METRICS=\n";
        let settings = file("env", settings);
        let of_files = of_files(&[unit, settings]);
        let options = of_service(&of_files).unwrap();
        let shown = |name: &str| {
            let found = options.settings.iter().find(|setting| setting.name == name);
            let found = found.unwrap();
            (found.value.clone(), found.source)
        };
        assert_eq!(shown("listen"), ("127.0.0.1:7878".to_owned(), unit));
        assert_eq!(shown("drain"), ("3".to_owned(), settings));
        assert_eq!(shown("webhook"), ("(set)".to_owned(), settings));
        assert_eq!(shown("spectators"), ("5000".to_owned(), "default"));
        assert!(
            options
                .settings
                .iter()
                .all(|setting| !setting.value.contains("s3cret"))
        );
    }
}
