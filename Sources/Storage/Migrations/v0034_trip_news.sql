-- Trip news reaches a companion by push, else by one text or mail.

-- One piece of news to one companion: its push messages, and the text or mail that follows them where none is confirmed.
ALTER TABLE outbox ADD COLUMN news BLOB;

CREATE INDEX outbox_by_news ON outbox (news) WHERE news IS NOT NULL;
