-- PINs that were set where the second PIN was given as the present one: they look set, and call for help (F68). Each is 32
-- bytes of a keyed hash, a first one and its second one after it, the oldest first.
ALTER TABLE safety_pin ADD COLUMN pretended BLOB;
