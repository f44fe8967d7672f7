//! The tables of the database, and how a connection is set up.

use std::{path::Path, time::Duration};

use rusqlite::Connection;

use super::OpenError;

/// The version of [`TABLES`], kept in the database's `user_version`.
const VERSION: u32 = 2;

/// Unsigned 64-bit numbers are kept as the signed ones with the same bits.
const TABLES: &str = "
CREATE TABLE guest (
    id         BLOB PRIMARY KEY, -- SHA-256 of the guest's token
    name       TEXT, -- as last used
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
    id         TEXT PRIMARY KEY,
    setup      TEXT NOT NULL, -- JSON
    people     TEXT NOT NULL, -- JSON
    progress   INTEGER NOT NULL DEFAULT 0, -- 0 gathering, 1 playing, 2 over
    open       INTEGER NOT NULL DEFAULT 0, -- listed in the lobby: public, with an open seat
    code       TEXT, -- while gathering
    host       BLOB,
    created_ms INTEGER NOT NULL,
    head       INTEGER NOT NULL DEFAULT 0, -- seq of the last action
    rematch    TEXT REFERENCES game (id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX game_code ON game (code) WHERE code IS NOT NULL;
CREATE INDEX game_open ON game (created_ms) WHERE open;
CREATE INDEX game_gathering ON game (created_ms) WHERE progress = 0;
CREATE INDEX game_host ON game (host) WHERE progress = 0;

-- Who sits in which games: what people holds, to be found by guest.
CREATE TABLE sitter (
    guest   BLOB NOT NULL REFERENCES guest (id),
    game    TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (guest, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX sitter_game ON sitter (game);

CREATE TABLE action (
    game       TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    actor      INTEGER, -- seat; null for chance
    client_key INTEGER,
    nonce      BLOB, -- the client's chance
    body       TEXT NOT NULL,
    post_hash  INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX action_key ON action (game, actor, client_key) WHERE client_key IS NOT NULL;

CREATE TABLE talk (
    game       TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    name       TEXT NOT NULL,
    client_key INTEGER NOT NULL,
    said       TEXT NOT NULL, -- JSON
    PRIMARY KEY (game, number),
    UNIQUE (game, seat, client_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_at ON talk (at_ms);
";

/// Opens the database for writing and brings it to the current version.
pub(super) fn open_writer(file: &Path) -> Result<Connection, OpenError> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk before it is acknowledged, power loss included.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        VERSION => {}
        found => {
            return Err(OpenError::Version {
                found,
                known: VERSION,
            });
        }
    }
    transaction.commit()?;
    Ok(connection)
}

/// Opens the database for reading. It must exist.
pub(super) fn open_reader(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_synced_to_a_write_ahead_log() {
        let folder = tempfile::tempdir().unwrap();
        let writer = open_writer(&folder.path().join("db")).unwrap();
        let pragma = |name| -> String {
            let value = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            match writer.pragma_query_value(None, name, value).unwrap() {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{name} is {other:?}"),
            }
        };
        assert_eq!(pragma("journal_mode"), "wal");
        assert_eq!(pragma("synchronous"), "2", "2 is FULL");
        assert_eq!(pragma("foreign_keys"), "1");
        assert_eq!(pragma("busy_timeout"), "5000");
        assert_eq!(pragma("wal_autocheckpoint"), "4000");
    }
}
