-- Another number of a member's own, which whoever has the old one may undo for three days.

-- A code for a number that a member wants to have from now on. SQLite changes no CHECK: the table is made anew.
CREATE TABLE verification_anew (
    id_hash BLOB NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'login', 'recover', 'phone')),
    phone_lookup BLOB NOT NULL,
    phone_sealed BLOB,
    code_hash BLOB,
    browser_hash BLOB,
    network_hash BLOB NOT NULL,
    claim INTEGER NOT NULL DEFAULT 0,
    checks INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    replaced_at INTEGER,
    invite BLOB,
    block_hash BLOB
) STRICT;

INSERT INTO verification_anew (id_hash, purpose, phone_lookup, phone_sealed, code_hash, browser_hash, network_hash,
    claim, checks, created_at, expires_at, used_at, replaced_at, invite, block_hash)
SELECT id_hash, purpose, phone_lookup, phone_sealed, code_hash, browser_hash, network_hash,
    claim, checks, created_at, expires_at, used_at, replaced_at, invite, block_hash
FROM verification;

DROP TABLE verification;
ALTER TABLE verification_anew RENAME TO verification;

CREATE INDEX verification_by_phone ON verification (phone_lookup, created_at);
CREATE INDEX verification_by_network ON verification (network_hash, created_at);
CREATE INDEX verification_by_browser ON verification (browser_hash, created_at);
CREATE INDEX verification_by_time ON verification (created_at);
CREATE INDEX verification_by_invite ON verification (invite) WHERE invite IS NOT NULL;
CREATE INDEX verification_by_block ON verification (block_hash, created_at) WHERE block_hash IS NOT NULL;

-- The number that a member had before, sealed as it was.
CREATE TABLE phone_change (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Of the link that the old number got.
    token_hash BLOB NOT NULL UNIQUE,
    old_phone_lookup BLOB NOT NULL,
    old_phone_sealed BLOB NOT NULL,
    changed_at INTEGER NOT NULL,
    -- Until then the old number is nobody else's, and its link brings it back.
    undo_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX phone_change_by_number ON phone_change (old_phone_lookup);
