-- The devices of guests who have more than the one browser in which they began.
CREATE TABLE device (
    id         bytea PRIMARY KEY, -- SHA-256 of the device's token
    guest      bytea NOT NULL REFERENCES guest ON DELETE CASCADE,
    name       text NOT NULL, -- empty: nobody has named it
    created_ms bigint NOT NULL,
    seen_ms    bigint NOT NULL, -- when it was last here, to within a day
    -- The guest has removed it. Only that of the first browser is kept then: without it, the browser's token would be
    -- the guest's again.
    removed    boolean NOT NULL DEFAULT false
);
CREATE INDEX device_guest ON device (guest);
CREATE INDEX device_seen ON device (seen_ms);
