-- What others guess or ask for no longer harms whom it is about (S46 to S48).

-- A browser is known by a secret that the hub made, and that belongs to one member. Those of before came with the
-- request and could be shared: they open nothing from now on, but say when their members were last there (S14).
CREATE TABLE known_device_new (
    token_hash BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- In which it was made; not there any more where that session ended by itself.
    session BLOB,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO known_device_new (token_hash, member, created_at, seen_at)
SELECT randomblob(32), member, created_at, seen_at FROM known_device;

DROP TABLE known_device;
ALTER TABLE known_device_new RENAME TO known_device;
CREATE INDEX known_device_by_member ON known_device (member);

-- Whether the number's member is known in the browser that asked: such requests are limited by themselves.
ALTER TABLE verification ADD COLUMN known INTEGER NOT NULL DEFAULT 0;

-- Wrong guesses are counted for the guesser.
ALTER TABLE connect_code DROP COLUMN failures;
