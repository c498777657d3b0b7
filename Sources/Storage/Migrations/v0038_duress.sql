-- What an alarm of the second PIN must not give away to its traveller's own sessions.

-- A look at somebody under duress, which is shown to them once a companion has lifted the alarm.
ALTER TABLE look ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0;

-- A message about such an alarm: a browser's word that it showed it does not count as proof that alarms get through.
ALTER TABLE outbox ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
