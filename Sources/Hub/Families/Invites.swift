import Bus
import Crypto
package import Family
import SQL
import Storage
import Synchronization

/// What an adult offers whoever joins their family.
package struct InviteRequest: Sendable {
    /// The number that it is for, with which the short code goes; without one the link opens it for anybody.
    package var phone: String?
    package var region: String?
    package var isChild: Bool
    /// What the inviter shows the other.
    package var mySharing: Precision
    /// What the inviter asks to be shown.
    package var askedSharing: Precision

    package init(phone: String?, region: String?, isChild: Bool, mySharing: Precision, askedSharing: Precision) {
        self.phone = phone
        self.region = region
        self.isChild = isChild
        self.mySharing = mySharing
        self.askedSharing = askedSharing
    }
}

/// A live invite as the adults of its family see it.
package struct InviteInfo: Sendable {
    package var id: ID<Invite>
    package var inviter: ID<Member>
    package var isChild: Bool
    /// What was offered and asked: only for the inviter.
    package var mySharing: Precision?
    package var askedSharing: Precision?
    /// Whom it is for: only for the inviter.
    package var phone: PhoneNumber?
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
}

/// What whoever is invited is told before they accept (S28).
package struct InviteView: Sendable {
    package var inviter: Person
    package var family: String?
    package var isChild: Bool
    /// What the inviter will show them.
    package var theirSharing: Precision
    /// What they are asked to show the inviter.
    package var askedSharing: Precision
    package var expiresAt: Timestamp
    /// Whether whoever has no account yet needs a code by text; otherwise the inviter's word is enough.
    package var needsCode: Bool
}

extension Hub {
    private static let inviteMilliseconds: Int64 = 72 * 3_600_000
    private static let invitesMax = 20
    /// So many wrong codes within an hour are told to the inviter; the invite stays good, the guessers wait (S48).
    private static let inviteFailuresTold = 20

    /// Invites somebody into a family.
    ///
    /// - Returns: the invite, the token of its link, and the code where it is for one number; neither is kept.
    /// - Throws: `InviteRefusal`, `FamilyRefusal`, `PhoneRefusal`, or `StorageError`.
    package func invite(
        _ id: ID<Invite>,
        into family: ID<FamilyGroup>,
        by member: ID<Member>,
        _ request: InviteRequest
    ) async throws -> (invite: InviteInfo, token: String, code: String?) {
        let phone = try request.phone.map { try phoneNumber($0, region: request.region) }
        let now = outside.now()
        let token = newToken()
        let code = phone == nil ? nil : newCode()
        var row = InviteRow(
            id: id,
            family: family,
            inviter: member,
            role: request.isChild ? MemberRow.child : MemberRow.adult,
            mySharing: request.mySharing,
            askedSharing: request.askedSharing,
            tokenHash: vault.hash(token: Array(token.utf8)).bytes,
            requestHash: vault.hash(request: request.fields(phone), by: member),
            createdAt: now,
            expiresAt: now.advanced(byMilliseconds: Hub.inviteMilliseconds)
        )
        row.codeHash = code.map { vault.hash(code: $0, of: id) }
        row.phoneLookup = phone.map { vault.lookup($0) }
        row.phoneSealed = phone.map { vault.seal($0, of: id) }
        let made = row
        try await database.transaction { transaction in
            _ = try transaction.adult(member, of: family, now: now)
            if let before = try transaction.invite(id) {
                let same = before.inviter == member && before.requestHash == made.requestHash
                throw same ? InviteRefusal.alreadyIssued : InviteRefusal.idUsedOtherwise
            }
            guard try transaction.liveInvites(into: family, now: now).count < Hub.invitesMax else {
                throw InviteRefusal.tooMany
            }
            try transaction.addInvite(made)
        }
        return (info(row, for: member), token, code)
    }

