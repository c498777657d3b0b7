import Bus
package import Family
import Languages
import SQL
import Storage

/// What whoever joins a family agrees to.
package struct JoinConsent: Sendable {
    /// What they show the inviter; nil for what was asked.
    package var sharing: Precision?
    /// Of whoever joins as a child.
    package var birthYear: Int?

    package init(sharing: Precision? = nil, birthYear: Int? = nil) {
        self.sharing = sharing
        self.birthYear = birthYear
    }
}

extension Hub {
    /// Joins a family by an invite, as a member already: the family until now is left.
    ///
    /// An adult joins by themselves. A child is handed over by an adult of its family, once every guardian has agreed or
    /// seven days have passed (F87), and shows the new one nothing that it would have to agree to itself. Connections are
    /// made in the same transaction, and both are told. Throws `InviteRefusal`, `FamilyRefusal`, or `StorageError`; what was
    /// refused changed nothing.
    package func joinFamily(
        _ secret: String,
        _ consent: JoinConsent,
        member: ID<Member>,
        by asking: ID<Member>,
        from origin: RequestOrigin
    ) async throws -> FamilyInfo {
        let secret = try guess(secret, from: origin)
        let now = outside.now()
        // A wrong code is counted, so it must commit: the refusal comes out as a value.
        let (joined, told, before) = try await database.transaction {
            transaction -> (Joined?, [ID<Member>], ID<FamilyGroup>) in
            let row = try transaction.memberToMove(member, by: asking, now: now)
            // Without a number of one's own, no invite for one opens; where the hub cannot text, the inviter's word is as
            // good for a member as for a newcomer.
            let own = try transaction.member(asking)
            let phone = own?.phoneLookup ?? (self.canText ? nil : own?.unconfirmedLookup) ?? []
            let (invite, told) = try self.open(secret, phone: phone, in: transaction, now: now)
            guard let invite else { return (nil, told, row.family) }
            guard invite.family != row.family else { throw InviteRefusal.ownFamily }
            guard member == asking || invite.role == MemberRow.child else { throw FamilyRefusal.notYours }
            if member != asking {
                let verdict = try transaction.guardianship(of: row, now: now).verdict(.handOver, by: asking)
                let others: Set<ID<Member>> = if case .together(let others) = verdict { others } else { [] }
                // What runs for the child goes on in its family: until that has ended the hand-over waits.
                if try !others.isEmpty || self.safetyWatch(of: member, in: transaction).needsPIN {
                    try self.askToHandOver(row, invite, consent, others, by: asking, in: transaction, now: now)
                    return (Joined(told: Array(others), connected: []), [], row.family)
                }
            }
            let joined = try self.move(row, by: invite, consent, by: asking, in: transaction, now: now)
            return (joined, [], row.family)
        }
        bus.publish(told.map { .notice($0) })
        guard let joined else { throw wrongGuess(from: origin) }
        notify(joined)
        ringOutbox()
        await settleAdults(of: before)
        return try await family(of: asking)
    }

