import Bus
import Crypto
package import Family
import SQL
import Storage

extension Hub {
    /// How many wrong codes kill a connect code; forty bits leave a guesser no chance within them.
    private static let connectCodeFailuresMax = 20

    /// Makes a member's new connect code: the consent that carries the level it grants (A7, F34).
    ///
    /// It replaces an earlier one, works once, and is shown this once.
    package func makeConnectCode(
        for member: ID<Member>,
        precision: Precision,
        shareExpiresAt: Timestamp?
    ) async throws -> (code: String, expiresAt: Timestamp) {
        guard precision > .off else { throw ConnectionRefusal.nothingToShare }
        let now = outside.now()
        if let shareExpiresAt, shareExpiresAt <= now { throw ConnectionRefusal.expiryInThePast }
        let code = newCode()
        let row = ConnectCodeRow(
            member: member,
            codeHash: vault.hash(code: code, of: member),
            precision: precision,
            shareExpiresAt: shareExpiresAt,
            expiresAt: now.advanced(byMilliseconds: settings.connectCodeMilliseconds)
        )
        try await database.transaction { try $0.setConnectCode(row) }
        return (code, row.expiresAt)
    }

    /// Connects a viewer to the person with this number who gave them this code.
    ///
    /// A repeat of the same request answers as the first did. An unknown number, a wrong code and one that ran out
    /// are one refusal; what can be nobody's number is another.
    package func connect(
        _ id: ID<Connection>,
        viewer: ID<Member>,
        phone: String,
        code: String
    ) async throws -> Consent {
        let code = TypedCode.normalized(code) ?? ""
        let number = try phoneNumber(phone)
        let requestHash = vault.hash(request: [number.e164, code], by: viewer)
        let lookup = vault.lookup(number)
        let now = outside.now()
        let (vault, changes) = (vault, changes)
        // A wrong guess is counted, so it must commit: the refusal comes out as a value.
        let outcome = try await database.transaction { transaction -> Result<ConnectionRow, ConnectionRefusal> in
            if let before = try transaction.connection(id) {
                let same = before.viewer == viewer && before.requestHash == requestHash
                return same ? .success(before) : .failure(.idUsedOtherwise)
            }
            guard let subject = try transaction.member(phoneLookup: lookup), subject.disabledAt == nil,
                let consent = try transaction.connectCode(of: subject.id), now < consent.expiresAt
            else { return .failure(.wrongPhoneOrCode) }
            guard vault.isRight(code: code, of: subject.id, hash: consent.codeHash) else {
                try transaction.countConnectCodeFailure(of: subject.id)
                if consent.failures + 1 >= Hub.connectCodeFailuresMax {
                    try transaction.removeConnectCode(of: subject.id)
                }
                return .failure(.wrongPhoneOrCode)
            }
            guard subject.id != viewer else { return .failure(.oneself) }
            let connection = ConnectionRow(
                id: id,
                viewer: viewer,
                subject: subject.id,
                precision: consent.precision,
                expiresAt: consent.shareExpiresAt,
                requestHash: requestHash,
                changed: changes.next(now: now)
            )
            try transaction.removeConnectCode(of: subject.id)
            try transaction.saveConnection(connection, now: now)
            return .success(connection)
        }
        let connection = try outcome.get()
        tellBothSides(Consent(connection))
        return Consent(granted: connection)
    }

    /// Whom a member sees, and who sees them; connections that ran out are gone from both.
    package func connections(of member: ID<Member>) async throws -> (seen: [NamedConsent], seers: [NamedConsent]) {
        let now = outside.now()
        return try await database.read { transaction in
            func named(_ connection: ConnectionRow, _ other: ID<Member>) throws -> NamedConsent? {
                guard connection.isOpen(now: now), let row = try transaction.member(other), row.disabledAt == nil else {
                    return nil
                }
                return NamedConsent(consent: Consent(connection), person: Person(row))
            }
            return (
                try transaction.connections(viewer: member).compactMap { try named($0, $0.subject) },
                try transaction.connections(subject: member).compactMap { try named($0, $0.viewer) }
            )
        }
    }

    /// Changes what a viewer may see; only the subject can.
    package func changeConnection(
        _ id: ID<Connection>,
        by member: ID<Member>,
        precision: Precision,
        expiresAt: Timestamp?
    ) async throws -> NamedConsent {
        let now = outside.now()
        if let expiresAt, expiresAt <= now { throw ConnectionRefusal.expiryInThePast }
        let changes = changes
        let connection = try await database.transaction { transaction in
            guard var connection = try transaction.connection(id), connection.subject == member,
                connection.isOpen(now: now), let viewer = try transaction.member(connection.viewer)
            else { throw ConnectionRefusal.notFound }
            try transaction.setConnection(
                id,
                precision: precision,
                expiresAt: expiresAt,
                changed: changes.next(now: now)
            )
            connection.precision = precision
            connection.expiresAt = expiresAt
            return NamedConsent(consent: Consent(connection), person: Person(viewer))
        }
        tellBothSides(connection.consent)
        return connection
    }

    /// Ends a connection; either side can.
    package func endConnection(_ id: ID<Connection>, by member: ID<Member>) async throws {
        let ended = try await database.transaction { transaction in
            guard let connection = try transaction.connection(id),
                connection.subject == member || connection.viewer == member
            else { throw ConnectionRefusal.notFound }
            try transaction.removeConnection(id)
            return Consent(connection)
        }
        tellBothSides(ended)
        note(.connectionEnded, member)
    }

    /// Whoever sees and whoever is seen has pages open that read their connections again.
    private func tellBothSides(_ consent: Consent) {
        bus.publish([.connections(viewer: consent.viewer), .connections(viewer: consent.subject)])
    }
}

extension ConnectionRow {
    /// Whether it has not run out.
    func isOpen(now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}
