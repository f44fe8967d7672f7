-- What was begun in a browser and is finished there within minutes.
CREATE TABLE ceremony (
    id         bytea PRIMARY KEY, -- SHA-256 of a secret in the browser
    kind       smallint NOT NULL,
    person     bytea REFERENCES person ON DELETE CASCADE,
    state      bytea NOT NULL,
    expires_ms bigint NOT NULL
);
CREATE INDEX ceremony_expires ON ceremony (expires_ms);
CREATE INDEX ceremony_person ON ceremony (person) WHERE person IS NOT NULL;

CREATE TABLE passkey (
    id         bytea PRIMARY KEY, -- the credential's, chosen by its authenticator
    person     bytea NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    handle     bytea NOT NULL, -- by which authenticators know the person
    name       text NOT NULL,
    transports smallint NOT NULL, -- bits
    key        bytea NOT NULL,
    state      bytea NOT NULL, -- changes with each use
    created_ms bigint NOT NULL,
    used_ms    bigint
);
CREATE INDEX passkey_person ON passkey (person);
