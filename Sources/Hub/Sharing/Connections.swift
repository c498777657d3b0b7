import Bus
import Crypto
package import Family
import SQL
import Storage
import Synchronization

extension Hub {
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
    /// are one refusal; what can be nobody's number is another. Wrong ones stop who guesses, and leave the code good
    /// (S48).
    package func connect(
        _ id: ID<Connection>,
        viewer: ID<Member>,
        phone: String,
        code: String,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> Consent {
        let code = TypedCode.normalized(code) ?? ""
        let number = try phoneNumber(phone)
        let requestHash = vault.hash(request: [number.e164, code], by: viewer)
        let lookup = vault.lookup(number)
        let now = outside.now()
        let (vault, changes) = (vault, changes)
        let wait = connectGuessLimit.withLock { $0.secondsToWaitOrCount(viewer, from: origin.network, now: now) }
        // A repeat is answered whatever was guessed since, so the wait is asked about behind it.
        let outcome = try await database.transaction { transaction -> Result<ConnectionRow, ConnectionRefusal> in
            if let repeated = try transaction.repeated(id, by: viewer, requestHash) { return repeated }
            if let wait { return .failure(.tooManyGuesses(retryAfterSeconds: wait)) }
            let found = try transaction.whoConsents(lookup, now: now) { member, consent in
                vault.isRight(code: code, of: member, hash: consent.codeHash)
            }
            guard let (subject, consent) = found else { return .failure(.wrongPhoneOrCode) }
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
            let saved = try self.save(connection, of: subject, in: transaction, now: now)
            try transaction.addNotice(self.notice(.codeUsed, for: subject.id, about: viewer))
            return .success(saved)
        }
        if wait == nil, !outcome.isWrongCode {
            connectGuessLimit.withLock { $0.takeBack(viewer, from: origin.network, at: now) }
        }
        let connection = try outcome.get()
        tellBothSides(Consent(connection))
        bus.publish([.notice(connection.subject)])
        if connection.precision < connection.grantedPrecision { try await hintFamily(of: connection.subject) }
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
                let isSeer = connection.subject == member
                let proposal = isSeer ? try transaction.proposal(for: connection.id) : nil
                return NamedConsent(
                    consent: Consent(connection),
                    person: try transaction.person(row, to: member, now: now),
                    proposal: proposal.map(AskedSharing.init),
                    theirName: isSeer || connection.ownName == nil ? nil : row.name
                )
            }
            let ghosts = try transaction.ghostConsents(of: member, now: now)
            return (
                try transaction.connections(viewer: member).compactMap { try named($0, $0.subject) } + ghosts.seen,
                try transaction.connections(subject: member).compactMap { try named($0, $0.viewer) } + ghosts.seers
            )
        }
    }

    /// Saves a connection that a subject agreed to; of a child it shows nothing until its guardian has agreed too.
    func save(
        _ connection: ConnectionRow,
        of subject: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> ConnectionRow {
        guard subject.isChild(now: now) else {
            try transaction.saveConnection(connection, now: now)
            return connection
        }
        // What its guardians let the viewer see stays until they say otherwise.
        let before = try transaction.connection(viewer: connection.viewer, subject: subject.id)
        let seen = before.flatMap { $0.isOpen(now: now) && $0.precision > .off ? $0 : nil }
        var saved = seen ?? connection
        if seen == nil {
            saved.precision = .off
            try transaction.saveConnection(saved, now: now)
        } else {
            // The row keeps its own id: the one of the request is kept here, by which a repeat finds it.
            saved.requestHash = connection.id.bytes + connection.requestHash
            (saved.grantedPrecision, saved.grantedUntil) = (connection.grantedPrecision, connection.grantedUntil)
            try transaction.setRequest(of: saved)
        }
        let (precision, end) = (connection.precision, connection.expiresAt)
        _ = try share(&saved, subject, precision, end, by: subject.id, in: transaction, now: now)
        if seen == nil, try transaction.maySpeak(connection.viewer, for: subject, now: now) {
            // A guardian who types the child's code agrees by that.
            _ = try share(&saved, subject, precision, end, by: connection.viewer, in: transaction, now: now)
        }
        return saved
    }

    /// Changes what a viewer may see; the subject can, and the guardians of a child, as far as `share` lets them.
    package func changeConnection(
        _ id: ID<Connection>,
        by member: ID<Member>,
        precision: Precision,
        expiresAt: Timestamp?
    ) async throws -> NamedConsent {
        let now = outside.now()
        if let expiresAt, expiresAt <= now { throw ConnectionRefusal.expiryInThePast }
        let connection = try await database.transaction(for: .reserved) { transaction in
            if let ghost = try transaction.ghost(id), ghost.member == member, !ghost.isSeen {
                try transaction.setGhost(id, precision: precision, expiresAt: expiresAt)
                return try transaction.ghost(id).map { NamedConsent($0, now: now) } ?? NamedConsent(ghost, now: now)
            }
            guard var connection = try transaction.connection(id), connection.isOpen(now: now),
                let subject = try transaction.member(connection.subject),
                try transaction.maySpeak(member, for: subject, now: now),
                let viewer = try transaction.member(connection.viewer)
            else { throw ConnectionRefusal.notFound }
            let proposal = try self.share(
                &connection,
                subject,
                precision,
                expiresAt,
                by: member,
                in: transaction,
                now: now
            )
            if connection.precision == .off {
                let (viewer, subject) = (connection.viewer, connection.subject)
                try self.endWatching(by: viewer, of: subject, asking: member, in: transaction, now: now)
            }
            return NamedConsent(
                consent: Consent(connection),
                person: try transaction.person(viewer, to: member, now: now),
                proposal: proposal.map(AskedSharing.init)
            )
        }
        tellBothSides(connection.consent, isEnded: connection.consent.precision == .off)
        if connection.proposal != nil { try await hintFamily(of: connection.consent.subject) }
        return connection
    }

    /// Ends a connection; either side can, and the guardians of a child.
    ///
    /// Who is shown nothing any longer watches over no trip either (F70).
    /// A child does not end what its guardian sees of it, but may ask for less.
    package func endConnection(_ id: ID<Connection>, by member: ID<Member>) async throws {
        let now = outside.now()
        let ended = try await database.transaction(for: .reserved) { transaction in
            if let ghost = try transaction.ghost(id), ghost.member == member {
                try transaction.removeGhost(id)
                return NamedConsent(ghost, now: now).consent
            }
            guard let connection = try transaction.connection(id),
                let subject = try transaction.member(connection.subject),
                try connection.viewer == member || transaction.maySpeak(member, for: subject, now: now)
            else { throw ConnectionRefusal.notFound }
            let isToGuardian = try transaction.maySpeak(connection.viewer, for: subject, now: now)
            if member == subject.id, isToGuardian, connection.precision > .off { throw FamilyRefusal.guardianDecides }
            let isOthers = member != subject.id && member != connection.viewer && connection.precision > .off
            if isOthers, let arrangement = try transaction.arrangement(of: id) {
                try transaction.require(.change(arrangement), by: member, for: subject, now: now)
            }
            try transaction.removeConnection(id)
            try self.endWatching(by: connection.viewer, of: subject.id, asking: member, in: transaction, now: now)
            return Consent(connection)
        }
        tellBothSides(ended, isEnded: true)
        note(.connectionEnded, member)
    }

    /// Whoever sees and whoever is seen has pages open that read their connections again, and their trips where it ended.
    func tellBothSides(_ consent: Consent, isEnded: Bool = false) {
        let sides = [consent.viewer, consent.subject]
        let ending: [BusEvent] = isEnded ? sides.map { .trips($0) } + [.notice(consent.subject)] : []
        bus.publish(sides.map { .connections(viewer: $0) } + ending)
    }
}

