-- Fixes as they came, and what they add up to.

-- One row a fix, kept together by member and in the order of time. `tag` is a keyed hash of device and position: with the
-- time it makes a repeated fix find itself, without telling a reader of the file where it was.
CREATE TABLE fix (
    member BLOB NOT NULL,
    at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (member, at, tag)
) STRICT, WITHOUT ROWID;

-- Where fixes land first, in the order they came; two tables in turn, one filling while the other's rows move to `fix`.
-- docs/why/0002-fix-inbox.md says what that saves.
CREATE TABLE fix_inbox_0 (
    id INTEGER NOT NULL PRIMARY KEY,
    member BLOB NOT NULL,
    at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT;

CREATE TABLE fix_inbox_1 (
    id INTEGER NOT NULL PRIMARY KEY,
    member BLOB NOT NULL,
    at INTEGER NOT NULL,
    tag INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT;

-- Every fix, wherever it lies; one that has moved still stands in the inbox until that is cleared, and counts once.
CREATE VIEW every_fix AS
SELECT member, at, tag, sealed FROM fix
UNION ALL
SELECT member, at, tag, sealed FROM fix_inbox_0 AS inbox
WHERE NOT EXISTS (SELECT 1 FROM fix WHERE member = inbox.member AND at = inbox.at AND tag = inbox.tag)
UNION ALL
SELECT member, at, tag, sealed FROM fix_inbox_1 AS inbox
WHERE NOT EXISTS (SELECT 1 FROM fix WHERE member = inbox.member AND at = inbox.at AND tag = inbox.tag);

-- Written at least every 32 fixes; the fixes since then say the rest.
CREATE TABLE presence (
    member BLOB NOT NULL PRIMARY KEY,
    sealed BLOB NOT NULL,
    -- The hub's change number, for streams that resume.
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
