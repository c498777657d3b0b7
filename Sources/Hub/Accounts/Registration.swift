import Family
import Languages
import SQL
import Storage
import Synchronization

extension Hub {
    /// Makes whoever proved a number a member (A2), logged in where they asked from.
    ///
    /// Who came with the claim code becomes the keeper, where the hub has none (S39). Who came with an invite is in its
    /// family, connected with the inviter as both agreed. A refusal of name or password leaves the code good. Throws
    /// `CodeRefusal`, `MemberRefusal`, `InviteRefusal`, `FamilyRefusal`, or `StorageError`.
    package func register(
        _ proof: CodeProof,
        name: String,
        password: String?,
        timeZone: String? = nil,
        joining consent: JoinConsent = JoinConsent(),
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        let row = try await check(proof, for: .register, from: origin)
        guard let phone = vault.phone(row.phoneSealed, ofVerification: row.idHash) else { throw CodeRefusal.wrongCode }
        let name = try validName(name)
        let timeZone = try timeZone.map(validTimeZone)
        let passwordHash = try await password.asyncMap { try await hashedIfGood($0, phone: phone, name: name) }
        var newcomer = newMember(phone, name: name, role: "adult", passwordHash: passwordHash)
        newcomer.timeZone = timeZone
        newcomer.language = origin.language.rawValue
        let member = newcomer
        let now = outside.now()
        let (isKeeper, joined) = try await database.transaction { transaction -> (Bool, Joined?) in
            try self.use(row, in: transaction, now: now)
            if let invite = row.invite {
                return (false, try self.join(member, by: invite, consent, in: transaction, now: now))
            }
            let isKeeper = row.claim ? try !transaction.hasKeeper() : false
            try transaction.join(member, isKeeper: isKeeper, now: now)
            try transaction.noteAddresses(of: member.id, vault: self.vault, now: now)
            try self.openWallet(of: member.id, in: transaction, now: now)
            return (isKeeper, nil)
        }
        if isKeeper {
            claim.withLock { $0 = nil }
            // It is learnt at the next start where it cannot be read now: the keeper is registered all the same.
            try? await learnRegion()
        }
        if let joined { notify(joined) }
        note(.registered, member.id, from: origin, about: isKeeper ? "keeper" : nil)
        return try await addSession(for: member.id)
    }

    /// Makes somebody a member of the family that they were invited into.
    func join(
        _ member: MemberRow,
        by id: ID<Invite>,
        _ consent: JoinConsent,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Joined {
        guard let invite = try transaction.invite(id), try transaction.isGood(invite, now: now) else {
            throw InviteRefusal.noInvite
        }
        var member = member
        member.family = invite.family
        member.role = invite.role
        member.colour = try transaction.memberCount() % Hub.colourCount
        try transaction.refuseKeptPhone(of: member, now: now)
        guard try transaction.addMember(member) else { throw MemberRefusal.phoneTaken }
        try transaction.noteAddresses(of: member.id, vault: vault, now: now)
        return try enter(member, by: invite, consent, in: transaction, now: now)
    }
}

extension Transaction {
    /// Makes somebody a member with a family and a colour of their own, unless the number is taken.
    func join(_ member: MemberRow, isKeeper: Bool, now: Timestamp) throws {
        var member = member
        member.keeper = isKeeper
        member.colour = try memberCount() % Hub.colourCount
        try refuseKeptPhone(of: member, now: now)
        try addFamily(member.family, now: now)
        guard try addMember(member) else { throw MemberRefusal.phoneTaken }
    }

    /// Refuses a number that may come back to the member who had it (S13).
    func refuseKeptPhone(of member: MemberRow, now: Timestamp) throws {
        guard let lookup = member.phoneLookup, try isKept(phoneLookup: lookup, now: now) else { return }
        throw MemberRefusal.phoneTaken
    }
}
