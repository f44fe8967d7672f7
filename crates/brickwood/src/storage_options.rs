//! The options and environment variables for the storage of games.

use std::{
    env,
    error::Error,
    ffi::OsString,
    fmt, fs,
    path::{Path, PathBuf},
};

#[cfg(feature = "postgres")]
use brickwood_storage::OpenPostgresError;
pub(crate) use brickwood_storage::Place;
use brickwood_storage::{ArchiveError, DatabaseUrl, OpenError};
use clap::{ArgMatches, Args, Command, FromArgMatches, error::ErrorKind};
use thiserror::Error;

use crate::play::{self, data_folder};

/// Where the service of a package has its settings, and by default its games.
const SERVICE_SETTINGS: &str = "/etc/brickwood.env";
const SERVICE_DATA: &str = "/var/lib/brickwood";

/// The variables that say where the games are. The parser of arguments does not read them: it would not let a folder that
/// a service has set give way to a database.
pub(crate) const DATA: &str = "BRICKWOOD_DATA";
pub(crate) const DATABASE: &str = "BRICKWOOD_DATABASE";

/// What is given.
#[derive(Args, Debug)]
struct Given {
    /// The folder of the games, or the variable `BRICKWOOD_DATA`; the default is the user's data folder
    #[arg(
        long,
        value_name = "FOLDER",
        global = true,
        conflicts_with = "database"
    )]
    data: Option<PathBuf>,
    /// The database of the games, which several machines may share: postgres://..., or the variable
    /// `BRICKWOOD_DATABASE`, which comes before `BRICKWOOD_DATA`
    #[arg(long, value_name = "URL", global = true)]
    database: Option<DatabaseUrl>,
}

/// Where the games are.
#[derive(Debug)]
pub(crate) struct StorageOptions {
    place: Option<(Place, Source)>,
}

/// Who has said where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Argument,
    Variable,
    /// The settings of the service, which root finds by itself.
    Service,
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument => f.write_str("argument"),
            Self::Variable => f.write_str("variable"),
            Self::Service => f.write_str(SERVICE_SETTINGS),
            Self::Default => f.write_str("default"),
        }
    }
}

impl FromArgMatches for StorageOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Given::from_arg_matches(matches)?;
        // An empty variable counts as none.
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        Self::choose(given, variable)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for StorageOptions {
    fn augment_args(command: Command) -> Command {
        Given::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args_for_update(command)
    }
}

impl StorageOptions {
    fn choose(
        given: Given,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, clap::Error> {
        let place = match (given.data, given.database) {
            (Some(folder), _) => Some((Place::File(folder), Source::Argument)),
            (None, Some(url)) => Some((Place::Database(url), Source::Argument)),
            (None, None) => match (variable(DATABASE), variable(DATA)) {
                (Some(url), _) => {
                    let url = url.to_string_lossy().parse().map_err(|error| {
                        let said = format!("the variable {DATABASE}: {error}\n");
                        clap::Error::raw(ErrorKind::ValueValidation, said)
                    })?;
                    Some((Place::Database(url), Source::Variable))
                }
                (None, folder) => {
                    folder.map(|folder| (Place::File(folder.into()), Source::Variable))
                }
            },
        };
        Ok(Self { place })
    }

    /// A copy of the database.
    pub(crate) fn at(copy: &Path) -> Self {
        Self::of(&Place::File(copy.to_owned()))
    }

    /// Wherever a site is.
    pub(crate) fn of(place: &Place) -> Self {
        Self {
            place: Some((place.clone(), Source::Argument)),
        }
    }

    /// Where a server keeps its games.
    pub(crate) fn own_place(&self) -> Result<Place, play::Failure> {
        match &self.place {
            Some((place, _)) => Ok(place.clone()),
            None => Ok(Place::File(data_folder()?)),
        }
    }

    /// Where the games are that a command is about: root finds those of the service.
    pub(crate) fn place(&self) -> Result<Place, play::Failure> {
        Ok(self.place_and_source()?.0)
    }

    pub(crate) fn place_and_source(&self) -> Result<(Place, Source), play::Failure> {
        if let Some(given) = &self.place {
            return Ok(given.clone());
        }
        if is_root()
            && let Some(place) = of_service(Path::new(SERVICE_SETTINGS), Path::new(SERVICE_DATA))
        {
            return Ok((place, Source::Service));
        }
        Ok((Place::File(data_folder()?), Source::Default))
    }

    /// The folder, where PostgreSQL is no choice.
    pub(crate) fn folder(&self) -> Result<PathBuf, Box<dyn Error>> {
        match self.place()? {
            Place::File(folder) => Ok(folder),
            Place::Database(_) => Err("this works with a folder: name one with --data".into()),
        }
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// Where the service of a package keeps its games; none if there is no such service.
fn of_service(settings: &Path, usual: &Path) -> Option<Place> {
    let settings = fs::read_to_string(settings).unwrap_or_default();
    let value = |name: &str| {
        let lines = settings.lines().rev();
        let mut values = lines.filter_map(|line| line.trim().split_once('='));
        let (_, value) = values.find(|(key, _)| *key == name)?;
        let value = value.trim_matches(['"', '\'']);
        (!value.is_empty()).then(|| value.to_owned())
    };
    if let Some(url) = value("BRICKWOOD_DATABASE") {
        return Some(Place::Database(url.parse().ok()?));
    }
    let folder = value("BRICKWOOD_DATA").map(PathBuf::from);
    let folder = folder.or_else(|| usual.is_dir().then(|| usual.to_owned()))?;
    Some(Place::File(folder))
}

/// There are no games where a command looks.
#[derive(Debug, Error)]
#[error(
    "there is no Brickwood database in {place}: name its folder with --data, or its URL with --database{}",
    elsewhere()
)]
pub(crate) struct NoDatabase {
    place: String,
}

/// Where else there are games.
fn elsewhere() -> &'static str {
    if Path::new(SERVICE_DATA).is_dir() && !is_root() {
        ". For that of the service, run the command with sudo"
    } else {
        ""
    }
}

