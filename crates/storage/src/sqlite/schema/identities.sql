CREATE TABLE identity (
    id         BLOB PRIMARY KEY, -- SHA-256 of a provider and a person there
    issuer     TEXT NOT NULL, -- the provider's address
    guest      BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    created_ms INTEGER NOT NULL,
    used_ms    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_guest ON identity (guest);
