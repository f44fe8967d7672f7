-- Rated games, numbered without gaps in the order in which they count. They are never removed: all ratings follow from
-- them.
CREATE TABLE rated_game (
    number   INTEGER PRIMARY KEY,
    game     TEXT NOT NULL UNIQUE REFERENCES game (id),
    class    INTEGER NOT NULL, -- the most players of the games that are rated together
    ended_ms INTEGER NOT NULL
) STRICT;

-- How they have changed ratings, in thousandths of a point. Of somebody who was deleted, a random number stays for the
-- guest: the ratings of the others follow from the changes.
CREATE TABLE rating_change (
    number           INTEGER REFERENCES rated_game (number),
    seat             INTEGER,
    guest            BLOB NOT NULL,
    class            INTEGER NOT NULL,
    place            INTEGER NOT NULL,
    mean_before      INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    mean             INTEGER NOT NULL,
    deviation        INTEGER NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_latest ON rating_change (guest, class, number DESC);

-- Whether a guest has stayed to the end of a game.
CREATE TABLE attendance (
    guest    BLOB REFERENCES guest (id) ON DELETE CASCADE,
    game     TEXT REFERENCES game (id) ON DELETE CASCADE,
    ended_ms INTEGER NOT NULL,
    stayed   INTEGER NOT NULL,
    PRIMARY KEY (game, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX attendance_latest ON attendance (guest, ended_ms DESC);
