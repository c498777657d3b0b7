-- Wallets of members on chains of coins (D5): what they are and what was last read of them, sealed under their key.
CREATE TABLE coin_wallet (
    id BLOB PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    coin INTEGER NOT NULL,
    -- Name, address, view key, and the password of the file that is made of them.
    sealed BLOB NOT NULL,
    -- By which a repeated request is known.
    request_hash BLOB NOT NULL,
    -- Accounts, amounts and transfers; NULL before the first reading.
    reading_sealed BLOB,
    read_at INTEGER,
    added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX coin_wallet_by_member ON coin_wallet (member);

-- Children whom an adult of their family allowed to watch a wallet of coins.
CREATE TABLE coin_consent (
    child BLOB PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    adult BLOB NOT NULL,
    -- Of this consent alone: one that is given later is another.
    id BLOB NOT NULL UNIQUE,
    at INTEGER NOT NULL
) STRICT;

-- Both are kept beside the backups as what ends a link to a clock.
CREATE TRIGGER coin_wallet_removed AFTER DELETE ON coin_wallet
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;

CREATE TRIGGER coin_consent_withdrawn AFTER DELETE ON coin_consent
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.id);
END;
