import Crypto
package import Family
import SQL
import Storage

/// What adults want to revoke that is somebody else's, as long as too few of them have agreed.
package struct KeyRevocationInfo: Sendable {
    /// Until when it can be agreed to.
    package var validUntil: Timestamp
    /// Who has agreed, in that order.
    package var agreed: [ID<Member>]
    /// How many have to.
    package var needed: Int
}

/// A device's key of somebody of the family, as the adults see it.
package struct FamilyKeyInfo: Sendable {
    package var key: LedgerKeyInfo
    package var member: ID<Member>
    package var name: String
}

/// An adult's word that a key of somebody else is to count no more.
package struct RevocationAgreement: Sendable {
    package var key: ID<LedgerKey>
    /// What a device has signed, and until when it counts; nil where the hub signs with the key that it keeps for them.
    package var signed: (signature: LedgerSignature, validUntil: Timestamp)?

    package init(key: ID<LedgerKey>, signed: (signature: LedgerSignature, validUntil: Timestamp)? = nil) {
        self.key = key
        self.signed = signed
    }
}

extension Hub {
    /// How long adults have to agree.
    package static let revocationMilliseconds: Int64 = 7 * 86_400_000

    /// The devices that sign for the others of an adult's family; none before its ledger is founded.
    ///
    /// Throws `FamilyRefusal.adultsOnly`.
    package func familyKeys(for member: ID<Member>) async throws -> [FamilyKeyInfo] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw WalletRefusal.notFound }
            guard !row.isChild(now: now) else { throw FamilyRefusal.adultsOnly }
            guard let ledger = try transaction.ledger(of: row.family) else { return [] }
            var keys: [FamilyKeyInfo] = []
            for other in try transaction.members(of: row.family) where other.id != member {
                guard let holder = try transaction.ledgerHolder(other.id, in: ledger.id) else { continue }
                for key in try transaction.namedLedgerKeys(of: holder.id)
                where key.holding.keeping == .device && !key.isRevoked {
                    let info = try LedgerKeyInfo(key, in: ledger.id, transaction, now: now)
                    keys.append(FamilyKeyInfo(key: info, member: other.id, name: other.name))
                }
            }
            return keys
        }
    }

    /// Agrees that a device of somebody else in the family signs no more; the last who has to agree makes it so.
    ///
    /// A repeat changes nothing. Answers what is still missing, nil once the key counts no more. The signature is checked
    /// before the writer's turn. Throws `WalletRefusal`, `FamilyRefusal.adultsOnly`.
    package func agree(to agreement: RevocationAgreement, by member: ID<Member>) async throws -> KeyRevocationInfo? {
        try await check(agreement, by: member)
        let (info, isNew) = try await atLedger(of: member) { turn, row -> (KeyRevocationInfo?, Bool) in
            guard !row.isChild(now: turn.now) else { throw FamilyRefusal.adultsOnly }
            let (key, owner) = try turn.revocable(agreement.key, by: row)
            guard !key.isRevoked else { return (nil, false) }
            try turn.enterAdults()
            let holder = try turn.holder(of: row)
            let revocation = try turn.revocation(agreement)
            let isNew = try turn.vote(for: revocation, signed: agreement.signed?.signature, by: holder, owner, row)
            let isDone = try turn.revoke(revocation, of: key, owner, by: row)
            return (isDone ? nil : try turn.transaction.revocationInfo(of: key, in: turn.row.id, now: turn.now), isNew)
        }
        if isNew, info == nil { note(.deviceRevoked, member, about: "a key of another's wallet") }
        return info
    }

    /// Takes back one's agreement; a repeat changes nothing.
    ///
    /// Throws `WalletRefusal.notFound`, `FamilyRefusal.adultsOnly`.
    package func withdrawAgreement(to key: ID<LedgerKey>, by member: ID<Member>) async throws {
        try await atLedger(of: member) { turn, row in
            guard !row.isChild(now: turn.now) else { throw FamilyRefusal.adultsOnly }
            let (_, owner) = try turn.revocable(key, by: row)
            guard let holder = try turn.transaction.ledgerHolder(member, in: turn.row.id) else { return }
            try turn.transaction.removeVote(of: holder.id, on: key)
            try turn.tellOfKeys(owner, row)
        }
    }

    /// Checks what a device has signed, on the asker's thread.
    private func check(_ agreement: RevocationAgreement, by member: ID<Member>) async throws {
        guard let (signature, validUntil) = agreement.signed else { return }
        let now = outside.now()
        guard validUntil.milliseconds(since: now) <= Hub.revocationMilliseconds else {
            throw WalletRefusal.agreementTooLong
        }
        let (ledger, publicKey) = try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id),
                let key = try transaction.ledgerKey(signature.key, in: ledger.id), key.holding.holder == holder.id,
                !key.isRevoked
            else { throw WalletRefusal.keyUnknown }
            return (ledger.id, key.holding.publicKey)
        }
        let revocation = KeyRevocation(key: agreement.key, validUntil: validUntil)
        let message = LedgerEvent.keyRevokedByAdults(revocation).message(in: ledger)
        guard Ed25519Key.isGenuine(signature.bytes, of: message, by: publicKey) else {
            throw WalletRefusal.signatureWrong
        }
    }
}

extension LedgerTransaction {
    /// A device's key of somebody else in the family.
    fileprivate func revocable(
        _ id: ID<LedgerKey>,
        by row: MemberRow
    ) throws -> (key: LedgerKeyRow, owner: ID<Member>) {
        guard let key = try transaction.ledgerKey(id, in: self.row.id), key.holding.keeping == .device,
            let owner = try key.holding.holder.flatMap({ try transaction.ledgerHolder($0) })?.member
        else { throw WalletRefusal.notFound }
        guard owner != row.id else { throw WalletRefusal.keyOwn }
        return (key, owner)
    }

