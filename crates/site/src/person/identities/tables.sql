CREATE TABLE identity (
    id         bytea PRIMARY KEY, -- SHA-256 of a provider and a person there
    issuer     text NOT NULL, -- the provider's address
    person     bytea NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created_ms bigint NOT NULL,
    used_ms    bigint
);
CREATE INDEX identity_person ON identity (person);
