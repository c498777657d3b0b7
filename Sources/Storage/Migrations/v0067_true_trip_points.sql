-- The way of the device that goes along while a trip shows one that a forced PIN chose, and points that the other one
-- replaced: for those who were told of duress (F29, F83).
CREATE TABLE true_trip_point (
    trip BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (trip, at)
) STRICT, WITHOUT ROWID;

CREATE INDEX true_trip_point_by_time ON true_trip_point (at);
