-- How members may be reached by mail, if they wish, and which time they live by.

-- A mail address counts once a code that was sent there came back.
CREATE TABLE member_mail (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    -- Sealed under the member's data key; null until one was proved.
    mail_sealed BLOB,
    -- One that waits for its code, and a keyed hash of that.
    pending_mail_sealed BLOB,
    code_hash BLOB,
    code_expires_at INTEGER,
    checks INTEGER NOT NULL DEFAULT 0,
    -- When codes were asked for, as limits count them: the last one, and how many since the first of a day.
    asked_at INTEGER NOT NULL DEFAULT 0,
    asked_since INTEGER NOT NULL DEFAULT 0,
    asked_count INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- As the time zone database calls it, such as Europe/Zurich; null where the member chose none.
ALTER TABLE member ADD COLUMN time_zone TEXT;
