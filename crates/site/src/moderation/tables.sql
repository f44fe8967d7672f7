-- Moderation. People are named by the hashes under which they are stored.

-- Links to the host's page, and the browsers that have opened it by one: hashes of their secrets.
CREATE TABLE host_link (
    hash     bytea PRIMARY KEY,
    until_ms bigint NOT NULL
);
CREATE TABLE host_session (
    hash     bytea PRIMARY KEY,
    until_ms bigint NOT NULL
);

-- Moderators.
CREATE TABLE moderator (
    person bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE
);

-- What the host and the moderators have done. Lines are added, and never changed or removed.
CREATE TABLE host_log (
    number integer PRIMARY KEY,
    at_ms  bigint NOT NULL,
    line   text NOT NULL -- JSON
);

-- What is decided about a person. Without a row, nothing is.
CREATE TABLE sanction (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    at_ms    bigint NOT NULL, -- when it changed last
    document text NOT NULL -- JSON
);
CREATE INDEX sanction_at ON sanction (at_ms);

-- Suspended people whose network is suspended, too, when they come next.
CREATE TABLE network_watch (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    until_ms bigint NOT NULL
);
-- Networks from which nobody new sits down for a while: keyed hashes, never addresses.
CREATE TABLE suspended_network (
    network  bytea PRIMARY KEY,
    since_ms bigint NOT NULL,
    until_ms bigint NOT NULL
);

-- From which network people came last: a mark that is another one each day, never an address.
CREATE TABLE seen_from (
    person bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    mark   text NOT NULL,
    at_ms  bigint NOT NULL
);

-- What servers have yet to do at tables, because the host or a moderator has decided it.
CREATE TABLE table_order (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game   text COLLATE "C" REFERENCES game ON DELETE CASCADE, -- the table that is closed
    person bytea REFERENCES person ON DELETE CASCADE, -- who leaves all tables that wait
    name   text -- and has this name no longer at any other
);
CREATE INDEX table_order_game ON table_order (game);
CREATE INDEX table_order_person ON table_order (person);

-- Who has blocked whom.
CREATE TABLE block (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person bytea NOT NULL REFERENCES person ON DELETE CASCADE,
    other  bytea NOT NULL REFERENCES person ON DELETE CASCADE,
    name   text NOT NULL, -- the other's, at that time
    at_ms  bigint NOT NULL,
    UNIQUE (person, other)
);
CREATE INDEX block_other ON block (other);

-- Reports. Those about one person at one table that nobody has decided, or of which the same came, are one card.
CREATE TABLE report (
    number   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms    bigint NOT NULL,
    -- Who has sent it; null where that person is forgotten.
    person   bytea REFERENCES person ON DELETE SET NULL,
    about    bytea NOT NULL REFERENCES person ON DELETE CASCADE,
    game     text COLLATE "C" NOT NULL, -- the table, which may be gone
    line     integer, -- the line of chat that it is about
    player   boolean NOT NULL, -- who has sent it plays at the table, or has played there
    outcome  text, -- JSON; null while nobody has decided
    told     boolean NOT NULL DEFAULT false, -- who has sent it has read what came of it
    document text NOT NULL, -- JSON: what it says
    evidence text -- JSON: what happened; null where an earlier one of the card has the same
);
CREATE INDEX report_open ON report (about, game, number) WHERE outcome IS NULL;
CREATE INDEX report_person ON report (person, at_ms) WHERE person IS NOT NULL;
CREATE INDEX report_about ON report (about, game);

-- Since when people watch tables at which they do not sit: they can report its players after a while.
CREATE TABLE watched (
    person   bytea REFERENCES person ON DELETE CASCADE,
    game     text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    since_ms bigint NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX watched_game ON watched (game);

-- What each server has counted.
CREATE UNLOGGED TABLE figures (
    node     bigint PRIMARY KEY,
    at_ms    bigint NOT NULL,
    document text NOT NULL -- JSON
);
