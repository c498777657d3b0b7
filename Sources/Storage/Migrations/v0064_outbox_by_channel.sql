-- Each channel's sender takes what is due of its own (F95): the messages of one channel are found past those of the others.
CREATE INDEX outbox_by_channel ON outbox (channel, due_at) WHERE state IN ('queued', 'leased');
