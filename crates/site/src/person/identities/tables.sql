CREATE TABLE identity (
    id         bytea PRIMARY KEY, -- SHA-256 of a provider and a person there
    issuer     text NOT NULL, -- the provider's address
    guest      bytea NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    created_ms bigint NOT NULL,
    used_ms    bigint
);
CREATE INDEX identity_guest ON identity (guest);
