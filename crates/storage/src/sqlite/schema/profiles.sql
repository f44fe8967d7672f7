-- What guests let others see of themselves; a guest who is not here lets nothing be seen.
CREATE TABLE profile (
    guest    BLOB PRIMARY KEY REFERENCES guest (id) ON DELETE CASCADE,
    document TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
