-- Who looked at whom: one row per viewer, subject and quarter of an hour of open screen, kept for 90 days.

CREATE TABLE look (
    subject BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    -- The most that was shown.
    precision INTEGER NOT NULL CHECK (precision BETWEEN 1 AND 3),
    -- Where it was shown: one bit a screen.
    screens INTEGER NOT NULL,
    PRIMARY KEY (subject, viewer, first_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX look_by_subject ON look (subject, first_at);
CREATE INDEX look_by_viewer ON look (viewer);
CREATE INDEX look_by_time ON look (first_at);

-- When a subject was last told that one viewer looks often.
CREATE TABLE look_hint (
    subject BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    viewer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (subject, viewer)
) STRICT, WITHOUT ROWID;
