-- What children show, and to whom they are not to be found.

-- What a child is to show somebody, until everybody who has a say in it has agreed: nothing more is shown before.
CREATE TABLE sharing_proposal (
    connection BLOB NOT NULL PRIMARY KEY REFERENCES connection (id) ON DELETE CASCADE,
    precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 3),
    expires_at INTEGER,
    guardian_agreed INTEGER NOT NULL,
    child_agreed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Hours of the week in which a child is not to be found by one adult.
CREATE TABLE hidden_hours (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- 1 Monday to 7 Sunday, as bits 0 to 6; the hours begin on that day.
    days INTEGER NOT NULL,
    from_minute INTEGER NOT NULL,
    -- At or before the first minute: on the next day.
    until_minute INTEGER NOT NULL,
    utc_offset_minutes INTEGER NOT NULL
) STRICT;

CREATE INDEX hidden_hours_by_member ON hidden_hours (member, viewer);
