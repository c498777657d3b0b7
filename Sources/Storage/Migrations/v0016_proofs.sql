-- Stronger proofs of who somebody is than a text, and short sessions on shared devices.

-- Keys that members' authenticators made for this hub (WebAuthn).
CREATE TABLE passkey (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- What the authenticator calls it.
    credential BLOB NOT NULL UNIQUE,
    -- The public key in COSE.
    public_key BLOB NOT NULL,
    sign_count INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE INDEX passkey_by_member ON passkey (member);

-- The secret that a member's authenticator app shares with the hub, sealed under the member's data key.
CREATE TABLE authenticator (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Null until the member showed that the app has it.
    secret_sealed BLOB,
    -- One that is being set up.
    pending_sealed BLOB,
    -- The last step whose code was used: each is good once.
    used_step INTEGER NOT NULL DEFAULT 0,
    confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

-- Codes for the day on which the authenticator is lost: keyed hashes, each gone once used.
CREATE TABLE recovery_code (
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (member, code_hash)
) STRICT, WITHOUT ROWID;

-- Whether others use the device of a session: then it is short, and the browser is not remembered.
ALTER TABLE session ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
