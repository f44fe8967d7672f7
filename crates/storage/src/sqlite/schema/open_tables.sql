-- Games that others find while they are played.
ALTER TABLE game ADD COLUMN watchable INTEGER NOT NULL DEFAULT 0; -- 1: is public and may be watched
-- The last turn in which a bot's seat can be taken in a public game; 0: none can.
ALTER TABLE game ADD COLUMN takeover_until INTEGER NOT NULL DEFAULT 0;

-- Who wants to be told of tables that wait for players.
CREATE TABLE wish (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX wish_until ON wish (until_ms);

-- Of which tables they were told, and by which page.
CREATE TABLE told (
    guest BLOB REFERENCES wish (guest) ON DELETE CASCADE,
    game  TEXT REFERENCES game (id) ON DELETE CASCADE,
    page  INTEGER NOT NULL,
    PRIMARY KEY (guest, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_game ON told (game);
