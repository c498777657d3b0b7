-- Hot wallets of coins (D5): what shows which of their outputs are spent, whom they pay, what they paid, and what is asked for.
ALTER TABLE coin_wallet ADD COLUMN images_sealed BLOB;

CREATE TABLE coin_payee (
    id BLOB PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BLOB NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Name and address.
    sealed BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX coin_payee_by_wallet ON coin_payee (wallet);
CREATE INDEX coin_payee_by_member ON coin_payee (member);

CREATE TABLE coin_payment (
    id BLOB PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BLOB NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Payee, amount, fee, and the signed transaction with its key.
    sealed BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    -- A state of CoinTransferProgress.
    state TEXT NOT NULL,
    confirmations INTEGER NOT NULL,
    prepared_at INTEGER NOT NULL,
    -- Written before a node is given the transaction; NULL before that.
    sent_at INTEGER
) STRICT;
CREATE INDEX coin_payment_by_wallet ON coin_payment (wallet, prepared_at);
CREATE INDEX coin_payment_by_member ON coin_payment (member);

CREATE TABLE coin_request (
    id BLOB PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    wallet BLOB NOT NULL REFERENCES coin_wallet (id) ON DELETE CASCADE,
    -- Address, amount and memo.
    sealed BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX coin_request_by_wallet ON coin_request (wallet);
CREATE INDEX coin_request_by_member ON coin_request (member);

-- A payee that was removed stays so once a backup is put back.
CREATE TRIGGER coin_payee_removed AFTER DELETE ON coin_payee
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;
