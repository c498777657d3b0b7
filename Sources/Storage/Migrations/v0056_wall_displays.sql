-- What a read-only link shows beside the clock: 1 the map, 2 the missions of the day.
ALTER TABLE clock_link ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;

-- Members whom the wall displays of their family may show on a map; it counts in the family in which it was given.
CREATE TABLE wall_consent (
    member BLOB PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    family BLOB NOT NULL,
    -- Of this consent alone: one that is given later is another.
    id BLOB NOT NULL UNIQUE,
    at INTEGER NOT NULL
) STRICT;

-- Kept beside the backups, so that a restored one does not bring a consent back.
CREATE TRIGGER wall_consent_withdrawn AFTER DELETE ON wall_consent
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;
