-- Who was told of a visible alarm, and was added after it or an earlier one under duress had opened, hears of the second
-- PIN what the right one would have told them: that it is over. When that was; null for everybody else.

ALTER TABLE alarm_recipient ADD COLUMN looks_cleared_at INTEGER;
ALTER TABLE alarm_contact ADD COLUMN looks_cleared_at INTEGER;

-- Since when whoever was told saw the member or watched over the trip, or had agreed to be called; null means since they
-- were told.
ALTER TABLE alarm_recipient ADD COLUMN known_at INTEGER;
ALTER TABLE alarm_contact ADD COLUMN known_at INTEGER;

-- Since when a viewer sees exactly; null where they see less. Who does so only now does not stand in for the others in an
-- alarm.
ALTER TABLE connection ADD COLUMN exact_since INTEGER;
UPDATE connection SET exact_since = created_at WHERE precision = 3;
