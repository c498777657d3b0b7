-- A leaf's row says everything that comes of it, so that a transfer is one insert at the end of one table: which command it
-- answers, what became of a hold, and which leaf was the last before it that was about the same account. Who reads an
-- account's history goes back from leaf to leaf; nothing is inserted among what is there already.

-- Null where it is no answer to a command.
ALTER TABLE ledger_leaf ADD COLUMN command BLOB;

-- Of a hold, what became of it; of a payout, that it was reversed.
ALTER TABLE ledger_leaf ADD COLUMN hold INTEGER;

-- Of a transfer that was done; null where it is the first that is about the account.
ALTER TABLE ledger_leaf ADD COLUMN debit_before INTEGER;
ALTER TABLE ledger_leaf ADD COLUMN credit_before INTEGER;

-- Null for an account without a history.
ALTER TABLE ledger_account ADD COLUMN last_leaf INTEGER;

UPDATE ledger_leaf SET command = ledger_command.id, hold = ledger_command.hold FROM ledger_command
WHERE ledger_command.ledger = ledger_leaf.ledger AND ledger_command.leaf = ledger_leaf.number;

-- In the record of a transfer the debited account stands from the 35th byte on, the credited one from the 51st.
UPDATE ledger_leaf SET debit_before = posting.before FROM (
    SELECT ledger, account, leaf, lag(leaf) OVER (PARTITION BY ledger, account ORDER BY leaf) AS before
    FROM ledger_posting
) AS posting
WHERE posting.ledger = ledger_leaf.ledger AND posting.leaf = ledger_leaf.number
    AND posting.account = substr(ledger_leaf.record, 35, 16);

UPDATE ledger_leaf SET credit_before = posting.before FROM (
    SELECT ledger, account, leaf, lag(leaf) OVER (PARTITION BY ledger, account ORDER BY leaf) AS before
    FROM ledger_posting
) AS posting
WHERE posting.ledger = ledger_leaf.ledger AND posting.leaf = ledger_leaf.number
    AND posting.account = substr(ledger_leaf.record, 51, 16);

UPDATE ledger_account SET last_leaf = (
    SELECT max(leaf) FROM ledger_posting
    WHERE ledger_posting.ledger = ledger_account.ledger AND ledger_posting.account = ledger_account.id
);

DROP TABLE ledger_command;
DROP TABLE ledger_posting;

CREATE UNIQUE INDEX ledger_leaf_by_command ON ledger_leaf (ledger, command) WHERE command IS NOT NULL;
