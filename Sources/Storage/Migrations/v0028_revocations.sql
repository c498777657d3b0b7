-- What was taken back lately. It is kept beside the backups too, so that one that is put back does not undo it.

CREATE TABLE revocation (
    -- Never given twice: what a backup knows ends with its last number.
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN (
        'device', 'clockLink', 'passkey', 'recoveryCode', 'ledgerKey', 'connection',
        'sharing', 'authenticator', 'password', 'pin', 'member', 'watch')),
    -- The hash of a token or code, the identity of what ended, or whose it was where it is told by that alone.
    what BLOB NOT NULL,
    -- Of a connection that shows less: what it shows since, and until when.
    precision INTEGER,
    expires_at INTEGER,
    -- When it was kept beside the backups; null until then.
    kept_at INTEGER
) STRICT;

CREATE INDEX revocation_by_what ON revocation (what);
CREATE INDEX revocation_by_time ON revocation (kept_at);

CREATE TRIGGER device_taken_back AFTER UPDATE OF token_hash, revoked_at ON device
WHEN OLD.revoked_at IS NULL AND (NEW.revoked_at IS NOT NULL OR NEW.token_hash <> OLD.token_hash)
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('device', OLD.token_hash);
END;

CREATE TRIGGER device_removed AFTER DELETE ON device WHEN OLD.revoked_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('device', OLD.token_hash);
END;

CREATE TRIGGER clock_link_removed AFTER DELETE ON clock_link
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('clockLink', OLD.token_hash);
END;

CREATE TRIGGER passkey_removed AFTER DELETE ON passkey
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('passkey', OLD.id);
END;

CREATE TRIGGER recovery_code_used AFTER DELETE ON recovery_code
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('recoveryCode', OLD.code_hash);
END;

CREATE TRIGGER ledger_key_revoked AFTER UPDATE OF is_revoked ON ledger_key
WHEN NEW.is_revoked = 1 AND OLD.is_revoked = 0
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('ledgerKey', OLD.id);
END;

CREATE TRIGGER connection_removed AFTER DELETE ON connection
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('connection', OLD.id);
END;

CREATE TRIGGER connection_lowered AFTER UPDATE OF precision, expires_at ON connection
WHEN NEW.precision < OLD.precision
    OR (NEW.expires_at IS NOT NULL AND (OLD.expires_at IS NULL OR NEW.expires_at < OLD.expires_at))
BEGIN
    INSERT INTO revocation (kind, what, precision, expires_at)
    VALUES ('sharing', OLD.id, NEW.precision, NEW.expires_at);
END;

CREATE TRIGGER authenticator_changed AFTER UPDATE OF secret_sealed ON authenticator
WHEN OLD.secret_sealed IS NOT NULL AND NEW.secret_sealed IS NOT OLD.secret_sealed
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('authenticator', OLD.member);
END;

CREATE TRIGGER authenticator_removed AFTER DELETE ON authenticator WHEN OLD.secret_sealed IS NOT NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('authenticator', OLD.member);
END;

CREATE TRIGGER safety_pin_changed AFTER UPDATE ON safety_pin
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('pin', OLD.member);
END;

CREATE TRIGGER member_disabled AFTER UPDATE OF disabled_at ON member
WHEN NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('member', OLD.id);
END;

-- Nothing runs for them any more: no alarm of before is told again.
CREATE TRIGGER safety_watch_over AFTER UPDATE OF active ON safety_watch WHEN NEW.active = 0 AND OLD.active = 1
BEGIN
    INSERT INTO revocation (kind, what) VALUES ('watch', OLD.member);
END;
