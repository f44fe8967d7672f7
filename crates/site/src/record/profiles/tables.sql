-- What guests let others see of themselves; a guest who is not here lets nothing be seen.
CREATE TABLE profile (
    guest    bytea PRIMARY KEY REFERENCES guest ON DELETE CASCADE,
    document text NOT NULL -- JSON
);
