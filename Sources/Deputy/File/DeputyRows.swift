import Family
import SQL

/// The statements of the deputy's file.
extension Transaction {
    func hubs() throws -> [DeputyFile.Hub] {
        try rows(
            "SELECT url, hub_name, texts, seed, hub_keys, generation, turn, heard_at FROM pairing ORDER BY rowid LIMIT 16"
        ).map { row in
            guard let keys = DeputyKeys(seed: try row.blob(3)),
                let published = DeputyPublicKeys(bytes: try row.blob(4)),
                let texts = DeputyTexts(rawValue: try row.text(2))
            else { throw StorageError(.corrupt, "a pairing cannot be read") }
            var hub = DeputyFile.Hub(
                url: try row.text(0),
                name: try row.text(1),
                texts: texts,
                keys: keys,
                pairing: DeputyPairing(hub: published, deputy: keys.published)
            )
            hub.generation = UInt64(bitPattern: try row.integer(5))
            hub.turn = UInt64(bitPattern: try row.integer(6))
            hub.heardAt = try row.integerOrNull(7)
            return hub
        }
    }

    func kept(of hub: ID<DeputyPairing>) throws -> [DeputyFile.Kept] {
        try rows(
            """
            SELECT watch, version, generation, made_at, box, told_at, is_returned FROM envelope
            WHERE pairing = \(hub.bytes) ORDER BY watch LIMIT \(DeputyLimits.envelopesMax)
            """
        ).map { row in
            DeputyFile.Kept(
                watch: try watch(try row.blob(0)),
                version: UInt64(bitPattern: try row.integer(1)),
                generation: UInt64(bitPattern: try row.integer(2)),
                madeAt: try row.integer(3),
                box: try row.blob(4),
                toldAt: try row.integerOrNull(5),
                isReturned: try row.bool(6)
            )
        }
    }

    func sendings(of hub: ID<DeputyPairing>) throws -> [DeputyFile.Sending] {
        try rows(
            """
            SELECT message, watch, step, person, channel, state, attempts, at, is_reported FROM sending
            WHERE pairing = \(hub.bytes) ORDER BY at, message LIMIT 10000
            """
        ).map { row in
            guard let state = DeputyFile.Sending.State(rawValue: try row.text(5)) else {
                throw StorageError(.corrupt, "a sending has an unknown state")
            }
            return DeputyFile.Sending(
                message: try row.text(0),
                watch: try watch(try row.blob(1)),
                step: Int(try row.integer(2)),
                person: Int(try row.integer(3)),
                channel: try row.text(4),
                state: state,
                attempts: Int(try row.integer(6)),
                at: try row.integer(7),
                isReported: try row.bool(8)
            )
        }
    }

    /// The next turn's number may leave from here on.
    func set(turn: UInt64, of hub: ID<DeputyPairing>) throws {
        try run("UPDATE pairing SET turn = \(Int64(bitPattern: turn)) WHERE id = \(hub.bytes)")
    }

    func set(heardAt: Int64, generation: UInt64, name: String, of hub: ID<DeputyPairing>) throws {
        try run(
            """
            UPDATE pairing SET heard_at = \(heardAt), generation = \(Int64(bitPattern: generation)), hub_name = \(name)
            WHERE id = \(hub.bytes)
            """
        )
        try run("UPDATE envelope SET is_returned = 1 WHERE pairing = \(hub.bytes) AND told_at IS NOT NULL")
    }

    func set(_ kept: DeputyFile.Kept, of hub: ID<DeputyPairing>) throws {
        try run(
            """
            INSERT INTO envelope (pairing, watch, version, generation, made_at, box, told_at, is_returned)
            VALUES (\(hub.bytes), \(kept.watch.bytes), \(Int64(bitPattern: kept.version)),
                \(Int64(bitPattern: kept.generation)), \(kept.madeAt), \(kept.box), \(kept.toldAt), \(kept.isReturned))
            ON CONFLICT (pairing, watch) DO UPDATE SET version = excluded.version, generation = excluded.generation,
                made_at = excluded.made_at, box = excluded.box
            """
        )
    }

    func end(_ watch: ID<DeputyWatch>, of hub: ID<DeputyPairing>) throws {
        try run("DELETE FROM envelope WHERE pairing = \(hub.bytes) AND watch = \(watch.bytes)")
    }

    /// The hub knows of a message; it is kept for the day's count.
    func setReported(_ message: String, of hub: ID<DeputyPairing>) throws {
        try run("UPDATE sending SET is_reported = 1 WHERE pairing = \(hub.bytes) AND message = \(message)")
    }

    func forgetSendings(before moment: Int64, of hub: ID<DeputyPairing>) throws {
        try run("DELETE FROM sending WHERE pairing = \(hub.bytes) AND at < \(moment)")
    }

    func set(_ sending: DeputyFile.Sending, of hub: ID<DeputyPairing>) throws {
        try run(
            """
            INSERT INTO sending (pairing, message, watch, step, person, channel, state, attempts, at, is_reported)
            VALUES (\(hub.bytes), \(sending.message), \(sending.watch.bytes), \(sending.step), \(sending.person),
                \(sending.channel), \(sending.state.rawValue), \(sending.attempts), \(sending.at),
                \(sending.isReported))
            ON CONFLICT (pairing, message) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
                at = excluded.at
            """
        )
    }

    func setTold(_ watch: ID<DeputyWatch>, at moment: Int64, of hub: ID<DeputyPairing>) throws {
        try run(
            """
            UPDATE envelope SET told_at = \(moment)
            WHERE pairing = \(hub.bytes) AND watch = \(watch.bytes) AND told_at IS NULL
            """
        )
    }

    private func watch(_ bytes: [UInt8]) throws -> ID<DeputyWatch> {
        guard let watch = ID<DeputyWatch>(bytes: bytes) else {
            throw StorageError(.corrupt, "an incident's name is not 16 bytes long")
        }
        return watch
    }
}
