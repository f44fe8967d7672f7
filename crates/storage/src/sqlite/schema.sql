-- Unsigned 64-bit numbers are kept as the signed ones with the same bits; times are milliseconds
-- since 1970.

CREATE TABLE guest (
    id         BLOB PRIMARY KEY, -- SHA-256 of the guest's token
    name       TEXT, -- the last one that the guest has sat down with
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
    id         TEXT PRIMARY KEY,
    created_ms INTEGER NOT NULL,
    spoken     INTEGER NOT NULL DEFAULT 0, -- number of the last line of talk
    progress   INTEGER NOT NULL, -- 0: has not begun, 1: is played, 2: is over
    listed     INTEGER NOT NULL, -- 1: is public and has an open seat
    host       BLOB,
    code       TEXT,
    rematch    TEXT REFERENCES game (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    setup      TEXT NOT NULL, -- JSON
    people     TEXT NOT NULL -- JSON
) STRICT;

CREATE UNIQUE INDEX game_code ON game (code) WHERE progress = 0 AND code IS NOT NULL;
CREATE INDEX game_listed ON game (created_ms) WHERE progress = 0 AND listed;
CREATE INDEX game_gathering ON game (created_ms) WHERE progress = 0;
CREATE INDEX game_host ON game (host) WHERE progress = 0;
CREATE INDEX game_rematch ON game (rematch) WHERE rematch IS NOT NULL;

CREATE TABLE sitter (
    guest BLOB,
    game  TEXT REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (guest, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitter_game ON sitter (game);

CREATE TABLE record (
    game       TEXT REFERENCES game (id) ON DELETE CASCADE,
    seq        INTEGER,
    at_ms      INTEGER NOT NULL,
    actor      INTEGER, -- seat; null for chance
    client_key INTEGER,
    nonce      BLOB,
    body       TEXT NOT NULL,
    post_hash  INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX record_key ON record (game, actor, client_key) WHERE client_key IS NOT NULL;

CREATE TABLE talk (
    game       TEXT REFERENCES game (id) ON DELETE CASCADE,
    number     INTEGER,
    at_ms      INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    name       TEXT NOT NULL,
    client_key INTEGER NOT NULL,
    line       TEXT NOT NULL, -- JSON
    PRIMARY KEY (game, number),
    UNIQUE (game, seat, client_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX talk_at ON talk (at_ms);
