import Crypto
package import Family
import Languages
import Messaging
import SQL
import Storage

/// Whom a member wants to be called: a name, and either a number or a mail address.
package struct ContactRequest: Sendable {
    package var id: ID<Contact>
    package var name: String
    package var phone: String?
    package var region: String?
    package var mail: String?

    /// A contact to be asked; `region` is that of a number without a country code.
    package init(id: ID<Contact>, name: String, phone: String?, region: String?, mail: String?) {
        (self.id, self.name, self.phone, self.region, self.mail) = (id, name, phone, region, mail)
    }
}

/// An outside contact as their member sees it.
package struct ContactInfo: Sendable {
    package var id: ID<Contact>
    package var name: String
    package var phone: String?
    package var mail: String?
    package var state: ContactConsent.State
    package var askedAt: Timestamp
}

/// Why an outside contact is not added, or has no say.
package enum OutsideContactRefusal: Error, Hashable, Sendable {
    case limit(ContactRefusal)
    /// A child of less than ten years: others decide who sees it (F44).
    case guardianDecides
    /// Neither a number nor a mail address, or both.
    case addressMissing
    case mailInvalid
    /// The hub sends no texts to numbers like this one (S9).
    case cannotText
    case idUsedOtherwise
    case notFound
    case tooManyTries(retryAfterSeconds: Int)
}

/// What is sealed of an outside contact.
struct ContactCard: Codable, Hashable, Sendable {
    var name: String
    var phone: String?
    var mail: String?
}

extension Hub {
    /// The question is worth receiving for so long; the link stays open until the contact is removed.
    private static let questionMilliseconds: Int64 = 3 * 86_400_000
    private static let dayMilliseconds: Int64 = 86_400_000

    /// A member's outside contacts, in the order they were asked.
    package func outsideContacts(of member: ID<Member>) async throws -> [ContactInfo] {
        try await database.read { transaction in
            let (_, key, _) = try self.traveller(member, in: transaction)
            return try transaction.outsideContacts(of: member).filter { $0.removedAt == nil }.compactMap {
                try self.contactInfo($0, key, in: transaction)
            }
        }
    }

    /// Asks somebody outside, once, whether they want to be called in an alarm (F77).
    ///
    /// An address that this member asked before is listed again without a message, unless the question never left. Throws
    /// `ProofRefusal` without a proof of the last five minutes, `OutsideContactRefusal`, `MemberRefusal`, `PhoneRefusal`,
    /// `CodeRefusal`, or `StorageError`.
    package func addOutsideContact(_ request: ContactRequest, by caller: AuthenticatedSession) async throws
        -> ContactInfo
    {
        try await requireRecentProof(caller)
        let member = caller.member
        let (card, phone) = try contactCard(request)
        let hash = vault.hash(contactAddress: card.phone ?? card.mail ?? "")
        let now = safetyNow
        let info = try await database.transaction { transaction -> ContactInfo? in
            let (person, key, _) = try self.traveller(member, in: transaction)
            try person.requireOwnContacts(now: now)
            // Those who respond to an alarm are told apart by their ids.
            guard try transaction.member(ID(sharing: request.id)) == nil,
                try !transaction.isTripViewer(ID(sharing: request.id))
            else {
                throw OutsideContactRefusal.idUsedOtherwise
            }
            if let before = try transaction.outsideContact(request.id) {
                guard before.member == member, before.addressHash == hash else {
                    throw OutsideContactRefusal.idUsedOtherwise
                }
            }
            let all = try transaction.outsideContacts(of: member)
            let listed = all.count { $0.removedAt == nil }
            let known = all.first { $0.addressHash == hash }
            var row = known ?? self.newContact(request.id, of: member, addressHash: hash, now: now)
            if let known, try self.wasAsked(known, in: transaction) {
                let state = try self.shownState(known, in: transaction)
                guard known.removedAt != nil else {
                    return try self.contactInfo(known, key, in: transaction)
                }
                guard state == .asked || state == .agreed else { throw OutsideContactRefusal.limit(.saidNo) }
                guard listed < ContactLimits.most else { throw OutsideContactRefusal.limit(.tooMany) }
            } else {
                // One whose question never left is asked as if for the first time.
                let others = all.filter { $0.id != known?.id }
                try self.checkAsking(others, phone, in: transaction, now: now)
                row.consent = ContactConsent(askedAt: now)
                row.questionAt = try self.ask(row, card, from: person, in: transaction, now: now)
            }
            if row.removedAt != nil { row.listedAt = now }
            row.removedAt = nil
            row.sealed = try self.sealed(contact: row.id, key).seal(card)
            try transaction.setOutsideContact(row)
            return try self.contactInfo(row, key, in: transaction)
        }
        outbox.ring()
        guard let info else { throw OutsideContactRefusal.notFound }
        return info
    }

