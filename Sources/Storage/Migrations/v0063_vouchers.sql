-- By whose invite alone a member says that a number is theirs: claims of one inviter's family count as one (S60).
ALTER TABLE member ADD COLUMN vouched_by BLOB REFERENCES member (id) ON DELETE SET NULL;
CREATE INDEX member_by_voucher ON member (vouched_by) WHERE vouched_by IS NOT NULL;
