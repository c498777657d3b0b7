-- What keeps sharing in its subject's hands: pauses, being asked, and being reminded.

-- What a phone measured or sent meanwhile is never shown to anybody else, then or later.
CREATE TABLE pause (
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    from_at INTEGER NOT NULL,
    -- Null while it has no end.
    until INTEGER,
    PRIMARY KEY (member, from_at)
) STRICT, WITHOUT ROWID;

-- Somebody asks to see a person whose number they know. Rows stay a while after they end, because limits count them.
CREATE TABLE connection_request (
    id BLOB NOT NULL PRIMARY KEY,
    requester BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Null where nobody has the number or nobody is to be asked again, which the requester cannot tell.
    subject BLOB REFERENCES member (id) ON DELETE CASCADE,
    -- Keyed hash of the request, so that a repeat of it finds it done.
    request_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    declined_at INTEGER
) STRICT;

CREATE INDEX connection_request_by_requester ON connection_request (requester);
CREATE INDEX connection_request_by_subject ON connection_request (subject);
CREATE INDEX connection_request_by_end ON connection_request (expires_at);

-- How often a member is reminded of who sees them, and when that was last.
CREATE TABLE sharing_reminder (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    days INTEGER CHECK (days BETWEEN 1 AND 30),
    reminded_at INTEGER
) STRICT, WITHOUT ROWID;
