-- The moment that a notice tells of, where that is another than when it was told: when a restored backup was taken.

ALTER TABLE notice ADD COLUMN moment INTEGER;
