-- When a game ended, in milliseconds since 1970; null for one that ended before this was noted.
ALTER TABLE game ADD COLUMN ended_ms bigint;
-- How far a finished game is evaluated. 0: not at all, 1: without results, 2: without how well was played, 3: all of it.
ALTER TABLE game ADD COLUMN evaluated smallint NOT NULL DEFAULT 0;
CREATE INDEX game_evaluated ON game (evaluated, ended_ms, created_ms DESC)
    WHERE progress = 2 AND evaluated < 3;

-- What there is to say of a finished game.
CREATE TABLE result (
    game     text COLLATE "C" PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    document text NOT NULL, -- JSON
    quality  text -- how well was played, as JSON
);

-- Who has played it to the end.
CREATE TABLE result_player (
    guest    bytea REFERENCES guest ON DELETE CASCADE,
    game     text COLLATE "C" REFERENCES result ON DELETE CASCADE,
    ended_ms bigint NOT NULL,
    seat     smallint NOT NULL,
    name     text NOT NULL, -- that the others saw
    won      boolean NOT NULL,
    PRIMARY KEY (game, guest)
);
CREATE INDEX result_list ON result_player (guest, ended_ms DESC, game DESC);