    /// What is agreed to: what others began, or what begins now; what has expired is as if it had not been.
    fileprivate func revocation(_ agreement: RevocationAgreement) throws -> KeyRevocation {
        if let open = try transaction.keyRevocation(of: agreement.key) {
            if open.validUntil >= now {
                guard agreement.signed.map({ $0.validUntil == open.validUntil }) ?? true else {
                    throw WalletRefusal.agreementDiffers
                }
                return open
            }
            try transaction.removeRevocation(of: agreement.key)
        }
        let until = agreement.signed?.validUntil ?? now.advanced(byMilliseconds: Hub.revocationMilliseconds)
        guard until >= now else { throw WalletRefusal.refused(LedgerOutcome(.tooLate)) }
        let begun = KeyRevocation(key: agreement.key, validUntil: until)
        try transaction.add(begun, to: row.id)
        return begun
    }

    /// Keeps somebody's agreement, and tells whose key it is and who else can agree; false where it was there before.
    fileprivate mutating func vote(
        for revocation: KeyRevocation,
        signed: LedgerSignature?,
        by holder: LedgerHolderRow,
        _ owner: ID<Member>,
        _ row: MemberRow
    ) throws -> Bool {
        let votes = try transaction.revocationVotes(on: revocation.key)
        if let before = votes.first(where: { $0.holder == holder.id }) {
            // With a key that was revoked since, it counts no more: they may say it again.
            if try transaction.ledgerKey(before.signature.key, in: self.row.id)?.isRevoked == false { return false }
            try transaction.removeVote(of: holder.id, on: revocation.key)
            if votes.count == 1 { try transaction.add(revocation, to: self.row.id) }
        }
        var signature = signed
        if signature == nil {
            let signer = try hubSigner(of: holder)
            let message = LedgerEvent.keyRevokedByAdults(revocation).message(in: self.row.id)
            signature = signer.secret.map { LedgerSignature(key: signer.key, bytes: $0.sign(message)) }
        }
        guard let signature else { throw WalletRefusal.keyUnknown }
        try transaction.add(RevocationVoteRow(holder: holder.id, signature: signature, at: now), on: revocation.key)
        if votes.isEmpty {
            try notify(owner, .ownKeyDoubted, about: row.id)
            let others = try transaction.members(of: row.family).filter { $0.id != owner && $0.id != row.id }
            for other in others where !other.isChild(now: now) { try notify(other.id, .keyDoubted, about: row.id) }
        }
        try tellOfKeys(owner, row)
        return true
    }

    /// Enters that the key counts no more, once enough adults have signed that.
    mutating func revoke(
        _ revocation: KeyRevocation,
        of key: LedgerKeyRow,
        _ owner: ID<Member>,
        by row: MemberRow
    ) throws -> Bool {
        let (votes, needed) = try transaction.countedVotes(on: key, in: self.row.id)
        guard votes.count >= needed else { return false }
        let signatures = votes.prefix(LedgerEntry.signaturesMax).map { vote in
            LedgerSigner(
                key: vote.signature.key,
                signatory: .system,
                secret: nil,
                given: vote.signature,
                keeping: .device
            )
        }
        try transaction.revokeKey(revocation.key)
        _ = try write(.keyRevokedByAdults(revocation), by: signatures)
        try transaction.removeRevocation(of: revocation.key)
        try notify(owner, .keyTakenAway, about: row.id)
        try tellOfKeys(owner, row)
        return true
    }

    /// Pages that show keys read them again.
    fileprivate mutating func tellOfKeys(_ owner: ID<Member>, _ row: MemberRow) throws {
        news.members.insert(owner)
        for other in try transaction.members(of: row.family) where !other.isChild(now: now) {
            news.members.insert(other.id)
        }
    }
}

extension Transaction {
    /// Who agreed that counts: adults of the ledger whom the key is not of and who are not shut out, by keys that count;
    /// and how many it takes.
    func countedVotes(
        on key: LedgerKeyRow,
        in ledger: ID<Ledger>
    ) throws -> (votes: [RevocationVoteRow], needed: Int) {
        let others = try ledgerHolders(of: ledger).filter { $0.role == .adult && $0.id != key.holding.holder }
        let adults = Set(
            try others.filter { other in
                try other.member.flatMap { try member($0) }.map { $0.disabledAt == nil } ?? false
            }
            .map(\.id)
        )
        let votes = try revocationVotes(on: key.holding.id).filter { vote in
            try adults.contains(vote.holder) && ledgerKey(vote.signature.key, in: ledger)?.isRevoked == false
        }
        return (votes, LedgerRules.revocationQuorum(others: adults.count))
    }

    /// What is still missing before a key counts no more; nil where nobody asks for that now.
    func revocationInfo(of key: LedgerKeyRow, in ledger: ID<Ledger>, now: Timestamp) throws -> KeyRevocationInfo? {
        guard let open = try keyRevocation(of: key.holding.id), open.validUntil >= now else { return nil }
        let (votes, needed) = try countedVotes(on: key, in: ledger)
        let agreed = try votes.compactMap { try ledgerHolder($0.holder)?.member }
        guard !agreed.isEmpty else { return nil }
        return KeyRevocationInfo(validUntil: open.validUntil, agreed: agreed, needed: needed)
    }
}
