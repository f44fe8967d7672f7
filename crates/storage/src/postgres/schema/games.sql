-- Unsigned 64-bit numbers are kept as the signed ones with the same bits; times are milliseconds
-- since 1970.

CREATE TABLE person (
    id         bytea PRIMARY KEY, -- SHA-256 of the person's token
    name       text, -- the last one that the person has sat down with
    created_ms bigint NOT NULL,
    -- When the person was last here, to within a day. People without a seat are forgotten some time later.
    seen_ms    bigint NOT NULL
);
CREATE INDEX person_seen ON person (seen_ms);

-- What an append changes is small, and what is large hardly changes: the documents lie aside.
CREATE TABLE game (
    id          text COLLATE "C" PRIMARY KEY,
    created_ms  bigint NOT NULL,
    -- Until when somebody was certainly connected to a game that has not begun, or when somebody last
    -- visited one that has.
    attended_ms bigint NOT NULL DEFAULT 0,
    origin      bigint, -- from which networks it was created: a number that many networks have
    head        integer NOT NULL DEFAULT 0, -- seq of the last record
    spoken      integer NOT NULL DEFAULT 0, -- number of the last line of talk
    progress    smallint NOT NULL, -- 0: has not begun, 1: is played, 2: is over
    kept        boolean NOT NULL DEFAULT false, -- somebody has finished it
    listed      boolean NOT NULL, -- is public and has an open seat
    watchable   boolean NOT NULL DEFAULT false, -- is public and may be watched
    -- The last turn in which a bot's seat can be taken in a public game; 0: none can.
    takeover_until integer NOT NULL DEFAULT 0,
    ended_ms    bigint, -- null until the game is over
    -- How far a finished game is evaluated. 0: not at all, 1: without results, 2: without how well was played, 3: all of it.
    evaluated   smallint NOT NULL DEFAULT 0,
    host        bytea,
    code        text COLLATE "C",
    rematch     text COLLATE "C" REFERENCES game ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    -- What a list of games says, beside the people of each.
    edition     text, -- JSON
    points      smallint NOT NULL DEFAULT 0, -- that win
    turn        integer NOT NULL DEFAULT 0,
    to_act      smallint NOT NULL DEFAULT 0, -- seats, as bits
    winners     smallint NOT NULL DEFAULT 0, -- seats, as bits
    setup       json NOT NULL,
    people      json NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 128);

CREATE UNIQUE INDEX game_code ON game (code) WHERE progress = 0 AND code IS NOT NULL;
CREATE INDEX game_listed ON game (created_ms) WHERE progress = 0 AND listed;
CREATE INDEX game_gathering ON game (created_ms) WHERE progress = 0;
CREATE INDEX game_host ON game (host) WHERE progress = 0;
CREATE INDEX game_rematch ON game (rematch) WHERE rematch IS NOT NULL;
-- A game that has begun is removed when nobody has visited it for long, unless somebody has finished it.
CREATE INDEX game_unfinished ON game (attended_ms) WHERE progress > 0 AND NOT kept;

-- The latest games of the site, for its host.
CREATE INDEX game_latest ON game (created_ms DESC) WHERE progress < 2;
CREATE INDEX game_evaluated ON game (evaluated, ended_ms, created_ms DESC)
    WHERE progress = 2 AND evaluated < 3;

-- Games as lists tell of them.
CREATE VIEW listed_game AS
    SELECT id, created_ms, edition, points, people::text AS people, progress, turn, to_act, winners
    FROM game WHERE edition IS NOT NULL;

CREATE TABLE sitter (
    person     bytea,
    game       text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    over       boolean NOT NULL DEFAULT false,
    created_ms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (person, game)
);
CREATE INDEX sitter_game ON sitter (game);
-- A person's list is read in its order, however long it is.
CREATE INDEX sitter_list ON sitter (person, over, created_ms DESC, game);

-- No foreign key: records come only together with a changed head of their game, and a check of each
-- would cost as much as storing it.
CREATE TABLE record (
    game       text COLLATE "C",
    seq        integer,
    at_ms      bigint NOT NULL,
    actor      smallint, -- seat; null for chance
    client_key bigint,
    nonce      bytea,
    body       text NOT NULL,
    post_hash  bigint NOT NULL,
    -- By which a writer whose answer was lost knows its own records. It is 0 in those that were copied.
    mark       bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seq)
);
CREATE UNIQUE INDEX record_key ON record (game, actor, client_key) WHERE client_key IS NOT NULL;

CREATE TABLE talk (
    game       text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    number     integer,
    at_ms      bigint NOT NULL,
    seat       smallint NOT NULL,
    name       text NOT NULL,
    client_key bigint NOT NULL,
    line       json NOT NULL,
    PRIMARY KEY (game, number),
    UNIQUE (game, seat, client_key)
);
CREATE INDEX talk_at ON talk (at_ms);

-- A server says that it lives, and with it hold its leases, and count those who are connected to it.
-- Advice that may be lost: no disk has to wait for it.
CREATE UNLOGGED TABLE node (
    id       bigint PRIMARY KEY,
    until_ms bigint NOT NULL
) WITH (fillfactor = 50);
CREATE VIEW living AS
    SELECT id FROM node
    WHERE until_ms > (1000 * extract(epoch FROM clock_timestamp()))::bigint;
CREATE UNLOGGED TABLE lease (
    game text COLLATE "C" PRIMARY KEY,
    node bigint NOT NULL,
    mark bigint NOT NULL -- of the claim that found it free
);
CREATE UNLOGGED TABLE presence (
    game  text COLLATE "C",
    node  bigint,
    seats smallint NOT NULL, -- bits; none where only spectators are connected
    PRIMARY KEY (game, node)
);

-- Bots of others that listen for invitations. Like leases it may be lost: they listen anew.
CREATE UNLOGGED TABLE listener (
    bot      text COLLATE "C" PRIMARY KEY,
    line     bigint NOT NULL, -- by which connection
    name     text NOT NULL,
    open     boolean NOT NULL, -- whether whoever likes may invite it
    until_ms bigint NOT NULL,
    invited  text[] NOT NULL DEFAULT '{}' -- to which games, as long as it has not been told
);

-- Which servers this database was on, and how often one has become the primary: another one that lags behind is refused.
CREATE TABLE server_history (
    system   bigint PRIMARY KEY,
    timeline bigint NOT NULL
);

-- Written to find out whether the database can be written.
CREATE TABLE probe (written_ms bigint NOT NULL);
INSERT INTO probe VALUES (0);
