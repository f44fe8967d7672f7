-- Order on the site. People are named by the hashes under which they are stored.

-- Links to the host's page, and the browsers that have opened it by one: hashes of their secrets.
CREATE TABLE host_link (
    hash     BLOB PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE host_session (
    hash     BLOB PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Guests who may help the host.
CREATE TABLE helper (
    guest BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the host and the helpers have done. Lines are added, and never changed or removed.
CREATE TABLE host_log (
    number INTEGER PRIMARY KEY,
    at_ms  INTEGER NOT NULL,
    line   TEXT NOT NULL -- JSON
) STRICT;
CREATE TRIGGER host_log_stays BEFORE UPDATE ON host_log
BEGIN SELECT RAISE(ABORT, 'the log of the host is never changed'); END;
CREATE TRIGGER host_log_is_kept BEFORE DELETE ON host_log
BEGIN SELECT RAISE(ABORT, 'the log of the host is never shortened'); END;

-- What is decided about a guest. Without a row, nothing is.
CREATE TABLE standing (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    at_ms    INTEGER NOT NULL, -- when it changed last
    document TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_at ON standing (at_ms);

-- Suspended guests whose network is suspended, too, when they come next.
CREATE TABLE network_watch (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Networks from which nobody new sits down for a while: keyed hashes, never addresses.
CREATE TABLE suspended_network (
    network  BLOB PRIMARY KEY,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has blocked whom.
CREATE TABLE block (
    number INTEGER PRIMARY KEY,
    guest  BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    other  BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    name   TEXT NOT NULL, -- the other's, at that time
    at_ms  INTEGER NOT NULL,
    UNIQUE (guest, other)
) STRICT;
CREATE INDEX block_other ON block (other);

CREATE TABLE report (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms    INTEGER NOT NULL,
    -- Who has sent it; null where that guest is forgotten.
    guest    BLOB REFERENCES guest (id) ON DELETE SET NULL,
    about    BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    document TEXT NOT NULL, -- JSON: the reason, and what happened
    outcome  TEXT, -- JSON; null while nobody has decided
    told     INTEGER NOT NULL DEFAULT 0 -- 1: who has sent it has read what came of it
) STRICT;
CREATE INDEX report_open ON report (number) WHERE outcome IS NULL;
CREATE INDEX report_guest ON report (guest, at_ms) WHERE guest IS NOT NULL;
CREATE INDEX report_about ON report (about);

-- What each server has counted.
CREATE TABLE figures (
    node     INTEGER PRIMARY KEY,
    at_ms    INTEGER NOT NULL,
    document TEXT NOT NULL -- JSON
) STRICT;
