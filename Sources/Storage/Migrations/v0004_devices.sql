-- Phone apps that may send a member's fixes. A revoked device keeps its row, so that its name stays in the history.

CREATE TABLE device (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    -- The OwnTracks passphrase, if the member set one.
    passphrase_sealed BLOB,
    -- Whether OwnTracks on this device is shown the people its member sees exactly.
    friends INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    heard_at INTEGER,
    revoked_at INTEGER
) STRICT;

CREATE INDEX device_by_member ON device (member);
