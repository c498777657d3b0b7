-- Entries lie behind each other in one tree of the database, each at a place that is one number: its ledger's ordinal in the
-- high bits, its own number in the low forty. So a transfer is added at the end of one table and of one index, without a
-- second index that would say the same and without looking its ledger up.

ALTER TABLE ledger ADD COLUMN ordinal INTEGER;

UPDATE ledger SET ordinal = (SELECT count(*) FROM ledger AS other WHERE other.id <= ledger.id);

CREATE UNIQUE INDEX ledger_by_ordinal ON ledger (ordinal);

CREATE TABLE ledger_entry (
    place INTEGER PRIMARY KEY,
    -- What stands in the tree: a hash of the other two.
    commitment BLOB NOT NULL,
    salt BLOB NOT NULL,
    record BLOB NOT NULL,
    -- Null where it is no answer to a command.
    command BLOB,
    -- Of a hold, what became of it; of a payout, that it was reversed.
    hold INTEGER,
    -- Of a transfer that was done, the last entries before it about the same accounts; null where there are none.
    debit_before INTEGER,
    credit_before INTEGER
) STRICT;

INSERT INTO ledger_entry
SELECT (ledger.ordinal << 40) + number, commitment, salt, record, command, hold, debit_before, credit_before
FROM ledger_leaf JOIN ledger ON ledger.id = ledger_leaf.ledger;

DROP TABLE ledger_leaf;

CREATE UNIQUE INDEX ledger_entry_by_command ON ledger_entry (place >> 40, command) WHERE command IS NOT NULL;

CREATE TRIGGER ledger_removed AFTER DELETE ON ledger
BEGIN
    DELETE FROM ledger_entry WHERE place >= OLD.ordinal << 40 AND place < (OLD.ordinal + 1) << 40;
END;
