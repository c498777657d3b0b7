-- What makes trips surer: companions who say that they watch, places without reception, and phones that report often.

-- When a companion said that they watch over the trip.
ALTER TABLE trip_companion ADD COLUMN accepted_at INTEGER;

-- A member's places without reception, all of them in one value that stays sealed here.
CREATE TABLE dead_zones (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How often a phone app reported before it was asked to report every few seconds; null while it reports as usual.
ALTER TABLE device ADD COLUMN usual_pace TEXT;
