-- Until when somebody was certainly connected to a game that has not begun.
ALTER TABLE game ADD COLUMN attended_ms INTEGER NOT NULL DEFAULT 0;
