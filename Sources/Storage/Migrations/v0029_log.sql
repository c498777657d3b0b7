-- What a family's log needs beside its leaves: what adults agree on before a key that is another's counts no more, what
-- devices have seen of the log, and the hashes by which a proof is found without reading all of it.

-- A key that adults of the family want to revoke, which is not theirs.
CREATE TABLE key_revocation (
    key BLOB NOT NULL PRIMARY KEY REFERENCES ledger_key (id) ON DELETE CASCADE,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Until when it can be agreed to, which is part of what is signed.
    valid_until INTEGER NOT NULL
) STRICT;

CREATE INDEX key_revocation_by_ledger ON key_revocation (ledger);

-- Who agreed to it, with what they signed.
CREATE TABLE key_revocation_vote (
    key BLOB NOT NULL REFERENCES key_revocation (key) ON DELETE CASCADE,
    belongs_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    signed_by BLOB NOT NULL,
    signature BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key, belongs_to)
) STRICT, WITHOUT ROWID;

CREATE INDEX key_revocation_vote_by_holder ON key_revocation_vote (belongs_to);

-- The largest head of the log that a device has seen and signed.
CREATE TABLE ledger_cosignature (
    key BLOB NOT NULL PRIMARY KEY REFERENCES ledger_key (id) ON DELETE CASCADE,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf_count INTEGER NOT NULL,
    root BLOB NOT NULL,
    -- When, in seconds since 1970, as it is signed.
    seconds INTEGER NOT NULL,
    signature BLOB NOT NULL
) STRICT;

CREATE INDEX ledger_cosignature_by_ledger ON ledger_cosignature (ledger);

-- What stands for each full tile of the tree, which the leaves could say too.
CREATE TABLE ledger_tile (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    level INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (ledger, level, number)
) STRICT, WITHOUT ROWID;

-- Since when a family's sum holds: what was moved before does not count against it.
ALTER TABLE approval_sum ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
