-- What a list of games says, beside the people of each.
ALTER TABLE game
    ADD COLUMN edition text, -- JSON; none where the set-up cannot be read
    ADD COLUMN points  smallint NOT NULL DEFAULT 0, -- that win
    ADD COLUMN turn    integer NOT NULL DEFAULT 0,
    ADD COLUMN to_act  smallint NOT NULL DEFAULT 0, -- seats, as bits
    ADD COLUMN winners smallint NOT NULL DEFAULT 0; -- seats, as bits

-- A guest's list is read in its order, however long it is.
ALTER TABLE sitter
    ADD COLUMN over       boolean NOT NULL DEFAULT false,
    ADD COLUMN created_ms bigint NOT NULL DEFAULT 0;
UPDATE sitter SET over = game.progress = 2, created_ms = game.created_ms
    FROM game WHERE game.id = sitter.game;
CREATE INDEX sitter_list ON sitter (guest, over, created_ms DESC, game);

-- When a guest was last here, to within a day. Guests without a seat are forgotten some time later.
ALTER TABLE guest ADD COLUMN seen_ms bigint NOT NULL DEFAULT 0;
UPDATE guest SET seen_ms = created_ms;
CREATE INDEX guest_seen ON guest (seen_ms);

-- Written to find out whether the database can be written.
CREATE TABLE probe (written_ms bigint NOT NULL);
INSERT INTO probe VALUES (0);
