-- Members' pictures, each sealed under its member's own data key, and apart from the member, who is read far more often.

CREATE TABLE picture (
    member BLOB NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL
) STRICT;

-- Part of the picture's address, another for each picture; null without one.
ALTER TABLE member ADD COLUMN picture_version TEXT;
