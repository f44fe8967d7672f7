-- Unsigned 64-bit numbers are kept as the signed ones with the same bits; times are milliseconds
-- since 1970.

CREATE TABLE guest (
    id         bytea PRIMARY KEY, -- SHA-256 of the guest's token
    name       text, -- the last one that the guest has sat down with
    created_ms bigint NOT NULL
);

-- What an append changes is small, and what is large hardly changes: the documents lie aside.
CREATE TABLE game (
    id         text COLLATE "C" PRIMARY KEY,
    created_ms bigint NOT NULL,
    head       integer NOT NULL DEFAULT 0, -- seq of the last record
    spoken     integer NOT NULL DEFAULT 0, -- number of the last line of talk
    progress   smallint NOT NULL, -- 0: has not begun, 1: is played, 2: is over
    listed     boolean NOT NULL, -- is public and has an open seat
    host       bytea,
    code       text COLLATE "C",
    rematch    text COLLATE "C" REFERENCES game ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    setup      json NOT NULL,
    people     json NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 128);

CREATE UNIQUE INDEX game_code ON game (code) WHERE progress = 0 AND code IS NOT NULL;
CREATE INDEX game_listed ON game (created_ms) WHERE progress = 0 AND listed;
CREATE INDEX game_gathering ON game (created_ms) WHERE progress = 0;
CREATE INDEX game_host ON game (host) WHERE progress = 0;
CREATE INDEX game_rematch ON game (rematch) WHERE rematch IS NOT NULL;

CREATE TABLE sitter (
    guest bytea,
    game  text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    PRIMARY KEY (guest, game)
);
CREATE INDEX sitter_game ON sitter (game);

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
    mark       bigint NOT NULL, -- by which a writer whose answer was lost knows its own records
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

-- Advice that may be lost: no disk has to wait for it.
CREATE UNLOGGED TABLE lease (
    game     text COLLATE "C" PRIMARY KEY,
    node     bigint NOT NULL,
    until_ms bigint NOT NULL,
    mark     bigint NOT NULL -- of the claim that found it free
);
CREATE UNLOGGED TABLE presence (
    game     text COLLATE "C",
    node     bigint,
    seats    smallint NOT NULL, -- bits
    until_ms bigint NOT NULL,
    PRIMARY KEY (game, node)
);
