-- What makes a further device a guest: a secret that another device shows for minutes, or words that the guest keeps.
CREATE TABLE device_link (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    secret   BLOB NOT NULL UNIQUE, -- its SHA-256
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE recovery (
    guest      BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    words      BLOB NOT NULL UNIQUE, -- the SHA-256 of what they stand for
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The guests who are being deleted: it goes on after a crash.
CREATE TABLE deletion (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    asked_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
