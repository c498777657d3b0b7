-- Whether a guardian knows the token of a child's device: it shows nothing of others then (F87).
ALTER TABLE device ADD COLUMN token_shared INTEGER NOT NULL DEFAULT 0 CHECK (token_shared IN (0, 1));

-- Since when an adult is a child again; hidden hours do not count in an alarm of before (F29, F87).
ALTER TABLE member ADD COLUMN minor_since INTEGER;