    /// Takes an invite back; any adult of its family may.
    package func revokeInvite(_ id: ID<Invite>, of family: ID<FamilyGroup>, by member: ID<Member>) async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            _ = try transaction.adult(member, of: family, now: now)
            guard let invite = try transaction.invite(id), invite.family == family, invite.isLive(now: now) else {
                throw InviteRefusal.noInvite
            }
            try transaction.endInvite(id, .revoked)
        }
    }

    /// What an invite offers, for whoever has its link, or its code and the number that it is for.
    ///
    /// Unknown, used, revoked, run out and wrong are one refusal. Throws `InviteRefusal`, `PhoneRefusal`, or
    /// `StorageError`.
    package func viewInvite(
        _ secret: String,
        phone: String?,
        region: String?,
        from origin: RequestOrigin
    ) async throws -> InviteView {
        let lookup = try phone.map { vault.lookup(try phoneNumber($0, region: region)) }
        let secret = try guess(secret, from: origin)
        let now = outside.now()
        let (found, told) = try await database.transaction { transaction -> (InviteView?, [ID<Member>]) in
            let (invite, told) = try self.open(secret, phone: lookup, in: transaction, now: now)
            guard let invite, let inviter = try transaction.member(invite.inviter) else { return (nil, told) }
            let view = InviteView(
                inviter: Person(inviter),
                family: try transaction.family(invite.family)?.name,
                isChild: invite.role == MemberRow.child,
                theirSharing: invite.mySharing,
                askedSharing: invite.askedSharing,
                expiresAt: invite.expiresAt,
                needsCode: !self.isVouchedFor(invite)
            )
            return (view, told)
        }
        bus.publish(told.map { .notice($0) })
        guard let found else { throw wrongGuess(from: origin) }
        return found
    }

    /// An asker's secret, unless their network guessed too often.
    func guess(_ secret: String, from origin: RequestOrigin) throws(InviteRefusal) -> InviteSecret {
        let now = outside.now()
        if let seconds = guessLimit.withLock({ $0.retryAfterSeconds(origin.network, now: now) }) {
            throw .tooManyTries(retryAfterSeconds: seconds)
        }
        return vault.inviteSecret(secret)
    }

    /// Counts a wrong secret, and is the refusal of it.
    func wrongGuess(from origin: RequestOrigin) -> InviteRefusal {
        let now = outside.now()
        guessLimit.withLock { $0.count(origin.network, now: now) }
        return .noInvite
    }

    /// The live invite that a secret opens, and who is to be told of guesses.
    ///
    /// A link for one number opens to a look without it, and to nothing else. Wrong codes are counted, so that the
    /// transaction has to commit.
    func open(
        _ secret: InviteSecret,
        phone lookup: [UInt8]?,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> (invite: InviteRow?, told: [ID<Member>]) {
        if let invite = try transaction.invite(tokenHash: secret.tokenHash) {
            let isForAsker = lookup == nil || invite.phoneLookup == nil || invite.phoneLookup == lookup
            return (try isForAsker && transaction.isGood(invite, now: now) ? invite : nil, [])
        }
        guard let code = secret.code, let lookup else { return (nil, []) }
        let invites = try transaction.liveInvites(phoneLookup: lookup, now: now)
        let right = invites.filter { vault.isRight(code: code, of: $0) }
        if let invite = right.first { return (try transaction.isGood(invite, now: now) ? invite : nil, []) }
        return (nil, try invites.compactMap { try countGuess(at: $0, in: transaction, now: now) })
    }

    /// Counts a wrong code at an invite; the inviter where they are to be told of that, once in an hour of guesses.
    private func countGuess(at invite: InviteRow, in transaction: Transaction, now: Timestamp) throws -> ID<Member>? {
        let isNewHour = now.milliseconds(since: invite.failuresSince) >= 3_600_000
        let count = isNewHour ? 1 : invite.failures + 1
        try transaction.setInviteFailures(invite.id, count, since: isNewHour ? now : invite.failuresSince)
        guard count == Hub.inviteFailuresTold else { return nil }
        try transaction.addNotice(notice(.inviteGuessed, for: invite.inviter))
        return invite.inviter
    }

    func info(_ row: InviteRow, for member: ID<Member>) -> InviteInfo {
        let isOwn = row.inviter == member
        return InviteInfo(
            id: row.id,
            inviter: row.inviter,
            isChild: row.role == MemberRow.child,
            mySharing: isOwn ? row.mySharing : nil,
            askedSharing: isOwn ? row.askedSharing : nil,
            phone: isOwn ? vault.phone(of: row) : nil,
            createdAt: row.createdAt,
            expiresAt: row.expiresAt
        )
    }
}

extension Transaction {
    /// Whether an invite may be used.
    func isGood(_ invite: InviteRow, now: Timestamp) throws -> Bool {
        try invite.isLive(now: now) && isInviterGood(invite, now: now)
    }

    /// Whether the inviter is still an adult of the family, not shut out.
    func isInviterGood(_ invite: InviteRow, now: Timestamp) throws -> Bool {
        guard let inviter = try member(invite.inviter), inviter.disabledAt == nil else {
            return false
        }
        return inviter.family == invite.family && !inviter.isChild(now: now)
    }
}

extension InviteRequest {
    /// What makes two requests the same.
    fileprivate func fields(_ phone: PhoneNumber?) -> [String] {
        [phone?.e164 ?? "", "\(isChild)", "\(mySharing)", "\(askedSharing)"]
    }
}
