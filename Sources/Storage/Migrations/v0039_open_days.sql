-- The scheduler closes what its next day finds open (F65), not whoever looks first (S54): it asks by the day.
CREATE INDEX mission_occurrence_open ON mission_occurrence (due, mission, number) WHERE phase = 0 AND due IS NOT NULL;
