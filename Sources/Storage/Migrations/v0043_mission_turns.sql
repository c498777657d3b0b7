-- Which weekdays, as a bit for each with the lowest for Monday, or which day of each month; null for the other ways.
ALTER TABLE mission ADD COLUMN repeats_days INTEGER;

-- Who take turns at a mission, in their order; nobody is its assignee then.
CREATE TABLE mission_turn (
    mission BLOB NOT NULL REFERENCES mission (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (mission, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX mission_turn_by_member ON mission_turn (member);
