-- Links by which a calendar program reads a member's missions and trips.

CREATE TABLE calendar_link (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    missions INTEGER NOT NULL,
    trips INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- To the hour; null until it is read first.
    used_at INTEGER
) STRICT;

CREATE INDEX calendar_link_by_member ON calendar_link (member);

-- A link is told by the hash of its token alone, so that a clock's and a calendar's are taken back alike.
CREATE TRIGGER calendar_link_removed AFTER DELETE ON calendar_link
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
END;
