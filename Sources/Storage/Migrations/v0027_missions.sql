-- Missions, their countdowns, and the store in which gold is spent. What was paid stands in the ledger.

CREATE TABLE mission (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    -- Who made it; somebody who left is nobody.
    giver BLOB NOT NULL,
    -- Null for whoever takes it.
    assignee BLOB REFERENCES member (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    -- Both null for a mission that comes once.
    repeats_every INTEGER,
    repeats_from INTEGER,
    -- Days since 1970-01-01.
    due INTEGER,
    needs_approval INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    request_hash BLOB NOT NULL
) STRICT;

CREATE INDEX mission_by_family ON mission (family);
CREATE INDEX mission_by_assignee ON mission (assignee) WHERE assignee IS NOT NULL;
CREATE INDEX mission_by_giver ON mission (giver);

CREATE TABLE mission_occurrence (
    mission BLOB NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    due INTEGER,
    -- Whom it falls to; null until somebody takes it.
    doer BLOB REFERENCES member (id) ON DELETE SET NULL,
    phase INTEGER NOT NULL,
    -- Since when; null while it is open.
    phase_at INTEGER,
    -- In gold; null until it is approved or done.
    paid INTEGER,
    version INTEGER NOT NULL,
    -- The countdown that runs for it.
    running BLOB,
    focused_milliseconds INTEGER NOT NULL,
    rewarded_milliseconds INTEGER NOT NULL,
    -- How many approvals were undone.
    round INTEGER NOT NULL,
    has_follower INTEGER NOT NULL,
    PRIMARY KEY (mission, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX mission_occurrence_by_doer ON mission_occurrence (doer) WHERE doer IS NOT NULL;

-- Every moment of a countdown from which all that it shows follows.
CREATE TABLE focus_session (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    mission BLOB NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    occurrence INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    -- The day it counts for.
    day INTEGER NOT NULL,
    planned_milliseconds INTEGER NOT NULL,
    may_pause INTEGER NOT NULL,
    may_stop INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    phase_at INTEGER NOT NULL,
    worked_milliseconds INTEGER NOT NULL,
    paused_milliseconds INTEGER NOT NULL,
    rewarded_milliseconds INTEGER NOT NULL,
    -- When it must be looked at again; null once it is over.
    deadline INTEGER
) STRICT;

-- One runs for a person, whatever else goes wrong.
CREATE UNIQUE INDEX focus_session_running ON focus_session (member) WHERE deadline IS NOT NULL;
CREATE INDEX focus_session_by_deadline ON focus_session (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX focus_session_by_member ON focus_session (member, day);
CREATE INDEX focus_session_by_start ON focus_session (member, started_at);
CREATE INDEX focus_session_by_mission ON focus_session (mission, occurrence);

-- What was settled about somebody's missions; without a row what is usual.
CREATE TABLE mission_settings (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    weight_high INTEGER NOT NULL,
    weight_medium INTEGER NOT NULL,
    weight_low INTEGER NOT NULL,
    payout INTEGER NOT NULL,
    may_pause INTEGER NOT NULL,
    may_stop INTEGER NOT NULL,
    own_needs_approval INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Days that neither count for somebody's streak nor break it; without an end it goes on.
CREATE TABLE streak_pause (
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Days since 1970-01-01, both within it.
    first_day INTEGER NOT NULL,
    last_day INTEGER,
    PRIMARY KEY (member, first_day)
) STRICT, WITHOUT ROWID;

CREATE TABLE store_item (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- In gold.
    price INTEGER NOT NULL,
    -- Null for as many as one likes.
    stock INTEGER,
    -- 0 everybody, 1 adults, 2 children, 3 those in store_item_buyer.
    buyers INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    retired_at INTEGER,
    request_hash BLOB NOT NULL
) STRICT;

CREATE INDEX store_item_by_family ON store_item (family);

-- A square JPEG made anew from what an adult sent; like an item's name it is nobody's secret.
CREATE TABLE store_item_picture (
    item BLOB NOT NULL PRIMARY KEY REFERENCES store_item (id) ON DELETE CASCADE,
    -- Another for each picture.
    version TEXT NOT NULL,
    jpeg BLOB NOT NULL
) STRICT;

CREATE TABLE store_item_buyer (
    item BLOB NOT NULL REFERENCES store_item (id) ON DELETE CASCADE,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (item, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX store_item_buyer_by_member ON store_item_buyer (member);

CREATE TABLE purchase (
    -- That of the hold in the ledger, too.
    id BLOB NOT NULL PRIMARY KEY,
    item BLOB NOT NULL REFERENCES store_item (id) ON DELETE CASCADE,
    buyer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    price INTEGER NOT NULL,
    placed_at INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    -- Since when; null while it is held.
    phase_at INTEGER,
    version INTEGER NOT NULL,
    -- When it expires; null once it is over.
    deadline INTEGER
) STRICT;

CREATE INDEX purchase_by_item ON purchase (item);
CREATE INDEX purchase_by_buyer ON purchase (buyer, placed_at);
CREATE INDEX purchase_by_deadline ON purchase (deadline) WHERE deadline IS NOT NULL;

-- What a notice asks a decision about, in the version that its reader is told of.
ALTER TABLE notice ADD COLUMN mission BLOB REFERENCES mission (id) ON DELETE CASCADE;
ALTER TABLE notice ADD COLUMN occurrence INTEGER;
ALTER TABLE notice ADD COLUMN purchase BLOB REFERENCES purchase (id) ON DELETE CASCADE;
ALTER TABLE notice ADD COLUMN version INTEGER;
ALTER TABLE notice ADD COLUMN gold INTEGER;

CREATE INDEX notice_by_mission ON notice (mission) WHERE mission IS NOT NULL;
CREATE INDEX notice_by_purchase ON notice (purchase) WHERE purchase IS NOT NULL;
