import Bus
package import Family
import SQL
import Storage

extension Hub {
    /// Who sees a child, or is to; for its guardians.
    package func viewers(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        for guardian: ID<Member>
    ) async throws -> [NamedConsent] {
        let now = outside.now()
        return try await database.read { transaction in
            _ = try transaction.childInCare(child, of: family, by: guardian, now: now)
            return try transaction.connections(subject: child).compactMap { connection in
                guard connection.isOpen(now: now), let viewer = try transaction.member(connection.viewer),
                    viewer.disabledAt == nil
                else { return nil }
                let proposal = try transaction.proposal(for: connection.id)
                return NamedConsent(
                    consent: Consent(connection),
                    person: try transaction.person(viewer, to: guardian, now: now),
                    proposal: proposal.map(AskedSharing.init)
                )
            }
        }
    }

    /// Lets somebody of the family see a child in one's care, once the child has agreed where it is old enough.
    ///
    /// Throws `FamilyRefusal`, `ConnectionRefusal`, or `StorageError`.
    package func addSeer(
        _ id: ID<Connection>,
        _ viewer: ID<Member>,
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        precision: Precision
    ) async throws -> NamedConsent {
        guard precision > .off else { throw ConnectionRefusal.nothingToShare }
        let now = outside.now()
        let made = ConnectionRow(
            id: id,
            viewer: viewer,
            subject: child,
            precision: .off,
            expiresAt: nil,
            requestHash: vault.hash(request: ["seer", child.text, "\(precision)"], by: viewer),
            changed: changes.next(now: now)
        )
        let seer = try await database.transaction { transaction -> NamedConsent in
            let row = try transaction.childInCare(child, of: family, by: guardian, now: now)
            guard let seer = try transaction.member(viewer), seer.family == family, seer.disabledAt == nil,
                viewer != child
            else { throw FamilyRefusal.notFound }
            if let other = try transaction.connection(id), other.viewer != viewer || other.subject != child {
                throw ConnectionRefusal.idUsedOtherwise
            }
            var connection = try transaction.connection(viewer: viewer, subject: child) ?? made
            // One that ran out shows nothing, and starts again.
            if !connection.isOpen(now: now) { try self.set(&connection, .off, nil, in: transaction, now: now) }
            if connection.id == id, try transaction.connection(id) == nil {
                try transaction.saveConnection(connection, now: now)
            }
            let proposal = try self.share(&connection, row, precision, nil, by: guardian, in: transaction, now: now)
            return NamedConsent(
                consent: Consent(connection),
                person: try transaction.person(seer, to: guardian, now: now),
                proposal: proposal.map(AskedSharing.init)
            )
        }
        bus.publish([.connections(viewer: viewer), .connections(viewer: child)])
        if seer.proposal != nil { try await hintFamily(of: child) }
        return seer
    }

    /// Lets the open pages of a child's family look for notices: somebody of it was asked for their word.
    func hintFamily(of child: ID<Member>) async throws {
        let members = try await database.read { transaction in
            try transaction.member(child).map { try transaction.members(of: $0.family).map(\.id) } ?? []
        }
        bus.publish(members.map { .notice($0) })
    }

