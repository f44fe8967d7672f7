-- The devices of people who have more than the one browser in which they began.
CREATE TABLE device (
    id         bytea PRIMARY KEY, -- SHA-256 of the device's token
    person     bytea NOT NULL REFERENCES person ON DELETE CASCADE,
    name       text NOT NULL, -- empty: nobody has named it
    created_ms bigint NOT NULL,
    seen_ms    bigint NOT NULL, -- when it was last here, to within a day
    trusted_ms bigint NOT NULL, -- from when on it can touch what leads back to the person
    standing   smallint NOT NULL, -- what older devices have said about it
    -- The person has removed it. It is kept to tell it so, and that of the first browser also because without it, the
    -- browser's token would be the person's again.
    removed    boolean NOT NULL DEFAULT false
);
CREATE INDEX device_person ON device (person);
CREATE INDEX device_seen ON device (seen_ms);
