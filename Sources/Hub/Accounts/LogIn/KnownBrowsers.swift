package import Family
import SQL
import Storage

/// Browsers in which members logged in before: each by a secret of one member that the hub made (S46).
extension Hub {
    /// The hashes of the secrets by which an asker's browser may be known.
    func deviceHashes(of origin: RequestOrigin) -> [[UInt8]] {
        origin.devices.map { vault.hash(token: Array($0.utf8)).bytes }
    }

    /// Remembers the browser in which a member opened a session, and answers the secrets by which it is known from now
    /// on: a new one for this member, and those of other members who are known there (S46).
    package func remember(
        _ origin: RequestOrigin,
        for member: ID<Member>,
        session: ID<Session>? = nil
    ) async throws -> [String] {
        let secret = newToken()
        let hash = vault.hash(token: Array(secret.utf8)).bytes
        let sent = Array(zip(origin.devices, deviceHashes(of: origin)))
        let now = outside.now()
        return try await database.transaction { transaction in
            // What the hub did not make, or has ended, is not handed back.
            var kept: [String] = []
            for (secret, hash) in sent {
                guard let owner = try transaction.owner(ofKnownDevice: hash) else { continue }
                if owner == member { try transaction.forgetDevice(hash) } else { kept.append(secret) }
            }
            try transaction.rememberDevice(
                hash,
                of: member,
                session: session,
                now: now,
                forgetBefore: now.advanced(byMilliseconds: -Hub.deviceMilliseconds),
                most: Hub.knownDevicesMax
            )
            return Array(([secret] + kept).prefix(RequestOrigin.devicesMax))
        }
    }

    /// A browser that was not used for so long is new again.
    package static let deviceMilliseconds: Int64 = 400 * 86_400 * 1_000
    /// How many browsers a member is known in; the one used longest ago is new again (S46).
    private static let knownDevicesMax = 10
}
