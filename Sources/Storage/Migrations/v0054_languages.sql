-- The language in which the hub writes to a member, by its tag; NULL where they chose none.
ALTER TABLE member ADD COLUMN language TEXT;
