-- Families, the people in them, and their log-ins.
--
-- Identities are 16 bytes, times are milliseconds since 1970. What is `sealed` is encrypted under the member's own data
-- key; that key lies here only wrapped under the hub's key file, so that a stolen database opens nothing.

CREATE TABLE family (
    id BLOB NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE member (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL REFERENCES family (id),
    role TEXT NOT NULL CHECK (role IN ('adult', 'child')),
    keeper INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    colour INTEGER NOT NULL,
    -- Keyed hash of the number, for looking a member up.
    phone_lookup BLOB UNIQUE,
    phone_sealed BLOB,
    password_hash TEXT,
    -- Null once the member is deleted: nothing sealed under it can be read again, not even from an old backup.
    data_key_wrapped BLOB,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER
) STRICT;

CREATE INDEX member_by_family ON member (family);

CREATE TABLE session (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX session_by_member ON session (member);
CREATE INDEX session_by_end ON session (expires_at);

-- Whom the Home page shows.
CREATE TABLE shown (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('self', 'all', 'member')),
    subject BLOB REFERENCES member (id) ON DELETE CASCADE
) STRICT;
