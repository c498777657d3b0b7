-- When this start of the machine was, by the clock that the deadlines here are of: together with the time that has
-- elapsed since, it is the hub's time of day (F80). Corrections move both in one transaction. One row at most.
CREATE TABLE machine_boot (
    -- Always 1.
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    booted_at INTEGER NOT NULL
) STRICT;
