-- Past days, many fixes to a row: compressed, then sealed under the member's data key.
--
-- The rows of a member do not overlap but at a millisecond, and hold no fix that another one has. A row id and an index
-- beside it, because rows of some kilobytes fill the pages of such a table best.

CREATE TABLE fix_pack (
    id INTEGER NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT;

CREATE INDEX fix_pack_by_time ON fix_pack (member, first_at);