    /// Removes an outside contact; nothing more is sent to them.
    ///
    /// While something runs it takes the PIN (F32). An alarm of the duress PIN goes on for them. Throws `SafetyRefusal`,
    /// `OutsideContactRefusal`, or `StorageError`.
    package func removeOutsideContact(_ id: ID<Contact>, by caller: AuthenticatedSession) async throws {
        let member = caller.member
        let isListed = try await database.read { transaction in
            try transaction.outsideContact(id).map { $0.member == member && $0.removedAt == nil } ?? false
        }
        guard isListed else { throw OutsideContactRefusal.notFound }
        // Whom the second PIN alarms is known before anything is removed.
        try await requirePIN(caller)
        let now = safetyNow
        try await database.transaction { transaction in
            let watch = try self.safetyWatch(of: member, in: transaction)
            let hidden = watch.alarms.filter { $0.isOpen && $0.isUnderDuress }.map(\.id)
            try transaction.removeOutsideContact(id, keeping: hidden, now: now)
        }
    }

    /// What is known of a contact; nil once that was erased.
    func contactCard(of row: OutsideContactRow, _ key: AEADKey) throws -> ContactCard? {
        try row.sealed.map { try sealed(contact: row.id, key).open($0) }
    }

    /// The link by which a contact answers, and ends it in each message.
    func contactLink(_ id: ID<Contact>) -> String {
        "\(settings.publicURL)/contact#\(vault.contactToken(id))"
    }

    /// What its member's own pages show of a contact's answer.
    func shownState(
        _ row: OutsideContactRow,
        in transaction: Transaction
    ) throws(StorageError) -> ContactConsent.State {
        row.consent.shown(isTold: try transaction.isDuressWithheld(row.id))
    }

    private func contactInfo(
        _ row: OutsideContactRow,
        _ key: AEADKey,
        in transaction: Transaction
    ) throws -> ContactInfo? {
        guard let card = try contactCard(of: row, key) else { return nil }
        return ContactInfo(
            id: row.id,
            name: card.name,
            phone: card.phone,
            mail: card.mail,
            state: try shownState(row, in: transaction),
            askedAt: row.consent.askedAt
        )
    }

    private func contactCard(_ request: ContactRequest) throws -> (card: ContactCard, phone: PhoneNumber?) {
        let name = try validName(request.name)
        switch (request.phone, request.mail) {
        case (let phone?, nil):
            let number = try phoneNumber(phone, region: request.region)
            return (ContactCard(name: name, phone: number.e164), number)
        case (nil, let mail?):
            guard let address = MailAddress(mail) else { throw OutsideContactRefusal.mailInvalid }
            return (ContactCard(name: name, mail: address.text), nil)
        default:
            throw OutsideContactRefusal.addressMissing
        }
    }

    /// Whether a contact was asked, or is about to be: the asking counts once its message left.
    private func wasAsked(_ row: OutsideContactRow, in transaction: Transaction) throws(StorageError) -> Bool {
        if row.questionAt != nil || row.consent.state != .asked { return true }
        return try transaction.isQuestionWaiting(row.id)
    }

