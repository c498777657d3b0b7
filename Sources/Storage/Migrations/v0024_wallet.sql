-- What a device's key is called by whoever has it, and since when it counts; null for what the hub keeps.
ALTER TABLE ledger_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger_key ADD COLUMN added_at INTEGER;

-- Wishes to be paid: nothing moves by them.
CREATE TABLE money_request (
    id BLOB NOT NULL PRIMARY KEY,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    asker BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    payer BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- The asker's, into which it is to be paid.
    account BLOB NOT NULL,
    asset INTEGER NOT NULL,
    -- 16 bytes.
    amount BLOB NOT NULL,
    memo TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    -- By what it was paid.
    transfer BLOB
) STRICT;

CREATE INDEX money_request_by_asker ON money_request (asker);
CREATE INDEX money_request_by_payer ON money_request (payer);
CREATE INDEX money_request_by_age ON money_request (created_at);

-- Up to where somebody said last that they have checked their family's log.
CREATE TABLE ledger_check (
    belongs_to BLOB NOT NULL PRIMARY KEY REFERENCES ledger_holder (id) ON DELETE CASCADE,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    leaf_count INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX ledger_check_by_ledger ON ledger_check (ledger);
