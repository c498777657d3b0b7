-- What keeps a hot wallet of coins (D5) from paying twice or too much once a backup is put back.

-- Whether it was in a backup that was put back: no node is given it again before its member says so.
ALTER TABLE coin_payment ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;

-- When the hub was last put back from a backup; the wallet pays nothing for a day then.
ALTER TABLE coin_wallet ADD COLUMN restored_at INTEGER;
-- Of the spending password and of the daily limit: another one has another mark.
ALTER TABLE coin_wallet ADD COLUMN password_mark BLOB;
ALTER TABLE coin_wallet ADD COLUMN limit_mark BLOB;
-- Whether the password was changed, or the limit lowered, after the backup that was put back.
ALTER TABLE coin_wallet ADD COLUMN is_password_old INTEGER NOT NULL DEFAULT 0;
ALTER TABLE coin_wallet ADD COLUMN is_limit_old INTEGER NOT NULL DEFAULT 0;
-- Known again in a backup of before this step.
UPDATE coin_wallet SET password_mark = id, limit_mark = id;

-- Members choose the identities of wallets and payees: a byte before them says what they are of, so that none ends anything
-- else that is told by its identity.
DROP TRIGGER coin_wallet_removed;
CREATE TRIGGER coin_wallet_removed AFTER DELETE ON coin_wallet
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', CAST(x'01' || OLD.id AS BLOB));
END;

DROP TRIGGER coin_payee_removed;
CREATE TRIGGER coin_payee_removed AFTER DELETE ON coin_payee
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', CAST(x'02' || OLD.id AS BLOB));
END;

CREATE TRIGGER coin_password_changed AFTER UPDATE OF password_mark ON coin_wallet
WHEN OLD.password_mark IS NOT NULL AND NEW.password_mark IS NOT OLD.password_mark
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', CAST(x'03' || OLD.password_mark AS BLOB));
END;

CREATE TRIGGER coin_limit_lowered AFTER UPDATE OF limit_mark ON coin_wallet
WHEN OLD.limit_mark IS NOT NULL AND NEW.limit_mark IS NOT OLD.limit_mark
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', CAST(x'04' || OLD.limit_mark AS BLOB));
END;
