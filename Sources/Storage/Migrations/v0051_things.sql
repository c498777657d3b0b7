-- Cars, pets and things: devices that never move their member, and the trackers that a Traccar server forwards.

-- Whether a device's positions are its member's.
ALTER TABLE device ADD COLUMN follows INTEGER NOT NULL DEFAULT 1;

-- Whether it is a Traccar server: it has no position, and speaks for trackers.
ALTER TABLE device ADD COLUMN forwards INTEGER NOT NULL DEFAULT 0;

-- Where a thing was last: its newest fix, which replaces the one before.
CREATE TABLE thing_position (
    device BLOB NOT NULL PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    member BLOB NOT NULL,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX thing_position_by_member ON thing_position (member);

-- A tracker that was forwarded with the token of `bridge`.
CREATE TABLE tracker (
    id BLOB NOT NULL PRIMARY KEY,
    bridge BLOB NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    member BLOB NOT NULL,
    -- A keyed hash of Traccar's uniqueId.
    mark BLOB NOT NULL,
    -- That identity and the name.
    sealed BLOB NOT NULL,
    -- The device whose positions these are; null while it is only offered.
    device BLOB REFERENCES device (id) ON DELETE SET NULL,
    heard_at INTEGER NOT NULL,
    UNIQUE (bridge, mark)
) STRICT;

CREATE INDEX tracker_by_member ON tracker (member);
CREATE INDEX tracker_by_device ON tracker (device);
