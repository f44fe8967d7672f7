-- What makes a further device a person's: a secret that another device shows for minutes, or words that the person keeps.
CREATE TABLE device_link (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    secret   bytea NOT NULL UNIQUE, -- its SHA-256
    until_ms bigint NOT NULL
);
CREATE TABLE recovery (
    person          bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    words           bytea NOT NULL UNIQUE, -- the SHA-256 of what they stand for
    created_ms      bigint NOT NULL,
    former          bytea UNIQUE, -- those that were replaced
    former_until_ms bigint -- until when they are valid as well
);
