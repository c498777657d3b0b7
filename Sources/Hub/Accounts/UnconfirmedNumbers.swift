import Bus
package import Family
import Languages
import SQL
import Storage
import Synchronization

/// Somebody by name and identity, as a keeper tells those apart who gave one number.
package struct MemberName: Hashable, Sendable {
    package var id: ID<Member>
    package var name: String

    package init(id: ID<Member>, name: String) {
        self.id = id
        self.name = name
    }
}

/// Numbers that nobody proved: where the hub cannot text, the word of whoever invites stands in for a code.
///
/// Such a number opens an account together with its password, and nothing else: no code goes there, it recovers nothing,
/// and whatever is meant for the number's owner passes it by. Several may give the same one, so that nobody learns by an
/// invite who is a member already, and who proves it later finds it free.
extension Hub {
    /// The limits of claims on one number: vouchers, and claims of each (S60).
    ///
    /// Every login takes as long as the largest number of claims.
    private static let unconfirmedMax = 3

    /// Whether an invite makes a member of somebody new without a code by text.
    func isVouchedFor(_ invite: InviteRow) -> Bool { !canText && invite.phoneLookup != nil }

    /// Makes whoever holds an invite for a number a member, logged in; the number stays unconfirmed.
    ///
    /// The number has to be the one that the inviter named, so that a link in the wrong hands is not enough. It is used
    /// up like any invite. Throws `InviteRefusal`, `MemberRefusal`, `FamilyRefusal`, `PhoneRefusal`, or `StorageError`;
    /// a refusal of name or password leaves the invite good.
    package func register(
        byInvite secret: String,
        phone: String,
        region: String? = nil,
        name: String,
        password: String,
        timeZone: String? = nil,
        joining consent: JoinConsent = JoinConsent(),
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        let number = try phoneNumber(phone, region: region)
        let lookup = vault.lookup(number)
        let secret = try guess(secret, from: origin)
        let now = outside.now()
        // A wrong code is counted, so it must commit: the refusal comes out as a value.
        let (invite, told) = try await database.transaction { try self.open(secret, phone: lookup, in: $0, now: now) }
        bus.publish(told.map { .notice($0) })
        guard let invite else { throw wrongGuess(from: origin) }
        guard isVouchedFor(invite) else { throw InviteRefusal.codeNeeded }
        let name = try validName(name)
        let timeZone = try timeZone.map(validTimeZone)
        let passwordHash = try await hashedIfGood(password, phone: number, name: name)
        // One number and one password open one account. It is a guess like one at a log-in, and counted like that (S4).
        if try await memberWhoOpens(lookup, password, from: origin) != nil { throw MemberRefusal.hasAccount }
        var newcomer = newMember(number, isConfirmed: false, name: name, role: "adult", passwordHash: passwordHash)
        newcomer.timeZone = timeZone
        newcomer.language = origin.language.rawValue
        let member = newcomer
        let joined = try await database.transaction { transaction -> Joined? in
            let voucher = try self.voucher(invite.inviter, in: transaction)
            guard try self.mayClaim(lookup, by: voucher, in: transaction) else {
                try transaction.removeNotices(of: invite.inviter, kind: NoticeKind.numberFull.rawValue, about: nil)
                try transaction.addNotice(self.notice(.numberFull, for: invite.inviter))
                return nil
            }
            let joined = try self.join(member, by: invite.id, consent, in: transaction, now: now)
            try transaction.setVoucher(of: member.id, voucher)
            return joined
        }
        guard let joined else {
            bus.publish([.notice(invite.inviter)])
            throw InviteRefusal.noInvite
        }
        // Who made a member used the invite up, and guesses no second time with it.
        logInThrottle.withLock { $0.takeBack(lookup, from: origin.network) }
        notify(joined)
        note(.registered, member.id, from: origin, about: "unconfirmedNumber")
        return try await addSession(for: member.id)
    }

    /// Whether one more may say of a number that it is theirs: all claims of one voucher count as one, so that no voucher
    /// keeps the number from another (S60).
    private func mayClaim(_ lookup: [UInt8], by own: [UInt8], in transaction: Transaction) throws -> Bool {
        let vouchers = try transaction.vouchers(forUnconfirmed: lookup)
        let ownCount = vouchers.filter { $0 == own }.count
        return ownCount > 0 ? ownCount < Hub.unconfirmedMax : Set(vouchers).count < Hub.unconfirmedMax
    }

    /// The record of the voucher for those whom a member invites: a keyed hash of the member who began the chain of invites.
    ///
    /// Its first byte says whether that is a keeper, whose guests each begin a chain of their own.
    private func voucher(_ inviter: ID<Member>, in transaction: Transaction) throws -> [UInt8] {
        if let before = try transaction.voucher(of: inviter), before.first == 0 { return before }
        let isKeeper = try transaction.keepers().contains(inviter)
        return [isKeeper ? 1 : 0] + vault.tombstone(of: inviter)
    }

    /// The member whom a number and a password open, and whether they are known in the browser that asks; nil where they
    /// open none.
    ///
    /// Whoever is known in the browser is tried first and by themselves (S47). All others with the number are tried
    /// together, as one guess, which takes the same time for every number.
    func memberWhoOpens(
        _ lookup: [UInt8],
        _ password: String,
        from origin: RequestOrigin
    ) async throws -> (member: MemberRow, isKnown: Bool)? {
        let devices = deviceHashes(of: origin)
        let (candidates, tries) = try await database.read { transaction -> ([(MemberRow, [UInt8]?)], Int) in
            let rows =
                try [transaction.member(phoneLookup: lookup)].compactMap { $0 }
                + transaction.members(unconfirmedLookup: lookup)
            let candidates = try rows.filter { $0.disabledAt == nil }.map { row in
                (row, try transaction.knownDevice(among: devices, of: row.id))
            }
            return (candidates, 1 + (try transaction.mostWithOneUnconfirmedNumber()))
        }
        for case (let row, let known?) in candidates {
            if try await isRight(password, of: row, account: lookup, knownAs: known, from: origin) {
                return (row, true)
            }
        }
        let others = candidates.filter { $0.1 == nil }.map(\.0)
        if others.isEmpty, !candidates.isEmpty { return nil }
        return try await memberWhoOpens(lookup, password, among: others, tries: tries, from: origin).map { ($0, false) }
    }

    /// Tries a password at all of these as one guess, and at nobody as often as it takes to make `tries`.
    private func memberWhoOpens(
        _ lookup: [UInt8],
        _ password: String,
        among members: [MemberRow],
        tries: Int,
        from origin: RequestOrigin
    ) async throws -> MemberRow? {
        let hashes = members.map(\.passwordHash)
        let padded = hashes + [String?](repeating: nil, count: max(0, tries - hashes.count))
        let found = Mutex<Int?>(nil)
        // Where several have the number, whose password is right takes back no guess at another's.
        let right = try await throttled(
            lookup,
            of: members.count == 1 ? members[0] : nil,
            forgives: members.count <= 1,
            from: origin,
            wrong: "wrongPassword"
        ) {
            let vault = vault
            let opened = await slowWork.run { padded.map { vault.verify(password: password, hash: $0) } }
            guard let opened else { throw LogInRefusal.tooManyTries(retryAfterSeconds: 5) }
            let index = opened.firstIndex(of: true)
            found.withLock { $0 = index }
            return index != nil
        }
        guard right, let index = found.withLock({ $0 }), members.indices.contains(index) else { return nil }
        return members[index]
    }
}
