-- Who set hidden hours, and when: other guardians do not change them, and those who came later do not read them (F87).
ALTER TABLE hidden_hours ADD COLUMN set_by BLOB REFERENCES member (id) ON DELETE SET NULL;
ALTER TABLE hidden_hours ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
-- Since when a member is in their family, for those who joined it; unknown for others.
ALTER TABLE member ADD COLUMN family_since INTEGER;
