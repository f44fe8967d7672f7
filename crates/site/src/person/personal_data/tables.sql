-- The guests who are being deleted: it goes on after a crash.
CREATE TABLE deletion (
    guest    bytea PRIMARY KEY REFERENCES guest ON DELETE CASCADE,
    asked_ms bigint NOT NULL
);
