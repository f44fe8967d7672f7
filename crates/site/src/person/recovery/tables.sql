-- What makes a further device a guest: a secret that another device shows for minutes, or words that the guest keeps.
CREATE TABLE device_link (
    guest    bytea PRIMARY KEY REFERENCES guest ON DELETE CASCADE,
    secret   bytea NOT NULL UNIQUE, -- its SHA-256
    until_ms bigint NOT NULL
);
CREATE TABLE recovery (
    guest      bytea PRIMARY KEY REFERENCES guest ON DELETE CASCADE,
    words      bytea NOT NULL UNIQUE, -- the SHA-256 of what they stand for
    created_ms bigint NOT NULL
);
