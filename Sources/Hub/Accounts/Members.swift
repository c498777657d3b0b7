import Crypto
import Bus
package import Family
package import Languages
import SQL
import Storage

/// A member as the hub shows it to its owner and its keeper.
package struct MemberProfile: Sendable {
    package var id: ID<Member>
    package var name: String
    package var colour: Int
    package var phone: PhoneNumber?
    /// What they said that their number is, where nobody proved one.
    package var unconfirmedPhone: PhoneNumber?
    package var role: String
    package var keeper: Bool
    package var disabled: Bool
    /// Which picture the member has; nil without one.
    package var pictureVersion: String?
    /// Where security notices go as well; nil without one.
    package var mail: String?
    /// As the time zone database calls it; nil where they chose none.
    package var timeZone: String?
    /// The one in which they are written to; nil where they chose none.
    package var language: Language?
    /// Whether the hub can text a code that would confirm a number.
    package var hubSendsTexts = false
}

extension Hub {
    /// How many colours members can have.
    package static let colourCount = 12

    /// Adds a member with a family of their own; the first one is the keeper.
    ///
    /// Without a password the account opens by other means only. Throws `MemberRefusal`, `PhoneRefusal`, or `StorageError`.
    package func addMember(
        phone: String,
        name: String,
        password: String?,
        role: String = "adult"
    ) async throws -> ID<Member> {
        let number = try phoneNumber(phone)
        let name = try validName(name)
        let passwordHash = try await password.asyncMap { try await hashedIfGood($0, phone: number, name: name) }
        let member = newMember(number, name: name, role: role, passwordHash: passwordHash)
        let now = outside.now()
        try await database.transaction { transaction in
            try transaction.join(member, isKeeper: try transaction.memberCount() == 0, now: now)
            try transaction.noteAddresses(of: member.id, vault: self.vault, now: now)
            try self.openWallet(of: member.id, in: transaction, now: now)
        }
        // It is learnt at the next start where it cannot be read now.
        try? await learnRegion()
        note(.memberAdded, member.id)
        return member.id
    }

    /// A member who is not yet one: their keys are made, and their number sealed where they have one.
    func newMember(
        _ number: PhoneNumber?,
        isConfirmed: Bool = true,
        name: String,
        role: String,
        passwordHash: String?
    ) -> MemberRow {
        let id = outside.newID(of: Member.self)
        let (key, wrapped) = vault.makeDataKey(for: id)
        let lookup = number.map { vault.lookup($0) }
        let sealed = number.map { number in
            key.seal(Array(number.e164.utf8), additional: Vault.Purpose.phone.binding(id.bytes))
        }
        var row = MemberRow(
            id: id,
            family: outside.newID(),
            role: role,
            keeper: false,
            name: name,
            colour: 0,
            phoneLookup: isConfirmed ? lookup : nil,
            phoneSealed: isConfirmed ? sealed : nil,
            passwordHash: passwordHash,
            dataKeyWrapped: wrapped,
            createdAt: outside.now()
        )
        if !isConfirmed { (row.unconfirmedLookup, row.unconfirmedSealed) = (lookup, sealed) }
        return row
    }

    /// One member's own profile.
    package func profile(_ id: ID<Member>) async throws -> MemberProfile {
        let (row, mail) = try await database.read { transaction in
            guard let row = try transaction.member(id) else { throw MemberRefusal.notFound }
            return (row, try transaction.memberMail(id)?.mailSealed)
        }
        var profile = profile(row)
        profile.mail = self.mail(mail, of: row)
        return profile
    }

    /// The member with this number or identity, for the keeper's commands.
    ///
    /// Throws `MemberRefusal`, `PhoneRefusal`, or `StorageError`.
    package func member(phoneOrID text: String) async throws -> ID<Member> {
        if let id = ID<Member>(text: text) {
            guard try await database.read({ try $0.member(id) }) != nil else { throw MemberRefusal.notFound }
            return id
        }
        let lookup = vault.lookup(try phoneNumber(text))
        let rows = try await database.read { transaction in
            try [transaction.member(phoneLookup: lookup)].compactMap { $0 }
                + transaction.members(unconfirmedLookup: lookup)
        }
        guard rows.count <= 1 else {
            throw MemberRefusal.severalWithNumber(rows.map { MemberName(id: $0.id, name: $0.name) })
        }
        guard let row = rows.first else { throw MemberRefusal.notFound }
        return row.id
    }

    /// All members, a page at a time, for the keeper's commands.
    package func members(after last: ID<Member>?, limit: Int) async throws -> [MemberProfile] {
        try await database.read { try $0.members(after: last, limit: limit) }.map(profile)
    }

    /// Lets open pages read anew what somebody is called and looks like.
    func tellAcquaintances(_ members: Set<ID<Member>>) {
        bus.publish(members.map { .connections(viewer: $0) })
    }

    /// Gives a member a new password and ends their sessions.
    package func resetPassword(_ id: ID<Member>, to password: String) async throws {
        let profile = try await profile(id)
        let phone = profile.phone ?? profile.unconfirmedPhone
        let hash = try await hashedIfGood(password, phone: phone, name: profile.name)
        let now = outside.now()
        let done = try await database.transaction { transaction in
            guard let row = try transaction.member(id) else { throw MemberRefusal.notFound }
            try transaction.setPasswordHash(id, hash)
            // Whoever runs the hub cannot open an account without its owner hearing of it.
            try transaction.addNotice(self.notice(.passwordChanged, for: id))
            try self.addNews(self.passwordResetText, to: row, in: transaction)
            try transaction.forgetDevices(of: id)
            try transaction.endOpenLinks(of: id, now: now)
            for session in try transaction.sessions(of: id) { _ = try transaction.endSession(session.id, of: id) }
            return try self.tellLoggedOut(id, in: transaction)
        }
        if let done { finish(done) }
        ringOutbox()
        endedAccess(of: id)
        note(.passwordReset, id)
    }

