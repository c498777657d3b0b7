-- What an account comes to changes with every transfer, what it is and is called hardly ever. So the sums lie by
-- themselves, in small rows that are found by one number: a commit of many transfers writes few pages of them.

ALTER TABLE ledger_account ADD COLUMN number INTEGER;

UPDATE ledger_account SET number = numbered.number
FROM (SELECT ledger, id, row_number() OVER (ORDER BY id, ledger) AS number FROM ledger_account) AS numbered
WHERE numbered.ledger = ledger_account.ledger AND numbered.id = ledger_account.id;

CREATE UNIQUE INDEX ledger_account_by_number ON ledger_account (number);

-- The balances, which the entries could say too.
CREATE TABLE ledger_balance (
    account INTEGER PRIMARY KEY REFERENCES ledger_account (number) ON DELETE CASCADE,
    -- Debits and credits posted, then held, 16 bytes each.
    sums BLOB NOT NULL,
    is_closed INTEGER NOT NULL DEFAULT 0,
    -- The last entry that changed it; null where none has.
    last_leaf INTEGER
) STRICT;

INSERT INTO ledger_balance (account, sums, is_closed, last_leaf)
SELECT number, sums, is_closed, last_leaf FROM ledger_account ORDER BY number;

ALTER TABLE ledger_account DROP COLUMN sums;
ALTER TABLE ledger_account DROP COLUMN is_closed;
ALTER TABLE ledger_account DROP COLUMN last_leaf;
