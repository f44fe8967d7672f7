-- The people who are being deleted: it goes on after a crash.
CREATE TABLE deletion (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    asked_ms bigint NOT NULL
);
