-- Families: what they are called, who is invited into them, and links that open an account once.

-- Null until somebody gives the family a name.
ALTER TABLE family ADD COLUMN name TEXT;

-- Of children, from which their rights follow as they grow.
ALTER TABLE member ADD COLUMN birth_year INTEGER;

-- One offer to join a family. Its token and code are hashes; the number that it is for is sealed.
CREATE TABLE invite (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    inviter BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('adult', 'child')),
    -- What the inviter shows whoever joins, and what they ask for.
    my_sharing INTEGER NOT NULL CHECK (my_sharing BETWEEN 0 AND 3),
    asked_sharing INTEGER NOT NULL CHECK (asked_sharing BETWEEN 0 AND 3),
    token_hash BLOB NOT NULL UNIQUE,
    -- Only of an invite for one number, which alone the short code opens.
    code_hash BLOB,
    phone_lookup BLOB,
    phone_sealed BLOB,
    -- Keyed hash of the request that made it, so that a repeat is known.
    request_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- Wrong codes since a moment, counted by the hour.
    failures INTEGER NOT NULL DEFAULT 0,
    failures_since INTEGER NOT NULL,
    -- How it ended before its time: used, revoked, or guessed at too often.
    ending TEXT CHECK (ending IN ('used', 'revoked', 'guessed'))
) STRICT;

CREATE INDEX invite_by_family ON invite (family);
CREATE INDEX invite_by_phone ON invite (phone_lookup) WHERE phone_lookup IS NOT NULL;
CREATE INDEX invite_by_end ON invite (expires_at);

-- The invite that a request for a code came with, to be used when the code is.
ALTER TABLE verification ADD COLUMN invite BLOB;

CREATE INDEX verification_by_invite ON verification (invite) WHERE invite IS NOT NULL;

-- Links that open an account once: to set a password, or to log a child in who has no number.
CREATE TABLE one_time_link (
    token_hash BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('password', 'logIn')),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_time_link_by_member ON one_time_link (member, purpose);