    /// Moves a member into the family of an invite, by their own word, or that of guardians while nothing of the child runs.
    func move(
        _ row: MemberRow,
        by invite: InviteRow,
        _ consent: JoinConsent,
        by asking: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Joined {
        if row.id != asking, try safetyWatch(of: row.id, in: transaction).needsPIN { throw SafetyRefusal.safetyRuns }
        let left = try leave(row, in: transaction, now: now)
        try transaction.removeGuardianRequests(of: row.id)
        try transaction.moveMember(row, to: invite.family, role: invite.role)
        var consent = consent
        let childhood = Childhood(birthYear: row.birthYear ?? consent.birthYear, now: now)
        if row.id != asking {
            try transaction.requireSay(of: row, bornIn: consent.birthYear, now: now)
            if childhood.agreesItself { consent.sharing = .off }
        }
        var joined = try enter(row, by: invite, consent, in: transaction, now: now)
        joined.told += left
        return joined
    }

    /// Uses the invite up, and has the hand-over wait for the other guardians, whom every channel tells, or where there are
    /// none for the end of what runs for the child.
    private func askToHandOver(
        _ child: MemberRow,
        _ invite: InviteRow,
        _ consent: JoinConsent,
        _ others: Set<ID<Member>>,
        by guardian: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        let birthYear = consent.birthYear ?? child.birthYear
        guard let birthYear else { throw FamilyRefusal.birthYearMissing }
        try checkChildsBirthYear(birthYear, now: now)
        try transaction.requireSay(of: child, bornIn: birthYear, now: now)
        try requireRoom(for: child, in: invite.family, transaction)
        try transaction.endInvite(invite.id, .used)
        let matter = GuardianRequestRow.Matter.handOver(invite.id, sharing: consent.sharing, birthYear: birthYear)
        let due = safetyNow.advanced(byMilliseconds: others.isEmpty ? 0 : Guardianship.waitMilliseconds)
        try ask(others, matter, about: child.id, by: guardian, dueAt: due, in: transaction)
        let name = try transaction.member(guardian)?.name ?? ""
        for other in others {
            guard let row = try transaction.member(other) else { continue }
            try addNews(handOverText(of: child.name, by: name), to: row, in: transaction)
        }
    }

    private func handOverText(of child: String, by guardian: String) -> [Phrase] {
        [
            "Hearth: \(guardian) wants to move \(child) to another family. It happens in 7 days.",
            "To agree now, open Family in Hearth. If you do not want it, talk to \(guardian).",
        ]
    }

    /// Whom the bus is to tell after the commit.
    struct Joined: Sendable {
        var told: [ID<Member>]
        var connected: [ID<Member>]
    }

    /// Uses an invite up for a member who is in its family now: their role, the two connections, and the notices.
    func enter(
        _ row: MemberRow,
        by invite: InviteRow,
        _ consent: JoinConsent,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Joined {
        try requireRoom(for: row, in: invite.family, transaction)
        if invite.role == MemberRow.child {
            // Adults decide for a child, so that no adult becomes one while something of theirs runs (F32).
            if !row.isChild(now: now) {
                guard try !safetyWatch(of: row.id, in: transaction).needsPIN else { throw SafetyRefusal.safetyRuns }
                try transaction.setChildSince(row.id, now)
            }
            guard let birthYear = consent.birthYear ?? row.birthYear else { throw FamilyRefusal.birthYearMissing }
            try checkChildsBirthYear(birthYear, now: now)
            try transaction.setRole(row.id, invite.role, birthYear: birthYear)
        }
        try transaction.setFamilySince(row.id, now)
        try openWallet(of: row.id, in: transaction, now: now)
        try transaction.shareFamilyKey(of: invite.family, vault: vault)
        try transaction.endInvite(invite.id, .used)
        try connect(viewer: row.id, subject: invite.inviter, invite.mySharing, in: transaction, now: now)
        // The adult who invites a child agrees to what they asked for, and to nothing more.
        let asked = invite.askedSharing
        let sharing = invite.role == MemberRow.child ? min(consent.sharing ?? asked, asked) : consent.sharing ?? asked
        try connect(viewer: invite.inviter, subject: row.id, sharing, in: transaction, now: now)
        let others = try transaction.members(of: invite.family).map(\.id).filter { $0 != row.id }
        for other in others { try transaction.addNotice(notice(.memberJoined, for: other, about: row.id)) }
        try transaction.addNotice(notice(.joinedFamily, for: row.id, about: invite.inviter))
        return Joined(told: others + [row.id], connected: [row.id, invite.inviter])
    }

    private func requireRoom(
        for row: MemberRow,
        in family: ID<FamilyGroup>,
        _ transaction: Transaction
    ) throws {
        let others = try transaction.members(of: family).count { $0.id != row.id }
        guard others < Hub.familyMembersMax else { throw FamilyRefusal.tooMany }
        try transaction.refuseImitation(row.name, of: row.id, in: family)
    }

    func notify(_ joined: Joined) {
        bus.publish(
            joined.connected.flatMap { [.connections(viewer: $0), .trips($0)] }
                + joined.told.flatMap { [BusEvent.notice($0), .places($0)] }
        )
    }

    /// Lets one member see another by what both agreed to, without an end; nothing where that is nothing.
    private func connect(
        viewer: ID<Member>,
        subject: ID<Member>,
        _ precision: Precision,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        guard precision > .off else { return }
        let connection = ConnectionRow(
            id: outside.newID(),
            viewer: viewer,
            subject: subject,
            precision: precision,
            expiresAt: nil,
            requestHash: vault.hash(request: ["invite"], by: viewer),
            changed: changes.next(now: now)
        )
        try transaction.saveConnection(connection, now: now)
    }
}

extension Transaction {
    /// A member who may go into another family when `asking` wants it: oneself, or a child in one's care.
    fileprivate func memberToMove(_ id: ID<Member>, by asking: ID<Member>, now: Timestamp) throws -> MemberRow {
        guard let row = try member(id) else { throw FamilyRefusal.notFound }
        let isChild = row.isChild(now: now)
        if id == asking {
            // A child alone in its family has nobody to ask.
            let others = try members(of: row.family).filter { $0.id != id }
            guard !isChild || others.allSatisfy({ $0.isChild(now: now) }) else { throw FamilyRefusal.childNeedsAdult }
            return row
        }
        _ = try adult(asking, of: row.family, now: now)
        guard isChild else { throw FamilyRefusal.notYours }
        let verdict = try guardianship(of: row, now: now).verdict(.handOver, by: asking)
        if verdict == .never { throw FamilyRefusal.otherGuardianDecides }
        return row
    }
}
