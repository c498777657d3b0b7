-- What a family pays again and again, what nobody in it moves alone, and what waits for somebody's word. People are
-- called here as their family's ledger calls them: where that leads to nobody any more, this does neither.

-- An allowance: an order that was signed once and is paid until it is ended.
CREATE TABLE standing_order (
    id BLOB NOT NULL PRIMARY KEY,
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- Who gives, and who is paid.
    belongs_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    paid_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- The order as it was signed, and the signature.
    terms BLOB NOT NULL,
    signature BLOB NOT NULL,
    -- The words that each payment carries, empty where there are none, and what hides them in the order.
    salt BLOB NOT NULL,
    text TEXT NOT NULL,
    -- The occurrence that is paid next, in days since 1970-01-01, and whether it was announced.
    next_day INTEGER NOT NULL,
    is_announced INTEGER NOT NULL,
    -- When the hub has to look at it again.
    deadline INTEGER NOT NULL
) STRICT;

CREATE INDEX standing_order_by_ledger ON standing_order (ledger);
CREATE INDEX standing_order_by_holder ON standing_order (belongs_to);
CREATE INDEX standing_order_by_paid ON standing_order (paid_to);
CREATE INDEX standing_order_by_deadline ON standing_order (deadline);

-- Above so much another adult has to agree, 16 bytes.
CREATE TABLE approval_sum (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    asset INTEGER NOT NULL,
    amount BLOB NOT NULL,
    PRIMARY KEY (ledger, asset)
) STRICT, WITHOUT ROWID;

-- So much a day somebody gives away alone, 16 bytes.
CREATE TABLE day_limit (
    belongs_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    asset INTEGER NOT NULL,
    amount BLOB NOT NULL,
    PRIMARY KEY (belongs_to, asset)
) STRICT, WITHOUT ROWID;

-- Held amounts that somebody has to decide on.
CREATE TABLE open_decision (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    -- The transfer that holds.
    id BLOB NOT NULL,
    -- Who asked for it.
    belongs_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- When it ends by itself; null where somebody must end it.
    ends_at INTEGER,
    PRIMARY KEY (ledger, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX open_decision_by_holder ON open_decision (belongs_to);
CREATE INDEX open_decision_by_end ON open_decision (ends_at) WHERE ends_at IS NOT NULL;
