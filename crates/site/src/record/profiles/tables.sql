-- What people let others see of themselves; a person who is not here lets nothing be seen.
CREATE TABLE profile (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    document text NOT NULL -- JSON
);
