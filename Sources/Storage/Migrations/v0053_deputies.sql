-- Machines elsewhere that notify the recipients when this hub is silent.
CREATE TABLE deputy (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    -- What the hub is called in a deputy's messages.
    hub_name TEXT NOT NULL,
    -- The hub's private keys of this pairing and the deputy's public ones.
    keys_sealed BLOB NOT NULL,
    texts TEXT NOT NULL CHECK (texts IN ('none', 'needed', 'all')),
    paired_at INTEGER NOT NULL,
    -- Another one after a backup was put back.
    generation INTEGER NOT NULL,
    -- The last turn that was taken.
    turn INTEGER NOT NULL DEFAULT 0,
    heard_at INTEGER,
    -- The keeper gave it up; the row goes when the deputy heard so.
    ended_at INTEGER
) STRICT;

-- What each deputy guards: one row an incident.
CREATE TABLE deputy_envelope (
    deputy BLOB NOT NULL REFERENCES deputy (id) ON DELETE CASCADE,
    watch BLOB NOT NULL CHECK (length(watch) = 16),
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    alarm BLOB NOT NULL CHECK (length(alarm) = 16),
    version INTEGER NOT NULL,
    -- What it says, to tell whether it changed.
    digest BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    box BLOB NOT NULL,
    -- Every message that the deputy was ever given for it, by identity.
    given_sealed BLOB NOT NULL,
    -- When the deputy was first known to hold it; nil until then.
    confirmed_at INTEGER,
    -- When the deputy is told that it is over.
    end_at INTEGER,
    PRIMARY KEY (deputy, watch)
) STRICT, WITHOUT ROWID;

CREATE INDEX deputy_envelope_member ON deputy_envelope (member);

-- Who read what a deputy's operator can read, and has themselves guarded by it or not.
CREATE TABLE deputy_choice (
    -- Of this answer alone: one that is given later is another.
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    deputy BLOB NOT NULL REFERENCES deputy (id) ON DELETE CASCADE,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    is_guarded INTEGER NOT NULL CHECK (is_guarded IN (0, 1)),
    chosen_at INTEGER NOT NULL,
    PRIMARY KEY (deputy, member)
) STRICT, WITHOUT ROWID;

-- Kept beside the backups as what ends a link to a clock: a machine that was given up, and a yes that was taken back.
CREATE TRIGGER deputy_ended AFTER UPDATE OF ended_at ON deputy WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', NEW.id);
END;

CREATE TRIGGER deputy_choice_changed AFTER UPDATE OF is_guarded ON deputy_choice
WHEN OLD.is_guarded = 1 AND NEW.is_guarded = 0
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;

CREATE TRIGGER deputy_choice_removed AFTER DELETE ON deputy_choice WHEN OLD.is_guarded = 1
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;
