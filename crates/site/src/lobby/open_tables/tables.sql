-- Who wants to be told of tables that wait for players.
CREATE TABLE table_alert (
    person   bytea PRIMARY KEY REFERENCES person ON DELETE CASCADE,
    until_ms bigint NOT NULL,
    -- When a page last asked of which tables there is to tell. Nobody is there of whom none has asked lately.
    asked_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX alert_until ON table_alert (until_ms);

-- Of which tables they were told, and by which page.
CREATE TABLE told (
    person bytea REFERENCES table_alert ON DELETE CASCADE,
    game   text COLLATE "C" REFERENCES game ON DELETE CASCADE,
    page   bigint NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX told_game ON told (game);
