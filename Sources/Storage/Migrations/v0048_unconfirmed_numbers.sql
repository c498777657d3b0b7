-- A number that its member gave and whoever invited them vouched for, where the hub cannot text: proven to nobody. It is
-- no key to the account, and several may give the same one; `phone_lookup` stays for numbers that a code proved.
ALTER TABLE member ADD COLUMN unconfirmed_lookup BLOB;
ALTER TABLE member ADD COLUMN unconfirmed_sealed BLOB;

CREATE INDEX member_by_unconfirmed_number ON member (unconfirmed_lookup) WHERE unconfirmed_lookup IS NOT NULL;
