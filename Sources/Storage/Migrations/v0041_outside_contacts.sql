-- Outside contacts: people without an account who agreed to be called in an alarm.

CREATE TABLE outside_contact (
    id BLOB NOT NULL PRIMARY KEY,
    member BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    -- Name, and number or mail address, under the member's key; null once removed.
    sealed BLOB,
    -- Keyed hash of the number or address: stays after a removal, so that the member asks nobody twice.
    address_hash BLOB NOT NULL,
    -- Keyed hash of the token of the contact's own link.
    link_hash BLOB NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('asked', 'agreed', 'declined', 'ended')),
    asked_at INTEGER NOT NULL,
    answered_at INTEGER,
    -- When the question left the hub; null where it did not yet. One that never left was not asked.
    question_at INTEGER,
    removed_at INTEGER,
    -- When it was put on its member's list, the last time.
    listed_at INTEGER NOT NULL,
    UNIQUE (member, address_hash)
) STRICT;

CREATE INDEX outside_contact_by_address ON outside_contact (address_hash);

-- A backup that is put back calls nobody who ended it since, nor whom their member removed since: of a contact,
-- `sharing` says 0 for the first and 1 for the second.
CREATE TRIGGER outside_contact_ended AFTER UPDATE OF state ON outside_contact
WHEN NEW.state IN ('declined', 'ended') AND NEW.state <> OLD.state
BEGIN
    INSERT INTO revocation (kind, what, precision) VALUES ('sharing', OLD.id, 0);
END;

CREATE TRIGGER outside_contact_removed AFTER UPDATE OF removed_at ON outside_contact
WHEN NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL
BEGIN
    INSERT INTO revocation (kind, what, precision) VALUES ('sharing', OLD.id, 1);
END;

-- Which contact was told of an alarm, once.
CREATE TABLE alarm_contact (
    alarm BLOB NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
    contact BLOB NOT NULL REFERENCES outside_contact (id) ON DELETE CASCADE,
    told_at INTEGER NOT NULL,
    -- When they were told that it is one of the duress PIN; null where they were not.
    duress_at INTEGER,
    -- When what they did since was shown to their member, whose pages know of no such alarm before.
    released_at INTEGER,
    -- Keyed hash of the token of the link that only they were sent; null once it opens nothing.
    link_hash BLOB UNIQUE,
    PRIMARY KEY (alarm, contact)
) STRICT, WITHOUT ROWID;

CREATE INDEX alarm_contact_by_contact ON alarm_contact (contact);

-- The contact who was sent the link that the browser opened.
ALTER TABLE trip_viewer ADD COLUMN contact BLOB REFERENCES outside_contact (id) ON DELETE CASCADE;

CREATE INDEX trip_viewer_by_contact ON trip_viewer (contact) WHERE contact IS NOT NULL;
CREATE INDEX outbox_by_contact ON outbox (contact) WHERE contact IS NOT NULL;
