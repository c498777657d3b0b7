-- What the hub watches over for its members: trips, calls for help, alarms, and who is told of them.

-- All that runs for a member, as one value, and when it is due: both are written before a request is answered.
CREATE TABLE safety_watch (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,
    -- When it must be handed its next deadline; null where nothing is due.
    deadline INTEGER,
    -- Whether a trip, a countdown or an alarm runs.
    active INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX safety_watch_by_deadline ON safety_watch (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX safety_watch_by_active ON safety_watch (member) WHERE active = 1;

-- Both hashes are always there: the second one of chance where its owner set none.
CREATE TABLE safety_pin (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    pin_hash TEXT NOT NULL,
    duress_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A trip as it is kept for ever: start, end and how it ended, sealed under its traveller's key.
CREATE TABLE trip (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    request_hash BLOB NOT NULL,
    started_at INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT;

CREATE INDEX trip_by_member ON trip (member, started_at);

-- The way that was planned and all that is known of the trip under way.
CREATE TABLE trip_detail (
    trip BLOB NOT NULL PRIMARY KEY REFERENCES trip (id) ON DELETE CASCADE,
    -- Null while it is under way.
    ended_at INTEGER,
    route_sealed BLOB,
    state_sealed BLOB NOT NULL,
    -- Keyed hashes of what opens it for somebody without an account; null once nothing does.
    link_hash BLOB UNIQUE,
    code_hash BLOB UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE trip_point (
    trip BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (trip, at)
) STRICT, WITHOUT ROWID;

CREATE INDEX trip_point_by_time ON trip_point (at);

CREATE TABLE trip_companion (
    trip BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    added_at INTEGER NOT NULL,
    -- When they left or were removed.
    ended_at INTEGER,
    PRIMARY KEY (trip, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX trip_companion_by_member ON trip_companion (member, added_at);

-- A browser without an account that was let in: to a trip, or by the link of somebody who was alarmed.
CREATE TABLE trip_viewer (
    id BLOB NOT NULL PRIMARY KEY,
    -- Whose trip or alarm it is.
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    trip BLOB REFERENCES trip (id) ON DELETE CASCADE,
    alarm BLOB,
    -- Who was sent the link, where that was one of an alarm.
    recipient BLOB REFERENCES member (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    browser TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- When its traveller removed it.
    dropped_at INTEGER
) STRICT;

CREATE INDEX trip_viewer_by_trip ON trip_viewer (trip);
CREATE INDEX trip_viewer_by_member ON trip_viewer (member);
CREATE INDEX trip_viewer_by_recipient ON trip_viewer (recipient) WHERE recipient IS NOT NULL;

-- An alarm that was told to somebody: what is known of it stands in its member's watch.
CREATE TABLE alarm (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    trip BLOB,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER
) STRICT;

CREATE INDEX alarm_by_member ON alarm (member);

-- Who was told of an alarm: fixed when they were, whatever becomes of what connected them.
CREATE TABLE alarm_recipient (
    alarm BLOB NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    told_at INTEGER NOT NULL,
    -- Keyed hash of the token of the link that only they were sent.
    link_hash BLOB NOT NULL UNIQUE,
    PRIMARY KEY (alarm, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX alarm_recipient_by_member ON alarm_recipient (member);

-- A test of whether an alarm would reach somebody.
CREATE TABLE drill (
    id BLOB NOT NULL PRIMARY KEY,
    sender BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    recipient BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    sent_at INTEGER NOT NULL,
    confirmed_at INTEGER
) STRICT;

CREATE INDEX drill_by_sender ON drill (sender, recipient, sent_at);
CREATE INDEX drill_by_recipient ON drill (recipient);
