-- What there is to say of a finished game.
CREATE TABLE result (
    game     text COLLATE "C" PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    document text NOT NULL, -- JSON
    quality  text -- how well was played, as JSON
);

-- Who has played it to the end.
CREATE TABLE result_player (
    person   bytea REFERENCES person ON DELETE CASCADE,
    game     text COLLATE "C" REFERENCES result ON DELETE CASCADE,
    ended_ms bigint NOT NULL,
    seat     smallint NOT NULL,
    name     text NOT NULL, -- that the others saw
    won      boolean NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX result_list ON result_player (person, ended_ms DESC, game DESC);
