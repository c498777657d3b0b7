-- What viewers asked to be told of those whom they see, and what is to be told of places.

CREATE TABLE watch (
    viewer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    subject BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- As JSON.
    wishes TEXT NOT NULL,
    -- After which newest fix silence was told of.
    quiet_since INTEGER,
    battery_told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (viewer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX watch_by_subject ON watch (subject);

-- A member arrived at a place or left it, and nobody was told yet.
CREATE TABLE crossing (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    place BLOB NOT NULL REFERENCES place (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL CHECK (kind IN (1, 2)),
    at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
) STRICT;

CREATE INDEX crossing_by_due ON crossing (due_at);
CREATE INDEX crossing_by_member ON crossing (member, place);

-- The place that a notice tells of: its label is looked up by who may see it then.
ALTER TABLE notice ADD COLUMN place BLOB REFERENCES place (id) ON DELETE CASCADE;

CREATE INDEX notice_by_place ON notice (place) WHERE place IS NOT NULL;
