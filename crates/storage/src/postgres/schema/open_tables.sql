-- Games that others find while they are played.
ALTER TABLE game ADD COLUMN watchable boolean NOT NULL DEFAULT false; -- is public and may be watched
-- The last turn in which a bot's seat can be taken in a public game; 0: none can.
ALTER TABLE game ADD COLUMN takeover_until integer NOT NULL DEFAULT 0;

-- Who wants to be told of tables that wait for players.
CREATE TABLE wish (
    guest    bytea PRIMARY KEY REFERENCES guest ON DELETE CASCADE,
    until_ms bigint NOT NULL
);
CREATE INDEX wish_until ON wish (until_ms);

-- Of which tables they were told, and by which page.
CREATE TABLE told (
    guest bytea REFERENCES wish ON DELETE CASCADE,
    game  text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    page  bigint NOT NULL,
    PRIMARY KEY (guest, game)
);
CREATE INDEX told_game ON told (game);
