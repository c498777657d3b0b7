-- The hubs that this deputy guards. `seed` makes its private keys of that pairing; the file is its owner's alone.
CREATE TABLE pairing (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    url TEXT NOT NULL,
    hub_name TEXT NOT NULL,
    texts TEXT NOT NULL,
    seed BLOB NOT NULL,
    hub_keys BLOB NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    -- The last turn that may have left.
    turn INTEGER NOT NULL DEFAULT 0,
    -- When the hub was last heard, by the deputy's own time.
    heard_at INTEGER
) STRICT;

-- What is guarded, as it came: closed for this deputy.
CREATE TABLE envelope (
    pairing BLOB NOT NULL REFERENCES pairing (id) ON DELETE CASCADE,
    watch BLOB NOT NULL CHECK (length(watch) = 16),
    version INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    -- When its durations began, by the deputy's own time.
    made_at INTEGER NOT NULL,
    box BLOB NOT NULL,
    -- When its first message was taken by a sender.
    told_at INTEGER,
    is_returned INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pairing, watch)
) STRICT, WITHOUT ROWID;

-- Messages that this deputy took to send: lease, send, record (F4). Without address and words.
CREATE TABLE sending (
    pairing BLOB NOT NULL REFERENCES pairing (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    watch BLOB NOT NULL,
    step INTEGER NOT NULL,
    person INTEGER NOT NULL,
    channel TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('leased', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 1,
    -- Not tried again before then, while it is leased; else when it ended.
    at INTEGER NOT NULL,
    -- The hub knows of it.
    is_reported INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (pairing, message)
) STRICT, WITHOUT ROWID;

-- The deputy's own time, written down every few seconds.
CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    lived INTEGER NOT NULL,
    boot TEXT NOT NULL,
    since_boot INTEGER NOT NULL,
    wall INTEGER NOT NULL
) STRICT;
