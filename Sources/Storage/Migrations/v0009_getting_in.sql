-- How somebody gets in: codes by text, browsers seen before, recovery, and the messages that carry all this.
--
-- Numbers and messages are sealed under the hub's own key for messages; what is looked up is a keyed hash.

-- Everything to be told to people, on its way: lease, send, record. Recipient and text go once they are not needed.
CREATE TABLE outbox (
    id BLOB NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('text', 'push', 'mail')),
    recipient_sealed BLOB,
    text_sealed BLOB,
    state TEXT NOT NULL CHECK (state IN ('queued', 'leased', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    -- When it is to be taken; of a leased one, when its lease ends.
    due_at INTEGER NOT NULL,
    -- Not worth sending from then on.
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE state IN ('queued', 'leased');
CREATE INDEX outbox_by_end ON outbox (ended_at) WHERE ended_at IS NOT NULL;

-- One request for a code. Rows stay some days without what they were for, because limits count them.
CREATE TABLE verification (
    id_hash BLOB NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'login', 'recover')),
    phone_lookup BLOB NOT NULL,
    phone_sealed BLOB,
    -- Keyed hash of the code; null where none was sent, so that none is right.
    code_hash BLOB,
    -- Keyed hash of the cookie of the browser that asked; null for a program.
    browser_hash BLOB,
    -- Keyed hash of the network that asked.
    network_hash BLOB NOT NULL,
    claim INTEGER NOT NULL DEFAULT 0,
    checks INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- When it opened something.
    used_at INTEGER,
    -- When a newer one took its place.
    replaced_at INTEGER
) STRICT;

CREATE INDEX verification_by_phone ON verification (phone_lookup, created_at);
CREATE INDEX verification_by_network ON verification (network_hash, created_at);
CREATE INDEX verification_by_browser ON verification (browser_hash, created_at);
CREATE INDEX verification_by_time ON verification (created_at);

-- Browsers in which a member has logged in before.
CREATE TABLE known_device (
    token_hash BLOB NOT NULL,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_device_by_member ON known_device (member);

-- A password to be set anew by text alone, which waits for somebody to object.
CREATE TABLE recovery (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    ready_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a member is told in every session.
CREATE TABLE notice (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    -- Whom it is about, where that is somebody else.
    about BLOB REFERENCES member (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX notice_by_member ON notice (member);
CREATE INDEX notice_by_time ON notice (created_at);

-- When whoever holds this session last proved who they are.
ALTER TABLE session ADD COLUMN proved_at INTEGER NOT NULL DEFAULT 0;
