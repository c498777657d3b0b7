-- Who asked whom where they are, and when: what limits it, and what the asker is shown of it. Whether the other was told
-- of it at all stands nowhere. A ghost is asked like anybody, so that a subject need not be a member.

CREATE TABLE position_request (
    requester BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (requester, subject, at)
) STRICT, WITHOUT ROWID;

CREATE INDEX position_request_by_subject ON position_request (subject);
CREATE INDEX position_request_by_at ON position_request (at);
