-- What a list of games says, beside the people of each: small, because each append may change it.
CREATE TABLE outline (
    game    TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    edition TEXT NOT NULL, -- JSON
    points  INTEGER NOT NULL, -- that win
    turn    INTEGER NOT NULL,
    to_act  INTEGER NOT NULL, -- seats, as bits
    winners INTEGER NOT NULL -- seats, as bits
) STRICT, WITHOUT ROWID;

-- A guest's list is read in its order, however long it is.
ALTER TABLE sitter ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sitter ADD COLUMN created_ms INTEGER NOT NULL DEFAULT 0;
UPDATE sitter SET (over, created_ms) =
    (SELECT progress = 2, created_ms FROM game WHERE game.id = sitter.game);
CREATE INDEX sitter_list ON sitter (guest, over, created_ms DESC, game);

-- When a guest was last here, to within a day. Guests without a seat are forgotten some time later.
ALTER TABLE guest ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
UPDATE guest SET seen_ms = created_ms;
CREATE INDEX guest_seen ON guest (seen_ms);

-- Written to find out whether the database can be written.
CREATE TABLE probe (written_ms INTEGER NOT NULL) STRICT;
INSERT INTO probe VALUES (0);
