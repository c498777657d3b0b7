package import Family
import SQL
import Storage

/// What the security log tells of, as a word that programs switch on.
package enum SecurityEventKind: String, CaseIterable, Sendable {
    case logIn
    case logInRefused
    case codeRefused
    case registered
    case passwordChanged
    case phoneChanged
    case phoneChangeUndone
    case pinsChanged
    case pinResetRequested
    case pinResetCancelled
    case recoveryStarted
    case recoveryCancelled
    case passwordRecovered
    case sessionEnded
    case deviceAdded
    case deviceRevoked
    case linkAdded
    case linkRemoved
    case connectionEnded
    /// Somebody asked for what is not theirs, or with a token that opens nothing.
    case denied
    case memberAdded
    case memberDisabled
    case passwordReset
    /// The hub was given new keys.
    case keysRotated
    /// The hub was put back as a backup had it.
    case restored
    /// Codes were asked for at numbers that follow one another (S9).
    case numbersInARow
    /// So many lines found no room.
    case eventsLost
}

/// One line of the security log: whom it is about, and where it came from, as keyed hashes alone.
package struct SecurityEvent: Sendable {
    package var id: Int64
    package var at: Timestamp
    /// One of `SecurityEventKind`, or the word of an older program.
    package var kind: String
    package var member: String?
    package var network: String?
    package var about: String?
}

extension Hub {
    /// How long the security log is kept (S37).
    static let securityLogMilliseconds: Int64 = 90 * 86_400 * 1_000

    /// Remembers something in the security log, soon; nothing waits for it or fails with it.
    ///
    /// Of what was refused to one network, so many lines a minute are kept that nobody fills the disk with them.
    func note(
        _ kind: SecurityEventKind,
        _ member: ID<Member>? = nil,
        from origin: RequestOrigin = RequestOrigin(),
        about: String? = nil
    ) {
        let network = origin.network.isEmpty ? nil : Array(vault.hash(network: origin.network).prefix(8))
        if kind.isRefusal, let network {
            guard refusalBudget.retryAfterSeconds(Array(kind.rawValue.utf8) + network, now: outside.now()) == nil else {
                return
            }
        }
        security.note(
            SecurityEventRow(
                at: outside.now(),
                kind: kind.rawValue,
                memberHash: member.map { vault.hash(securityOf: $0) },
                networkHash: network,
                about: about
            )
        )
    }

    /// Remembers that a request was refused, by the token it came with, where that opens anything.
    package func noteDenied(_ what: String, token: String?, from network: [UInt8]) async throws {
        var member: ID<Member>?
        if let token { member = try await caller(token: token)?.member }
        note(.denied, member, from: RequestOrigin(network: network), about: what)
    }

    /// The security log after a line, oldest first, at most 500 lines; with a member, what is about them.
    package func securityEvents(after last: Int64 = 0, of member: ID<Member>? = nil) async throws -> [SecurityEvent] {
        await security.flush()
        let hash = member.map { vault.hash(securityOf: $0) }
        return try await database.read { try $0.securityEvents(after: last, memberHash: hash, limit: 500) }.map { row in
            SecurityEvent(
                id: row.id,
                at: row.at,
                kind: row.kind,
                member: row.memberHash.map(hexadecimal),
                network: row.networkHash.map(hexadecimal),
                about: row.about
            )
        }
    }

    /// Writes what still waits for the security log; before the database is closed.
    package func closeSecurityLog() async {
        await security.flush()
    }
}

extension SecurityEventKind {
    /// Whether strangers can bring it about as often as they like.
    fileprivate var isRefusal: Bool {
        switch self {
        case .logInRefused, .codeRefused, .denied: true
        default: false
        }
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
