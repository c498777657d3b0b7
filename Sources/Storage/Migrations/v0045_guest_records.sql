-- What a member did, bought or wished for before they had an account, as their device says (E1): worth nothing here.
CREATE TABLE guest_record (
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Made by the device; two members may bring the same.
    id BLOB NOT NULL,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    gold INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (member, id)
) STRICT, WITHOUT ROWID;

-- What of a countdown had passed on the device of a guest: it counts for the mission and pays nothing (F62).
ALTER TABLE focus_session ADD COLUMN brought_milliseconds INTEGER NOT NULL DEFAULT 0;
