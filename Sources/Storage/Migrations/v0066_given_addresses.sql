-- Every number and mail address that a member ever gave, as keyed hashes: who is hidden from is known by each (F91).
CREATE TABLE given_address (
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    address_hash BLOB NOT NULL,
    given_at INTEGER NOT NULL,
    -- When the member proved it first; null where they only said that it is theirs.
    proved_at INTEGER,
    PRIMARY KEY (member, address_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX given_address_by_hash ON given_address (address_hash);
