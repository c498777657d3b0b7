-- A message that no sender of its channel took: it stays on the hub to be read, and nobody was notified by it (F82).
ALTER TABLE outbox ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