    /// Sends the question soon, and answers nil.
    ///
    /// An address that many members have asked this month is not asked again: the answer is then `now`, as if it had been
    /// sent, so that the member does not notice.
    private func ask(
        _ row: OutsideContactRow,
        _ card: ContactCard,
        from person: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> Timestamp? {
        let since = now.advanced(byMilliseconds: -ContactLimits.monthDays * Hub.dayMilliseconds)
        let askers = try transaction.askers(addressHash: row.addressHash, except: row.member, since: since)
        guard askers < ContactLimits.askersAMonth else { return now }
        try transaction.addMessage(question(to: card, row.id, from: person))
        return nil
    }

    /// Throws where the member may ask nobody now: too many people asked, or no texts for now (S8, S9).
    private func checkAsking(
        _ all: [OutsideContactRow],
        _ phone: PhoneNumber?,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        let listed = all.count { $0.removedAt == nil }
        let askedAt = all.map(\.consent.askedAt)
        if let refusal = ContactLimits.refusal(listed: listed, askedAt: askedAt, now: now) {
            throw OutsideContactRefusal.limit(refusal)
        }
        if let phone, !maySendCode(to: phone, hasClaim: false) { throw OutsideContactRefusal.cannotText }
        let since = now.advanced(byMilliseconds: -Hub.dayMilliseconds)
        // Texts of members, which strangers do not use up (S47).
        let codes = try transaction.codes(since: since, until: now, isKnown: true).sent
        let isPaused = try settings.codes.isPaused(transaction, isKnown: true, now: now)
        let asked = try transaction.contactsAsked(since: since)
        guard !isPaused, asked + codes < settings.codes.textsADay else {
            throw CodeRefusal.textsPaused
        }
    }

    private func newContact(
        _ id: ID<Contact>,
        of member: ID<Member>,
        addressHash: [UInt8],
        now: Timestamp
    ) -> OutsideContactRow {
        OutsideContactRow(
            id: id,
            member: member,
            sealed: [],
            addressHash: addressHash,
            linkHash: vault.hash(token: Array(vault.contactToken(id).utf8)).bytes,
            consent: ContactConsent(askedAt: now)
        )
    }

    private func question(to card: ContactCard, _ id: ID<Contact>, from person: MemberRow) -> OutboxRow {
        let text = SafetyWords.question(from: person.name, link: contactLink(id)).text(in: person.reads)
        var row = message(
            card.phone == nil ? .mail : .text,
            to: card.phone ?? card.mail ?? "",
            text,
            worthMilliseconds: Hub.questionMilliseconds
        )
        row.contact = id
        return row
    }

    private func sealed(contact: ID<Contact>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: .contact, owner: contact.bytes)
    }
}

extension MemberRow {
    /// Throws for a child of less than ten years; from then on it names contacts as it names a trip's companions (F44).
    fileprivate func requireOwnContacts(now: Timestamp) throws(OutsideContactRefusal) {
        if case .child(let childhood) = familyRole(now: now), !childhood.agreesItself { throw .guardianDecides }
    }
}

extension Vault {
    /// The form in which a contact's number or mail address is known again.
    func hash(contactAddress address: String) -> [UInt8] {
        keys.tokens.authenticate(Purpose.contact.binding(Array(address.lowercased().utf8)))
    }

    /// The token of a contact's own link: the same in every message.
    fileprivate func contactToken(_ contact: ID<Contact>) -> String {
        let bytes = keys.tokens.authenticate(Purpose.contactLink.binding(contact.bytes))
        return Base64.encode(Array(bytes.prefix(16)), alphabet: .urlSafe)
    }

    /// The token of the link that one contact is sent about one alarm.
    func alarmToken(_ alarm: ID<Alarm>, for contact: ID<Contact>) -> String {
        let bytes = keys.tokens.authenticate(Purpose.contactLink.binding(contact.bytes + alarm.bytes))
        return Base64.encode(Array(bytes.prefix(16)), alphabet: .urlSafe)
    }
}
