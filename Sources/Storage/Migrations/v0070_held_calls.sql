-- The call for help of a session that waits for a guardian's agreement: during it, it sends positions (F87).
ALTER TABLE session ADD COLUMN help_call BLOB;

-- Who set up a child's phone is not known of before: until its token is renewed, it is not switched on to show others.
UPDATE device SET token_shared = 1 WHERE friends = 0 AND member IN (SELECT id FROM member WHERE role = 'child');

-- What left of late, by which urgent messages of all travellers take turns.
CREATE INDEX outbox_urgent_gone ON outbox (created_at) WHERE urgent = 1 AND attempts > 0;
