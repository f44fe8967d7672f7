-- Rated games, numbered without gaps in the order in which they count. They are never removed: all ratings follow from
-- them.
CREATE TABLE rated_game (
    number   integer PRIMARY KEY,
    game     text COLLATE "C" NOT NULL UNIQUE REFERENCES game,
    class    smallint NOT NULL, -- the most players of the games that are rated together
    ended_ms bigint NOT NULL
);

-- How they have changed ratings, in thousandths of a point. Of somebody who was deleted, a random number stays for the
-- person: the ratings of the others follow from the changes.
CREATE TABLE rating_change (
    number           integer REFERENCES rated_game (number),
    seat             smallint,
    person           bytea NOT NULL,
    class            smallint NOT NULL,
    place            smallint NOT NULL,
    mean_before      integer NOT NULL,
    deviation_before integer NOT NULL,
    mean             integer NOT NULL,
    deviation        integer NOT NULL,
    PRIMARY KEY (number, seat)
);
CREATE INDEX rating_latest ON rating_change (person, class, number DESC);

-- Whether a person has stayed to the end of a game.
CREATE TABLE attendance (
    person   bytea REFERENCES person ON DELETE CASCADE,
    game     text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    ended_ms bigint NOT NULL,
    stayed   boolean NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX attendance_latest ON attendance (person, ended_ms DESC);
