-- Bots of others that listen for invitations. Like leases it may be lost: they listen anew.
CREATE UNLOGGED TABLE listener (
    bot      text COLLATE "C" PRIMARY KEY,
    line     bigint NOT NULL, -- by which connection
    name     text NOT NULL,
    open     boolean NOT NULL, -- whether whoever likes may invite it
    until_ms bigint NOT NULL,
    invited  text[] NOT NULL DEFAULT '{}' -- to which games, as long as it has not been told
);
