//! The site's data, beside a server that may be using it.

use std::{
    error::Error,
    io::{self, ErrorKind},
    path::Path,
};

use brickwood_site::{SiteStorage, moderation::host, settings};
#[cfg(feature = "postgres")]
use brickwood_storage::PostgresStorage;
use brickwood_storage::{OpenError, Sql, SqliteStorage, Storage};

use crate::storage_options::{Place, none_or};

/// Where the site's data is.
pub(crate) struct SiteDatabase {
    opened: Box<dyn Opened>,
    is_read_only: bool,
}

/// What a command does with the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// It looks at what is stored of the site, which needs no right to write.
    Reads,
    /// It writes, or looks at games that no server may change meanwhile.
    Full,
}

trait Opened {
    fn site(&self) -> SiteStorage<'_>;

    fn log(&self) -> Option<&dyn Storage>;
}

/// A database that no server keeps open for itself.
struct Alone<S>(S);

impl<S: Storage> Opened for Alone<S> {
    fn site(&self) -> SiteStorage<'_> {
        SiteStorage::of(self.0.sql())
    }

    fn log(&self) -> Option<&dyn Storage> {
        Some(&self.0)
    }
}

/// A database that a server of this machine has open, or that is only read.
struct Beside<S>(S);

impl<S: Sql> Opened for Beside<S> {
    fn site(&self) -> SiteStorage<'_> {
        SiteStorage::of(&self.0)
    }

    fn log(&self) -> Option<&dyn Storage> {
        None
    }
}

impl SiteDatabase {
    /// Opens what is there, and creates nothing.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(clippy::unused_async, reason = "only PostgreSQL is waited for")
    )]
    pub(crate) async fn open(place: &Place, access: Access) -> Result<Self, Box<dyn Error>> {
        let place = match place {
            #[cfg(feature = "postgres")]
            Place::Database(url) => {
                let storage = PostgresStorage::existing(url.expose()).await;
                return Ok(Self::with(Alone(storage.map_err(none_or)?)));
            }
            #[cfg(not(feature = "postgres"))]
            Place::Database(_) => {
                return Err(
                    "this program cannot read PostgreSQL; build it with `--features full`".into(),
                );
            }
            Place::File(place) => place,
        };
        if access == Access::Reads || place.is_file() {
            return Self::read_only(place);
        }
        match SqliteStorage::existing(place) {
            Ok(storage) => Ok(Self::with(Alone(storage))),
            Err(OpenError::InUse(_)) => Ok(Self::with(Beside(SqliteStorage::beside(place)?))),
            Err(OpenError::Folder { error, .. }) if is_unwritable(&error) => Self::read_only(place),
            Err(error) => Err(none_or(error)),
        }
    }

    fn with(opened: impl Opened + 'static) -> Self {
        Self {
            opened: Box::new(opened),
            is_read_only: false,
        }
    }

    /// A copy, or data on a medium that cannot be written.
    fn read_only(place: &Path) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            is_read_only: true,
            ..Self::with(Beside(SqliteStorage::read_only(place).map_err(none_or)?))
        })
    }

    /// Whether nothing can be decided here.
    pub(super) fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    pub(crate) fn site(&self) -> SiteStorage<'_> {
        self.opened.site()
    }

    /// The games, too; none while a server of this machine has them open.
    pub(super) fn log(&self) -> Option<&dyn Storage> {
        self.opened.log()
    }
}

fn is_unwritable(error: &io::Error) -> bool {
    let kind = error.kind();
    matches!(
        kind,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

/// A new link to the host's page, under the address at which a server was last started.
pub(super) async fn link(site: SiteStorage<'_>, now_ms: u64) -> Result<String, Box<dyn Error>> {
    let address = site.setting(settings::ADDRESS).await?;
    let address = address.ok_or("no server was started on this data yet: start one first")?;
    let address: String = serde_json::from_str(&address)?;
    let secret = host::new_link(site, true, now_ms).await;
    let secret = secret.map_err(|problem| problem.message)?;
    Ok(host::page(&address, &secret))
}