    /// Sets what a viewer may see, as far as everybody who has a say in it has agreed (F44).
    ///
    /// Who is no child decides alone. A child's guardian and, from ten years on, the child must both have agreed to the
    /// same before more is shown; less is shown at once when a guardian says so, and when the child says so of somebody
    /// who is not its guardian. Towards a guardian a child of thirteen and more asks for less. What a guardian agreed to
    /// before hours bound them does not count.
    /// - Returns: what waits for somebody's word; nil where nothing does.
    func share(
        _ connection: inout ConnectionRow,
        _ subject: MemberRow,
        _ precision: Precision,
        _ expiresAt: Timestamp?,
        by member: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> SharingProposal? {
        guard case .child(let childhood) = subject.familyRole(now: now) else {
            try set(&connection, precision, expiresAt, in: transaction, now: now)
            return nil
        }
        let guardianship = try transaction.guardianship(of: subject, now: now)
        let isGuardian = guardianship.isGuardian(member)
        let expiresAt = connection.end(ofLowering: precision, until: expiresAt)
        let isMore = connection.shows(less: precision, until: expiresAt)
        if isGuardian, isMore { try transaction.require(.arrange, by: member, for: subject, now: now) }
        let before = try transaction.proposal(for: connection.id)
        let isSame = before.map { $0.precision == precision && $0.expiresAt == expiresAt } ?? false
        let isAskedByChild = isSame && before?.childAgreed ?? false
        let decides = isGuardian || (!isMore && !guardianship.isGuardian(connection.viewer))
        if !isMore, decides {
            let isLess = precision < connection.precision || expiresAt != connection.expiresAt
            if isGuardian, isLess, connection.viewer != member {
                let isAsked = try askOthers(toLower: connection, precision, guardianship, by: member, in: transaction)
                if isAsked { return nil }
            }
            try set(&connection, precision, expiresAt, in: transaction, now: now)
            return nil
        }
        if !isGuardian, !isMore, !childhood.seesWhoLooked { throw FamilyRefusal.guardianDecides }
        let hasAgreed = isSame && before?.guardian.map { guardianship.verdict(.arrange, by: $0) == .alone } ?? false
        let proposal = SharingProposal(
            precision: precision,
            expiresAt: expiresAt,
            guardianAgreed: isGuardian || (hasAgreed && before?.guardianAgreed ?? false),
            childAgreed: !isGuardian || !childhood.agreesItself || isAskedByChild,
            guardian: isGuardian ? member : isSame ? before?.guardian : nil
        )
        if proposal.guardianAgreed, proposal.childAgreed {
            try arrange(connection, by: proposal.guardian, guardianship, in: transaction, now: now)
            try set(&connection, precision, expiresAt, in: transaction, now: now)
            return nil
        }
        try transaction.setProposal(for: connection.id, proposal)
        let asked = isGuardian ? [subject.id] : guardianship.guardians.map(\.id)
        try notify(asked, ofProposalAbout: isGuardian ? connection.viewer : subject.id, in: transaction)
        return proposal
    }

    private func notify(
        _ asked: [ID<Member>],
        ofProposalAbout member: ID<Member>,
        in transaction: Transaction
    ) throws(StorageError) {
        for one in asked { try transaction.addNotice(notice(.sharingProposed, for: one, about: member)) }
    }

    /// Asks the other guardians before a viewer is shown less whom one of them let see the child (F87); false where the
    /// guardian decides alone.
    private func askOthers(
        toLower connection: ConnectionRow,
        _ precision: Precision,
        _ guardianship: Guardianship,
        by guardian: ID<Member>,
        in transaction: Transaction
    ) throws -> Bool {
        guard let arrangement = try transaction.arrangement(of: connection.id) else { return false }
        let matter = GuardianRequestRow.Matter.sight(connection.id, precision)
        switch guardianship.verdict(.change(arrangement), by: guardian) {
        case .alone: return false
        case .together(let others) where precision < connection.precision:
            try ask(others, matter, about: connection.subject, by: guardian, in: transaction)
            return true
        case .together, .never: throw FamilyRefusal.otherGuardianDecides
        }
    }

    /// Records the guardian who let a viewer see a child; showing more later does not take their place.
    private func arrange(
        _ connection: ConnectionRow,
        by guardian: ID<Member>?,
        _ guardianship: Guardianship,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        let setter = try transaction.arrangement(of: connection.id)?.setBy
        if connection.precision > .off, let setter, guardianship.isGuardian(setter) { return }
        try transaction.setArrangement(of: connection.id, Guardianship.Arrangement(setBy: guardian, setAt: now))
    }

    func set(
        _ connection: inout ConnectionRow,
        _ precision: Precision,
        _ expiresAt: Timestamp?,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        connection.precision = precision
        connection.expiresAt = expiresAt
        connection.changed = changes.next(now: now)
        try transaction.setConnection(
            connection.id,
            precision: precision,
            expiresAt: expiresAt,
            changed: connection.changed,
            now: now
        )
        try transaction.setProposal(for: connection.id, nil)
    }
}

extension ConnectionRow {
    /// When a change ends: a lower level is less only for as long as the higher one was to be shown.
    fileprivate func end(ofLowering precision: Precision, until end: Timestamp?) -> Timestamp? {
        guard precision < self.precision, let expiresAt else { return end }
        return min(end ?? expiresAt, expiresAt)
    }

    /// Whether it shows less than this, or ends earlier.
    fileprivate func shows(less precision: Precision, until end: Timestamp?) -> Bool {
        if precision != self.precision { return precision > self.precision }
        guard precision > .off, let expiresAt else { return false }
        return end.map { $0 > expiresAt } ?? true
    }
}
