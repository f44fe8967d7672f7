-- What whoever hosts the site has chosen about all of it.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;
