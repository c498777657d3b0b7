-- The zone whose wall clock hidden hours follow, and its rules; null where no adult of the family had chosen one (F96).
ALTER TABLE hidden_hours ADD COLUMN time_zone TEXT;
ALTER TABLE hidden_hours ADD COLUMN zone_file BLOB;