extension Transaction {
    /// Who gave this code: whoever proved the number, or one of those who only say that it is theirs.
    ///
    /// The code is the consent (F34): a number that nobody proved opens nothing by itself.
    fileprivate func whoConsents(
        _ lookup: [UInt8],
        now: Timestamp,
        isRight: (ID<Member>, ConnectCodeRow) -> Bool
    ) throws(StorageError) -> (MemberRow, ConnectCodeRow)? {
        let members = try [member(phoneLookup: lookup)].compactMap { $0 } + members(unconfirmedLookup: lookup)
        for member in members where member.disabledAt == nil {
            guard let consent = try connectCode(of: member.id), now < consent.expiresAt else { continue }
            if isRight(member.id, consent) { return (member, consent) }
        }
        return nil
    }
}

extension Result<ConnectionRow, ConnectionRefusal> {
    /// Whether it came of a guess at a code.
    fileprivate var isWrongCode: Bool {
        if case .failure(.wrongPhoneOrCode) = self { true } else { false }
    }
}

extension ConnectionRow {
    /// Whether it has not run out.
    func isOpen(now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}

extension Transaction {
    /// The answer to a request for a connection that came before; nil for a new one.
    fileprivate func repeated(
        _ id: ID<Connection>,
        by viewer: ID<Member>,
        _ requestHash: [UInt8]
    ) throws(StorageError) -> Result<ConnectionRow, ConnectionRefusal>? {
        if let seen = try connection(viewer: viewer, requestHash: id.bytes + requestHash) { return .success(seen) }
        guard let before = try connection(id) else { return nil }
        let isSame = before.viewer == viewer && before.requestHash == requestHash
        return isSame ? .success(before) : .failure(.idUsedOtherwise)
    }
}
