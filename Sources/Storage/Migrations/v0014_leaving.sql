-- What remains of members who left, what is still to be cleared of them, and how long members keep their history.

-- Proof that somebody left: a keyed hash of their identity, by which a database brought back from a backup knows whom to
-- delete again. It says nothing of who that was.
CREATE TABLE tombstone (
    member_hash BLOB NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose rows are still going; `member` is null once only the log of the database has to be emptied.
CREATE TABLE leaving (
    id INTEGER NOT NULL PRIMARY KEY,
    member BLOB,
    started_at INTEGER NOT NULL
) STRICT;

-- What those who were connected with somebody who left still have in their lists: a fresh identity, as of somebody whose
-- phone is silent, and after `until` as of somebody who is no longer here. Nothing leads back to who it was.
CREATE TABLE ghost (
    -- The fresh identity of the connection.
    id BLOB NOT NULL PRIMARY KEY,
    -- The fresh identity of the person, the same in both lists of one member and another for each member.
    ghost BLOB NOT NULL,
    -- In whose lists it stands.
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Whether the member saw them; otherwise they saw the member.
    is_seen INTEGER NOT NULL,
    precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at INTEGER,
    name TEXT NOT NULL,
    colour INTEGER NOT NULL,
    until INTEGER NOT NULL,
    -- The hub's change number, for streams that resume.
    changed INTEGER NOT NULL
) STRICT;

CREATE INDEX ghost_by_member ON ghost (member);
CREATE INDEX ghost_by_ghost ON ghost (ghost);
CREATE INDEX ghost_by_end ON ghost (until);

-- How many days a member's own history is kept; null is for ever, and no row is 30.
CREATE TABLE retention (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    history_days INTEGER CHECK (history_days >= 0)
) STRICT, WITHOUT ROWID;
