-- Push messages: which browsers take them, and what became of each message to a person.

-- A browser that takes push messages while its session lasts.
CREATE TABLE push_subscription (
    session BLOB NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Keyed hash of the address: a browser has one, whoever is logged in there.
    endpoint_hash BLOB NOT NULL UNIQUE,
    -- The address and the keys.
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- When its page last said that it showed a message.
    shown_at INTEGER
) STRICT;

CREATE INDEX push_subscription_by_member ON push_subscription (member);

-- Whom a message is for: a member, or somebody outside.
ALTER TABLE outbox ADD COLUMN member BLOB REFERENCES member (id) ON DELETE CASCADE;
ALTER TABLE outbox ADD COLUMN contact BLOB;
-- What it tells of: repeats carry the same.
ALTER TABLE outbox ADD COLUMN incident BLOB;
-- The browser of a push message; null once that takes no more.
ALTER TABLE outbox ADD COLUMN subscription BLOB REFERENCES push_subscription (session) ON DELETE SET NULL;
ALTER TABLE outbox ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
-- When it was shown, opened, and answered by whom it is for.
ALTER TABLE outbox ADD COLUMN delivered_at INTEGER;
ALTER TABLE outbox ADD COLUMN seen_at INTEGER;
ALTER TABLE outbox ADD COLUMN acknowledged_at INTEGER;

CREATE INDEX outbox_by_member ON outbox (member) WHERE member IS NOT NULL;
CREATE INDEX outbox_by_incident ON outbox (incident) WHERE incident IS NOT NULL;
CREATE INDEX outbox_by_subscription ON outbox (subscription) WHERE subscription IS NOT NULL;
