-- Who may see whom, and the codes by which a subject consents.

CREATE TABLE connect_code (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 3),
    share_expires_at INTEGER,
    expires_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE connection (
    id BLOB NOT NULL PRIMARY KEY,
    viewer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at INTEGER,
    -- What the code granted, which a repeat of the request is answered with whatever was changed since.
    granted_precision INTEGER NOT NULL CHECK (granted_precision BETWEEN 0 AND 3),
    granted_until INTEGER,
    created_at INTEGER NOT NULL,
    -- Keyed hash of the request that made it, so that a repeat of the same request finds it done.
    request_hash BLOB NOT NULL,
    -- The hub's change number at the last change, for streams that resume.
    changed INTEGER NOT NULL,
    UNIQUE (viewer, subject)
) STRICT;

CREATE INDEX connection_by_subject ON connection (subject);
