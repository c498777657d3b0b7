-- Who was told of a visible alarm, and was added after it or an earlier one under duress had opened, hears of the second
-- PIN what the right one would have told them: that it is over. When that was; null for everybody else.

ALTER TABLE alarm_recipient ADD COLUMN looks_cleared_at INTEGER;
ALTER TABLE alarm_contact ADD COLUMN looks_cleared_at INTEGER;

-- Since when whoever was told saw the member or watched over the trip, or had agreed to be called; null means since they
-- were told.
ALTER TABLE alarm_recipient ADD COLUMN known_at INTEGER;
ALTER TABLE alarm_contact ADD COLUMN known_at INTEGER;
UPDATE alarm_recipient SET known_at = (
    SELECT min(created_at) FROM connection JOIN alarm ON alarm.id = alarm_recipient.alarm
    WHERE connection.viewer = alarm_recipient.member AND connection.subject = alarm.member)
WHERE alarm IN (SELECT id FROM alarm WHERE closed_at IS NULL);
UPDATE alarm_recipient SET known_at = (
    SELECT min(added_at) FROM trip_companion JOIN alarm ON alarm.id = alarm_recipient.alarm
    WHERE trip_companion.trip = alarm.trip AND trip_companion.member = alarm_recipient.member)
WHERE known_at IS NULL AND alarm IN (SELECT id FROM alarm WHERE closed_at IS NULL);
UPDATE alarm_contact SET known_at = (
    SELECT max(listed_at, ifnull(answered_at, listed_at)) FROM outside_contact
    WHERE outside_contact.id = alarm_contact.contact);

-- Since when a viewer sees exactly; null where they see less. Who does so only now does not stand in for the others in an
-- alarm.
ALTER TABLE connection ADD COLUMN exact_since INTEGER;
UPDATE connection SET exact_since = created_at WHERE precision = 3;
