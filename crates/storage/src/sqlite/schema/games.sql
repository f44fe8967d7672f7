-- Unsigned 64-bit numbers are kept as the signed ones with the same bits; times are milliseconds
-- since 1970.

CREATE TABLE person (
    id         BLOB PRIMARY KEY, -- SHA-256 of the person's token
    name       TEXT, -- the last one that the person has sat down with
    created_ms INTEGER NOT NULL,
    -- When the person was last here, to within a day. People without a seat are forgotten some time later.
    seen_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX person_seen ON person (seen_ms);

CREATE TABLE game (
    id          TEXT PRIMARY KEY,
    created_ms  INTEGER NOT NULL,
    -- Until when somebody was certainly connected to a game that has not begun, or when somebody last
    -- visited one that has.
    attended_ms INTEGER NOT NULL DEFAULT 0,
    spoken      INTEGER NOT NULL DEFAULT 0, -- number of the last line of talk
    progress    INTEGER NOT NULL, -- 0: has not begun, 1: is played, 2: is over
    kept        INTEGER NOT NULL DEFAULT 0, -- 1: somebody has finished it
    listed      INTEGER NOT NULL, -- 1: is public and has an open seat
    watchable   INTEGER NOT NULL DEFAULT 0, -- 1: is public and may be watched
    -- The last turn in which a bot's seat can be taken in a public game; 0: none can.
    takeover_until INTEGER NOT NULL DEFAULT 0,
    ended_ms    INTEGER, -- null until the game is over
    -- How far a finished game is evaluated. 0: not at all, 1: without results, 2: without how well was played, 3: all of it.
    evaluated   INTEGER NOT NULL DEFAULT 0,
    host        BLOB,
    origin      INTEGER, -- from which networks it was created: a number that many networks have
    code        TEXT,
    rematch     TEXT REFERENCES game (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    setup       TEXT NOT NULL, -- JSON
    people      TEXT NOT NULL -- JSON
) STRICT;

CREATE UNIQUE INDEX game_code ON game (code) WHERE progress = 0 AND code IS NOT NULL;
CREATE INDEX game_listed ON game (created_ms) WHERE progress = 0 AND listed;
CREATE INDEX game_gathering ON game (created_ms) WHERE progress = 0;
CREATE INDEX game_host ON game (host) WHERE progress = 0;
CREATE INDEX game_rematch ON game (rematch) WHERE rematch IS NOT NULL;
-- A game that has begun is removed when nobody has visited it for long, unless somebody has finished it.
CREATE INDEX game_unfinished ON game (attended_ms) WHERE progress > 0 AND NOT kept;

-- The latest games of the site, for its host.
CREATE INDEX game_latest ON game (created_ms DESC) WHERE progress < 2;
CREATE INDEX game_evaluated ON game (evaluated, ended_ms, created_ms)
    WHERE progress = 2 AND evaluated < 3;

-- What a list of games says, beside the people of each: small, because each append may change it.
CREATE TABLE outline (
    game    TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    edition TEXT NOT NULL, -- JSON
    points  INTEGER NOT NULL, -- that win
    turn    INTEGER NOT NULL,
    to_act  INTEGER NOT NULL, -- seats, as bits
    winners INTEGER NOT NULL -- seats, as bits
) STRICT, WITHOUT ROWID;

-- Games as lists tell of them.
CREATE VIEW listed_game AS
    SELECT id, created_ms, edition, points, people, progress, turn, to_act, winners
    FROM game JOIN outline ON outline.game = game.id;

CREATE TABLE sitter (
    person     BLOB,
    game       TEXT REFERENCES game (id) ON DELETE CASCADE,
    over       INTEGER NOT NULL DEFAULT 0,
    created_ms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitter_game ON sitter (game);
-- A person's list is read in its order, however long it is.
CREATE INDEX sitter_list ON sitter (person, over, created_ms DESC, game);

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

-- Written to find out whether the database can be written.
CREATE TABLE probe (written_ms INTEGER NOT NULL) STRICT;
INSERT INTO probe VALUES (0);