/// An error about a place, or that there is nothing.
pub(crate) fn none_or(error: impl Into<Box<dyn Error>>) -> Box<dyn Error> {
    let error = error.into();
    let archive = match error.downcast_ref::<OpenError>() {
        Some(OpenError::Unreadable(archive)) => Some(archive),
        _ => error.downcast_ref::<ArchiveError>(),
    };
    if let Some(ArchiveError::Missing(place)) = archive {
        let place = place.display().to_string();
        return NoDatabase { place }.into();
    }
    #[cfg(feature = "postgres")]
    if let Some(OpenPostgresError::Missing(name)) = error.downcast_ref() {
        let place = format!("the database {name}");
        return NoDatabase { place }.into();
    }
    error
}

/// Whether a server has to be told how to reach this place, as the end of a command.
pub(crate) fn as_arguments(place: &Place) -> String {
    match place {
        Place::File(folder) => {
            let folder = folder.display().to_string();
            let quoted = shlex::try_quote(&folder);
            format!(" --data {}", quoted.as_deref().unwrap_or(&folder))
        }
        // The URL may contain a password.
        Place::Database(_) => " --database \"$BRICKWOOD_DATABASE\"".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str], variables: &[(&str, &str)]) -> Result<String, ErrorKind> {
        let read = || {
            let command = StorageOptions::augment_args(Command::new("site"));
            let matches = command.try_get_matches_from(["site"].iter().chain(arguments))?;
            let given = Given::from_arg_matches(&matches)?;
            StorageOptions::choose(given, |name| {
                let found = variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| value.into())
            })
        };
        match read().map_err(|error| error.kind())?.place.unwrap().0 {
            Place::File(folder) => Ok(folder.display().to_string()),
            Place::Database(url) => Ok(url.expose().to_owned()),
        }
    }

    #[test]
    fn an_argument_comes_before_a_variable_and_a_database_before_a_folder() {
        const URL: &str = "postgres://h/d";
        let (folder, database) = (["--data", "/x"], ["--database", URL]);
        let (of_unit, of_host) = ((DATA, "/unit"), (DATABASE, URL));
        assert_eq!(read(&folder, &[of_unit, of_host]).unwrap(), "/x");
        assert_eq!(read(&database, &[of_unit]).unwrap(), URL);
        assert_eq!(read(&[], &[of_unit, of_host]).unwrap(), URL);
        assert_eq!(read(&[], &[of_unit]).unwrap(), "/unit");
        let both = [folder, database].concat();
        assert_eq!(read(&both, &[]), Err(ErrorKind::ArgumentConflict));
        let wrong = [(DATABASE, "mysql://h/d")];
        assert_eq!(read(&[], &wrong), Err(ErrorKind::ValueValidation));
    }

    #[test]
    fn the_settings_of_the_service_say_where_its_games_are() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, usual) = (folder.path().join("env"), folder.path().join("data"));
        assert!(of_service(&settings, &usual).is_none());
        fs::create_dir(&usual).unwrap();
        let found = |text: &str| {
            fs::write(&settings, text).unwrap();
            match of_service(&settings, &usual).unwrap() {
                Place::File(folder) => folder.display().to_string(),
                Place::Database(url) => url.expose().to_owned(),
            }
        };
        assert_eq!(found("#BRICKWOOD_DATA=/no\n"), usual.display().to_string());
        assert_eq!(found("BRICKWOOD_DATA=/a\nBRICKWOOD_DATA='/b c'\n"), "/b c");
        let url = "postgres://ida:secret@host/games";
        let both = format!("BRICKWOOD_DATABASE=\"{url}\"\nBRICKWOOD_DATA=/a\n");
        assert_eq!(found(&both), url);
    }
}
