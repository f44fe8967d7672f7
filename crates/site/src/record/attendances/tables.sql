-- Whether a person has stayed to the end of a game.
CREATE TABLE attendance (
    person   bytea REFERENCES person ON DELETE CASCADE,
    game     text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    ended_ms bigint NOT NULL,
    stayed   boolean NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX attendance_latest ON attendance (person, ended_ms DESC);
