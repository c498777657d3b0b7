-- What a viewer calls somebody they see, for themselves alone; null where they use the name that this one has.
ALTER TABLE connection ADD COLUMN own_name TEXT;
-- Whoever left looks as before to them for a day, under the same name.
ALTER TABLE ghost ADD COLUMN own_name TEXT;
