-- By whose login link a session came, until another guardian or the child itself agrees to it (F87).
ALTER TABLE one_time_link ADD COLUMN made_by BLOB REFERENCES member (id) ON DELETE CASCADE;
ALTER TABLE session ADD COLUMN held_by BLOB REFERENCES member (id) ON DELETE CASCADE;
-- The guardian by whose word somebody sees a child, and since when: other guardians do not take that away alone (F87).
ALTER TABLE connection ADD COLUMN set_by BLOB REFERENCES member (id) ON DELETE SET NULL;
ALTER TABLE connection ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sharing_proposal ADD COLUMN guardian BLOB REFERENCES member (id) ON DELETE SET NULL;

-- What waits for other guardians of a child: handing it over, or changing what another guardian arranged (F87).
CREATE TABLE guardian_request (
    id BLOB NOT NULL PRIMARY KEY,
    child BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    asked_by BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    asked_at INTEGER NOT NULL,
    -- When a hand-over goes on without those who did not answer.
    due_at INTEGER,
    -- A hand-over's invite, and what was agreed to in it.
    invite BLOB REFERENCES invite (id) ON DELETE CASCADE,
    sharing INTEGER CHECK (sharing BETWEEN 0 AND 3),
    birth_year INTEGER,
    -- The hidden hours that are to go.
    hours BLOB,
    -- The connection that is to show less, and how much.
    connection BLOB REFERENCES connection (id) ON DELETE CASCADE,
    precision INTEGER CHECK (precision BETWEEN 0 AND 3)
) STRICT;

CREATE INDEX guardian_request_by_child ON guardian_request (child);
CREATE INDEX guardian_request_by_due ON guardian_request (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE guardian_agreement (
    request BLOB NOT NULL REFERENCES guardian_request (id) ON DELETE CASCADE,
    guardian BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    PRIMARY KEY (request, guardian)
) STRICT, WITHOUT ROWID;
