-- Changes of a hot wallet of coins (D5) are counted: one row of each wallet takes them back, however many there were.

ALTER TABLE coin_wallet ADD COLUMN password_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE coin_wallet ADD COLUMN limit_count INTEGER NOT NULL DEFAULT 0;

-- The marks of before are known again in backups of before alone.
DROP TRIGGER coin_password_changed;
CREATE TRIGGER coin_password_changed AFTER UPDATE OF password_count ON coin_wallet
WHEN NEW.password_count > OLD.password_count
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink' AND what = CAST(x'05' || OLD.id AS BLOB);
    INSERT INTO revocation (kind, what, precision)
    VALUES ('clockLink', CAST(x'05' || OLD.id AS BLOB), NEW.password_count);
END;

DROP TRIGGER coin_limit_lowered;
CREATE TRIGGER coin_limit_lowered AFTER UPDATE OF limit_count ON coin_wallet
WHEN NEW.limit_count > OLD.limit_count
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink' AND what = CAST(x'06' || OLD.id AS BLOB);
    INSERT INTO revocation (kind, what, precision)
    VALUES ('clockLink', CAST(x'06' || OLD.id AS BLOB), NEW.limit_count);
END;

-- The removal of a wallet covers both.
DROP TRIGGER coin_wallet_removed;
CREATE TRIGGER coin_wallet_removed AFTER DELETE ON coin_wallet
BEGIN
    DELETE FROM revocation WHERE kind = 'clockLink'
        AND what IN (CAST(x'05' || OLD.id AS BLOB), CAST(x'06' || OLD.id AS BLOB));
    INSERT INTO revocation (kind, what) VALUES ('clockLink', CAST(x'01' || OLD.id AS BLOB));
END;

-- Guesses at words were counted by the identity of the wallet alone, which its member chose.
DELETE FROM log_in_failure WHERE account_hash IN (SELECT id FROM coin_wallet);
