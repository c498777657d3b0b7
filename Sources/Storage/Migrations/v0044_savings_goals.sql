-- What somebody saves for in an account of theirs. Who it is is known as the ledger calls them: where that leads to nobody
-- any more, the goal is gone.
CREATE TABLE savings_goal (
    ledger BLOB NOT NULL REFERENCES ledger (id) ON DELETE CASCADE,
    account BLOB NOT NULL,
    belongs_to BLOB NOT NULL REFERENCES ledger_holder (id) ON DELETE CASCADE,
    -- 16 bytes.
    amount BLOB NOT NULL,
    -- Of each allowance, 0 to 100.
    share_percent INTEGER NOT NULL,
    set_at INTEGER NOT NULL,
    -- When it was told that it is reached; null while it is not.
    reached_at INTEGER,
    PRIMARY KEY (ledger, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX savings_goal_by_holder ON savings_goal (belongs_to);
CREATE INDEX savings_goal_to_reach ON savings_goal (ledger, account) WHERE reached_at IS NULL;

-- A square JPEG made anew from what its owner sent.
CREATE TABLE savings_goal_picture (
    ledger BLOB NOT NULL,
    account BLOB NOT NULL,
    -- Another for each picture.
    version TEXT NOT NULL,
    jpeg BLOB NOT NULL,
    PRIMARY KEY (ledger, account),
    FOREIGN KEY (ledger, account) REFERENCES savings_goal (ledger, account) ON DELETE CASCADE
) STRICT;
