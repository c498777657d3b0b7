-- Links by which a browser without an account sees one member for some hours, without a trip.

CREATE TABLE live_link (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- What its member calls it; viewers are not told.
    name TEXT NOT NULL,
    -- How much it shows: 1 the place, 2 a 1 km cell too, 3 the position too.
    precision INTEGER NOT NULL CHECK (precision BETWEEN 1 AND 3),
    hours INTEGER NOT NULL CHECK (hours BETWEEN 1 AND 24),
    token_hash BLOB NOT NULL UNIQUE,
    -- When it opens first; of a child's, when a guardian agreed.
    began_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- 1 while a child's link waits for a guardian; it opens nothing until then.
    waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
    ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX live_link_by_member ON live_link (member, expires_at);
CREATE INDEX live_link_by_end ON live_link (expires_at);

-- The browsers that a link let in.
CREATE TABLE live_viewer (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    link BLOB NOT NULL REFERENCES live_link (id) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    opened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    dropped_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX live_viewer_by_link ON live_viewer (link, opened_at);

-- Looks of those browsers, as `look` has them of members.
CREATE TABLE live_look (
    subject BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    browser BLOB NOT NULL REFERENCES live_viewer (id) ON DELETE CASCADE,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    precision INTEGER NOT NULL CHECK (precision BETWEEN 1 AND 3),
    PRIMARY KEY (subject, browser, first_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_look_by_subject ON live_look (subject, first_at);
CREATE INDEX live_look_by_browser ON live_look (browser);
CREATE INDEX live_look_by_time ON live_look (first_at);

-- Kept beside the backups as what ends a link to a clock, and as what lowers a connection.
CREATE TRIGGER live_link_ended AFTER UPDATE OF ended_at ON live_link
WHEN NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
END;

CREATE TRIGGER live_link_lowered AFTER UPDATE OF precision ON live_link WHEN NEW.precision < OLD.precision
BEGIN
    INSERT INTO revocation (kind, what, precision, expires_at)
    VALUES ('sharing', OLD.id, NEW.precision, NEW.expires_at);
END;

CREATE TRIGGER live_viewer_dropped AFTER UPDATE OF dropped_at ON live_viewer
WHEN NEW.dropped_at IS NOT NULL AND OLD.dropped_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
END;
