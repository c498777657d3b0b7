-- PINs change with the present one, or a day after they were asked for.

-- What was set where the second PIN was given as the present one: it does what the second PIN does (F68).
ALTER TABLE safety_pin ADD COLUMN shadow_hash TEXT;

-- PINs that a member without the present one asked for.
CREATE TABLE pin_reset (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    pin_hash TEXT NOT NULL,
    duress_hash TEXT NOT NULL,
    -- Of the link in the text and the mail, which cancels it.
    token_hash BLOB NOT NULL UNIQUE,
    requested_at INTEGER NOT NULL,
    ready_at INTEGER NOT NULL,
    -- When it is tried next: later than it is ready while a trip or an alarm runs.
    due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pin_reset_by_due ON pin_reset (due_at);
