-- What there is to say of a finished game.
CREATE TABLE result (
    game     TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    document TEXT NOT NULL, -- JSON
    quality  TEXT -- how well was played, as JSON
) STRICT, WITHOUT ROWID;

-- Who has played it to the end.
CREATE TABLE result_player (
    guest    BLOB REFERENCES guest (id) ON DELETE CASCADE,
    game     TEXT REFERENCES result (game) ON DELETE CASCADE,
    ended_ms INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    name     TEXT NOT NULL, -- that the others saw
    won      INTEGER NOT NULL,
    PRIMARY KEY (game, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_list ON result_player (guest, ended_ms DESC, game DESC);
