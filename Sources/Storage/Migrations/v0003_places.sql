-- Circles that members named. Label, description, centre and radius are sealed: where somebody lives is a point too.

CREATE TABLE place (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX place_by_member ON place (member);