    private var passwordResetText: [Phrase] {
        [
            "Hearth: the keeper of your hub set a new password for you and logged you out.",
            "Not requested? Set another one: \"Forgotten password\" on the login page.",
        ]
    }

    /// Shuts a member out at once: sessions, streams, devices and links stop; nothing is deleted.
    package func disableMember(_ id: ID<Member>) async throws {
        let now = outside.now()
        let (family, done) = try await database.transaction { transaction in
            guard try transaction.disableMember(id, now: now), let row = try transaction.member(id) else {
                throw MemberRefusal.notFound
            }
            return (row.family, try self.tellLoggedOut(id, in: transaction))
        }
        if let done { finish(done) }
        endedAccess(of: id)
        note(.memberDisabled, id)
        await settleAdults(of: family)
    }

    /// Companions hear at once that their traveller was logged out: it may be the keeper who means them harm.
    ///
    /// Nil without a trip under way.
    func tellLoggedOut(_ id: ID<Member>, in transaction: Transaction) throws -> SafetyPostCommit? {
        guard try transaction.safetyWatch(of: id)?.isActive ?? false else { return nil }
        do {
            var turn = try SafetyTransaction(self, of: id, in: transaction, now: safetyNow)
            try turn.tellLoggedOut()
            return try turn.save(.done)
        } catch let error as StorageError where error.code == .corrupt {
            // Damage must not keep a keeper from shutting somebody out.
            return nil
        }
    }

    func endedAccess(of id: ID<Member>) {
        sessionCache.forget { $0.member == id || $0.heldBy == id }
        credentials.forget { $0.member == id }
        bus.publish([.memberDisabled(id)])
    }

    func validTimeZone(_ text: String) throws(MemberRefusal) -> String {
        guard let zone = TimeZoneName(text) else { throw .timeZoneUnknown }
        return zone.text
    }

    func validName(_ name: String) throws(MemberRefusal) -> String {
        guard let name = shownName(name) else { throw .nameEmptyOrTooLong }
        guard !holdsAddress(name) else { throw .nameHoldsAddress }
        return name
    }

    /// The hash of a password that breaks no rule.
    ///
    /// Throws `MemberRefusal.password` with every rule that it breaks.
    func hashedIfGood(_ password: String, phone: PhoneNumber?, name: String) async throws -> String {
        let password = try goodForm(of: password, phone: phone, name: name)
        let vault = vault
        guard let made = await slowWork.run({ vault.hash(password: password) }) else {
            throw StorageError(.busy, "too many passwords wait to be hashed")
        }
        guard let hash = made else { throw StorageError(.unavailable, "no memory for hashing a password") }
        return hash
    }

    /// A password as it will be hashed, where it breaks no rule: two ways to write a letter are one letter.
    func goodForm(of password: String, phone: PhoneNumber?, name: String) throws(MemberRefusal) -> String {
        let password = PasswordHash.form(of: password)
        var broken = PasswordRule.broken(by: password)
        if outside.isCommonPassword(password) { broken.append(.notCommon) }
        if PasswordRule.isOwn(password, phone: phone, name: name) { broken.append(.notOwn) }
        guard broken.isEmpty else { throw .password(broken) }
        return password
    }

    func profile(_ row: MemberRow) -> MemberProfile {
        MemberProfile(
            id: row.id,
            name: row.name,
            colour: row.colour,
            phone: phone(of: row),
            unconfirmedPhone: vault.unconfirmedPhone(of: row),
            role: row.isChild(now: outside.now()) ? MemberRow.child : MemberRow.adult,
            keeper: row.keeper,
            disabled: row.disabledAt != nil,
            pictureVersion: row.pictureVersion,
            timeZone: row.timeZone,
            language: row.language.flatMap { Language(tag: $0) },
            hubSendsTexts: canText
        )
    }

    /// A member's number; nil without one.
    func phone(of row: MemberRow) -> PhoneNumber? { vault.phone(of: row) }
}

extension Vault {
    /// The key of what is sealed for a member; nil once it is destroyed.
    func dataKey(of row: MemberRow) -> AEADKey? {
        row.dataKeyWrapped.flatMap { dataKey(wrapped: $0, for: row.id) }
    }

    /// A member's number, which a code proved; nil without one, or where it cannot be read.
    func phone(of row: MemberRow) -> PhoneNumber? { phone(row.phoneSealed, of: row) }

    /// What a member says that their number is: shown to them and in the keeper's list, and nothing is sent there.
    func unconfirmedPhone(of row: MemberRow) -> PhoneNumber? { phone(row.unconfirmedSealed, of: row) }

    private func phone(_ sealed: [UInt8]?, of row: MemberRow) -> PhoneNumber? {
        guard let key = dataKey(of: row), let sealed,
            let plain = key.open(sealed, additional: Purpose.phone.binding(row.id.bytes))
        else { return nil }
        return PhoneNumber(e164: String(decoding: plain, as: UTF8.self))
    }

    /// A mail address under its member's key; nil where there is none, or it cannot be read.
    func mail(_ sealed: [UInt8]?, of row: MemberRow) -> String? {
        guard let sealed, let key = dataKey(of: row) else { return nil }
        return key.open(sealed, additional: Purpose.mail.binding(row.id.bytes))
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Optional {
    /// What `transform` makes of the value, where there is one.
    func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
