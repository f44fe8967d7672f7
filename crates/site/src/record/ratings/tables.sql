-- Rated games, numbered without gaps in the order in which they count. They are never removed: all ratings follow from
-- them.
CREATE TABLE rated_game (
    number   integer PRIMARY KEY,
    game     text COLLATE "C" NOT NULL UNIQUE REFERENCES game,
    class    smallint NOT NULL, -- the most players of the games that are rated together
    ended_ms bigint NOT NULL
);

-- How they have changed ratings, in thousandths of a point: what is shown, and the estimate behind it. Of somebody who was deleted, a random number stays for the
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
    estimate         integer NOT NULL,
    unsure           integer NOT NULL, -- the deviation of the estimate
    moved            integer NOT NULL, -- how far what is shown has moved for each of the other people
    stayed           boolean NOT NULL, -- to the end of the game
    PRIMARY KEY (number, seat)
);
CREATE INDEX rating_latest ON rating_change (person, class, number DESC);

-- Those who want to be in the site's list of ratings.
CREATE TABLE rating_listing (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    since_ms bigint NOT NULL
);
