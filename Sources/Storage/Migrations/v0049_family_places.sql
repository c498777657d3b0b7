-- Places that belong to a family. What they say is sealed under the family's key, which is kept once for each member, sealed under
-- that member's own key: a place can be read as long as the key of one member of its family is there, in backups too.

CREATE TABLE family_key (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    family BLOB NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX family_key_by_family ON family_key (family);

CREATE TABLE family_place (
    id BLOB NOT NULL PRIMARY KEY,
    family BLOB NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    maker BLOB REFERENCES member (id) ON DELETE SET NULL,
    sealed BLOB NOT NULL,
    version INTEGER NOT NULL,
    request_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX family_place_by_family ON family_place (family);
CREATE INDEX family_place_by_maker ON family_place (maker);

-- Of a member's own place: the family's place that it follows, and the version that its member accepted.
ALTER TABLE place ADD COLUMN family_place BLOB REFERENCES family_place (id) ON DELETE SET NULL;
ALTER TABLE place ADD COLUMN accepted_version INTEGER;

CREATE UNIQUE INDEX place_by_family_place ON place (family_place, member) WHERE family_place IS NOT NULL;
