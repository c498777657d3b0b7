-- What others guess or ask for no longer harms whom it is about (S46 to S48).

-- A browser is known by a secret that the hub made, and that belongs to one member. Those of before came with the
-- request and could be shared: they open nothing from now on, but say when their members were last there (S14).
ALTER TABLE known_device ADD COLUMN made_here INTEGER NOT NULL DEFAULT 0;
-- In which it was made; not there any more where that session ended by itself.
ALTER TABLE known_device ADD COLUMN session BLOB;

-- Whether the number's member is known in the browser that asked: such requests are limited by themselves.
ALTER TABLE verification ADD COLUMN known INTEGER NOT NULL DEFAULT 0;
