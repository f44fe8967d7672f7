-- When a page last asked of which tables there is to tell. Nobody is there of whom none has asked lately.
ALTER TABLE wish ADD COLUMN asked_ms INTEGER NOT NULL DEFAULT 0;
