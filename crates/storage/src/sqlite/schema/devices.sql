-- The devices of guests who have more than the one browser in which they began.
CREATE TABLE device (
    id         BLOB PRIMARY KEY, -- SHA-256 of the device's token
    guest      BLOB NOT NULL REFERENCES guest (id) ON DELETE CASCADE,
    name       TEXT NOT NULL, -- empty: nobody has named it
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL, -- when it was last here, to within a day
    -- 1: the guest has removed it. Only that of the first browser is kept then: without it, the browser's token
    -- would be the guest's again.
    removed    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX device_guest ON device (guest);
CREATE INDEX device_seen ON device (seen_ms);
