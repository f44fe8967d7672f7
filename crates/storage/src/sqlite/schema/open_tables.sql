-- Who wants to be told of tables that wait for players.
CREATE TABLE wish (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    until_ms INTEGER NOT NULL,
    -- When a page last asked of which tables there is to tell. Nobody is there of whom none has asked lately.
    asked_ms INTEGER NOT NULL DEFAULT 0
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
