-- What a member's clock shows, and the read-only links to it.

CREATE TABLE clock (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- JSON: {"slots": [label…], "members": [id…]}.
    face TEXT NOT NULL
) STRICT;

CREATE TABLE clock_link (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX clock_link_by_member ON clock_link (member);
