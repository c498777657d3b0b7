-- What a member's own sessions must not show while they are under duress; shown once the alarm is lifted.
ALTER TABLE notice ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0;
