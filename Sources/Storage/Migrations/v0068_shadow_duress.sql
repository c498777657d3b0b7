-- The second PIN that was set where the second PIN was given as the present one: it looks set, and calls for help (F68).
ALTER TABLE safety_pin ADD COLUMN shadow_duress_hash TEXT;
