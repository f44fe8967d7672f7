-- Until when somebody was certainly connected to a game that has not begun.
ALTER TABLE game ADD COLUMN attended_ms bigint NOT NULL DEFAULT 0;

-- A server says that it lives, and with it hold its leases, and count those who are connected to it.
-- Advice that may be lost: no disk has to wait for it.
DROP TABLE lease, presence;
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
