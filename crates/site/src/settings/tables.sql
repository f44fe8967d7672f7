-- What whoever hosts the site has chosen about all of it.
CREATE TABLE setting (
    name  text COLLATE "C" PRIMARY KEY,
    value text NOT NULL -- JSON
);
