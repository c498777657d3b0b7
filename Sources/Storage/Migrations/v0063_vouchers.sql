-- Whose invite alone a member's number rests on, as a keyed hash of the first inviter of the chain: all that one inviter and
-- the accounts that they made claim of a number counts as one (S60). No reference: it stays when that inviter leaves.
ALTER TABLE member ADD COLUMN vouched_by BLOB;
