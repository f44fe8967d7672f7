//! The address of a database.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The address of a `PostgreSQL` database that several servers may share. It may contain a password, so it
/// is never printed.
#[derive(Clone)]
pub struct DatabaseUrl(String);

/// A text is not the address of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a database is like postgres://user@host/name; for a folder there is --data")]
pub struct NotADatabaseUrl;

impl DatabaseUrl {
    /// The address, password included.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(..)")
    }
}

impl FromStr for DatabaseUrl {
    type Err = NotADatabaseUrl;

    fn from_str(text: &str) -> Result<Self, NotADatabaseUrl> {
        let schemes = ["postgres://", "postgresql://"];
        if schemes.iter().any(|scheme| text.starts_with(scheme)) {
            return Ok(Self(text.to_owned()));
        }
        Err(NotADatabaseUrl)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_database_is_not_shown() {
        let url: DatabaseUrl = "postgres://ida:secret@host/games".parse().unwrap();
        assert!(!format!("{url:?}").contains("secret"));
        assert_eq!(
            "mysql://host/games".parse::<DatabaseUrl>().err(),
            Some(NotADatabaseUrl)
        );
    }
}
