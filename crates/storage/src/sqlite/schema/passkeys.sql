-- What was begun in a browser and is finished there within minutes.
CREATE TABLE ceremony (
    id         BLOB PRIMARY KEY, -- SHA-256 of a secret in the browser
    kind       INTEGER NOT NULL,
    guest      BLOB REFERENCES guest (id) ON DELETE CASCADE,
    state      BLOB NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ceremony_expires ON ceremony (expires_ms);
CREATE INDEX ceremony_guest ON ceremony (guest) WHERE guest IS NOT NULL;

CREATE TABLE passkey (
    id         BLOB PRIMARY KEY, -- the credential's, chosen by its authenticator
    guest      BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    handle     BLOB NOT NULL, -- by which authenticators know the guest
    name       TEXT NOT NULL,
    transports INTEGER NOT NULL, -- bits
    key        BLOB NOT NULL,
    state      BLOB NOT NULL, -- changes with each use
    created_ms INTEGER NOT NULL,
    used_ms    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_guest ON passkey (guest);
