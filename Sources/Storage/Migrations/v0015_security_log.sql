-- Who got in, who was refused, and what was changed: it only grows, until a row is ninety days old (S37).
CREATE TABLE security_event (
    id INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- Keyed hash of the member; null where nobody is known.
    member_hash BLOB,
    -- Keyed hash of the network that asked; null for a command on this machine.
    network_hash BLOB,
    -- What it was about, as a word of the program.
    detail TEXT
) STRICT;

CREATE INDEX security_event_by_time ON security_event (at);

CREATE TRIGGER security_event_stays BEFORE UPDATE ON security_event
BEGIN
    SELECT RAISE(ABORT, 'the security log only grows');
END;

CREATE TRIGGER security_event_is_kept BEFORE DELETE ON security_event
WHEN OLD.at > (SELECT max(at) FROM security_event) - 7776000000
BEGIN
    SELECT RAISE(ABORT, 'the security log is kept for ninety days');
END;

-- Wrong passwords in a row, from the third on (S4): a restart forgets none.
CREATE TABLE log_in_failure (
    account_hash BLOB NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX log_in_failure_by_time ON log_in_failure (last_at);

-- Keyed hash of the number without its last two digits: many of one block at once are nobody's family (S9).
ALTER TABLE verification ADD COLUMN block_hash BLOB;

CREATE INDEX verification_by_block ON verification (block_hash, created_at) WHERE block_hash IS NOT NULL;
