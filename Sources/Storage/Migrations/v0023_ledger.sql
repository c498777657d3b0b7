-- Ledgers: one for each family, with its log. Everything but names and memos can be worked out anew from the leaves.

CREATE TABLE ledger (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL UNIQUE REFERENCES family (id) ON DELETE CASCADE,
    -- The key by which the hub signs.
    system_key BLOB NOT NULL,
    leaf_count INTEGER NOT NULL,
    -- The hashes from which the next root is made, and the last root as the hub signed it.
    frontier BLOB NOT NULL,
    head TEXT NOT NULL,
    last_at INTEGER NOT NULL
) STRICT;

-- Who owns accounts: an identity within one ledger. Where `member` is null it leads to nobody any more.
CREATE TABLE ledger_holder (
    id BLOB NOT NULL PRIMARY KEY,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    member BLOB REFERENCES member (id) ON DELETE SET NULL,
    role INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX ledger_holder_by_member ON ledger_holder (ledger, member) WHERE member IS NOT NULL;
CREATE INDEX ledger_holder_of_member ON ledger_holder (member) WHERE member IS NOT NULL;

CREATE TABLE ledger_key (
    id BLOB NOT NULL PRIMARY KEY,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Null for the hub's own.
    belongs_to BLOB REFERENCES ledger_holder (id) ON DELETE CASCADE,
    keeping INTEGER NOT NULL,
    public_key BLOB NOT NULL,
    -- Of a key that the hub keeps, sealed under the hub's key file.
    seed_sealed BLOB,
    is_revoked INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX ledger_key_by_ledger ON ledger_key (ledger);
CREATE INDEX ledger_key_by_holder ON ledger_key (belongs_to) WHERE belongs_to IS NOT NULL;

CREATE TABLE ledger_asset (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    scale INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (ledger, number)
) STRICT, WITHOUT ROWID;

-- The balances, which the leaves could say too.
CREATE TABLE ledger_account (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    id BLOB NOT NULL,
    asset INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    belongs_to BLOB REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- How far below nothing it may go, 16 bytes; null where there is no limit.
    floor BLOB,
    -- Debits and credits posted, then held, 16 bytes each.
    sums BLOB NOT NULL,
    is_closed INTEGER NOT NULL DEFAULT 0,
    -- Empty for the family's own.
    name TEXT NOT NULL,
    PRIMARY KEY (ledger, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_account_by_holder ON ledger_account (belongs_to) WHERE belongs_to IS NOT NULL;

CREATE TABLE ledger_leaf (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- What stands in the tree: a hash of the other two.
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    record BLOB NOT NULL,
    PRIMARY KEY (ledger, number)
) STRICT;

-- Where the answer to a command stands, and of a hold what became of it.
CREATE TABLE ledger_command (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    id BLOB NOT NULL,
    leaf INTEGER NOT NULL,
    hold INTEGER,
    PRIMARY KEY (ledger, id)
) STRICT, WITHOUT ROWID;

-- The leaves that changed an account.
CREATE TABLE ledger_posting (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    account BLOB NOT NULL,
    leaf INTEGER NOT NULL,
    PRIMARY KEY (ledger, account, leaf)
) STRICT, WITHOUT ROWID;

-- Memos and names in words, which can be forgotten: a leaf holds a hash of salt and text.
CREATE TABLE ledger_note (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf INTEGER NOT NULL,
    -- Whose words they are.
    belongs_to BLOB REFERENCES ledger_holder (id) ON DELETE CASCADE,
    salt BLOB NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (ledger, leaf)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_note_by_holder ON ledger_note (belongs_to) WHERE belongs_to IS NOT NULL;
