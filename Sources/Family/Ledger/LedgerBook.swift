/// A ledger with the people and keys of its log: takes entries one after the other, as the hub wrote them, and says
/// what is wrong with the first that no honest hub would have written.
public struct LedgerBook: Sendable {
    /// What is wrong with an entry.
    public enum Fault: UInt8, CaseIterable, Hashable, Sendable {
        /// The log does not begin with its founding, or is founded again.
        case notFounded = 1
        /// It is older than the entry before.
        case timeRunsBack = 2
        case signatureMissing = 3
        /// It is signed by a key that the log does not name before, or twice by one.
        case keyUnknown = 4
        case keyRevoked = 5
        case signatureWrong = 6
        /// Whoever signed may not do that.
        case notAllowed = 7
        case holderUnknown = 8
        case keyTaken = 9
        /// The ledger would have answered something else.
        case outcomeDiffers = 10
        /// It says that another follows with which it is linked, and none does.
        case chainBroken = 11
        /// It was signed to be entered earlier.
        case signatureExpired = 12
    }

    /// A key and whether it still counts.
    private struct Key: Sendable {
        let holder: ID<LedgerHolder>?
        let publicKey: [UInt8]
        var keeping = LedgerKeyHolding.KeyCustody.hub
        var isRevoked = false
    }

    /// Nil before the founding.
    public private(set) var id: ID<Ledger>?
    public private(set) var ledger = Ledger()
    /// The hub's key, by which it signs the heads of the log.
    public private(set) var systemKey: [UInt8] = []
    private var roles: [ID<LedgerHolder>: LedgerRole] = [:]
    private var keys: [ID<LedgerKey>: Key] = [:]
    private var lastAt = Timestamp(milliseconds: .min)
    /// Commands whose chain goes on.
    private var chain: [LedgerEntry] = []

    /// A book in which nothing stands yet.
    public init() {}

    /// Whether the last entry is one after which the log may end.
    public var isComplete: Bool { chain.isEmpty }

    /// The public half of a key that is on a device, whether or not it still counts; nil for every other.
    public func deviceKey(_ id: ID<LedgerKey>) -> [UInt8]? {
        guard let key = keys[id], key.keeping == .device else { return nil }
        return key.publicKey
    }

    /// Takes the next entry; `isGenuine` checks an Ed25519 signature of a message by a public key.
    ///
    /// Answers what is wrong with it, and how many entries before it are meant: those of one chain are judged with its last.
    /// After a fault the book is of no use.
    public mutating func append(
        _ entry: LedgerEntry,
        isGenuine: (_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool
    ) -> (fault: Fault, entriesBefore: Int)? {
        guard entry.at >= lastAt else { return (.timeRunsBack, 0) }
        lastAt = entry.at
        if case .founded(let founding) = entry.event {
            guard id == nil else { return (.notFounded, 0) }
            found(founding)
        }
        guard let id else { return (.notFounded, 0) }
        if let fault = signatureFault(of: entry, in: id, isGenuine) { return (fault, 0) }
        guard case .command(let command) = entry.event else {
            if !chain.isEmpty { return (.chainBroken, 1) }
            return entry.outcome == LedgerOutcome(.done) ? change(entry).map { ($0, 0) } : (.outcomeDiffers, 0)
        }
        // Rules are asked of the state in which the chain finds the ledger, as the hub does.
        guard isAllowed(command, by: entry) else { return (.notAllowed, 0) }
        chain.append(entry)
        return command.isLinked ? nil : finishChain()
    }

    /// Applies the commands that were taken together and compares the answers.
    private mutating func finishChain() -> (fault: Fault, entriesBefore: Int)? {
        let commands = chain.compactMap { entry in
            if case .command(let command) = entry.event { command } else { nil }
        }
        let outcomes = ledger.apply(commands, now: chain[0].at)
        defer { chain = [] }
        for position in chain.indices
        where outcomes[position] != chain[position].outcome || chain[position].at != chain[0].at {
            return (.outcomeDiffers, chain.count - 1 - position)
        }
        return nil
    }

    private mutating func found(_ founding: LedgerFounding) {
        id = founding.ledger
        systemKey = founding.publicKey
        keys[founding.systemKey] = Key(holder: nil, publicKey: founding.publicKey)
    }

    private func signatureFault(
        of entry: LedgerEntry,
        in id: ID<Ledger>,
        _ isGenuine: ([UInt8], [UInt8], [UInt8]) -> Bool
    ) -> Fault? {
        guard !entry.signatures.isEmpty else { return .signatureMissing }
        if case .command(.transfer(let transfer)) = entry.event, transfer.signer != entry.signatures[0].key {
            return .keyUnknown
        }
        let message = entry.event.message(in: id)
        for (position, signature) in entry.signatures.enumerated() {
            guard !entry.signatures[..<position].contains(where: { $0.key == signature.key }) else {
                return .keyUnknown
            }
            var key = keys[signature.key]
            // A key that is being added signs by itself that somebody has it.
            if key == nil, case .keyAdded(let added) = entry.event, position > 0, added.id == signature.key {
                key = Key(holder: added.holder, publicKey: added.publicKey)
            }
            guard let key else { return .keyUnknown }
            guard !key.isRevoked else { return .keyRevoked }
            guard isGenuine(signature.bytes, message, key.publicKey) else { return .signatureWrong }
        }
        return nil
    }

    /// Does what is no command.
    private mutating func change(_ entry: LedgerEntry) -> Fault? {
        switch entry.event {
        case .founded(let founding):
            return entry.signatures[0].key == founding.systemKey ? nil : .notAllowed
        case .holder(let holder, let role):
            guard signatory(of: entry.signatures[0]) == .system else { return .notAllowed }
            guard role != .left || roles[holder] != nil else { return .holderUnknown }
            roles[holder] = role
            return nil
        case .keyAdded(let added):
            return add(added, signedBy: entry.signatures)
        case .keyRevoked(let key):
            guard let known = keys[key] else { return .keyUnknown }
            guard isOwn(known, signedBy: entry.signatures) else { return .notAllowed }
            keys[key]?.isRevoked = true
            return nil
        case .keyRevokedByAdults(let revocation):
            return revoke(revocation, entry)
        case .command:
            return nil
        }
    }

    /// The hub says whose it is, and the key itself that it is there.
    private mutating func add(_ added: LedgerKeyHolding, signedBy signatures: [LedgerSignature]) -> Fault? {
        guard keys[added.id] == nil else { return .keyTaken }
        guard let holder = added.holder, let role = roles[holder], role != .left else { return .holderUnknown }
        guard signatory(of: signatures[0]) == .system, signatures.contains(where: { $0.key == added.id }) else {
            return .notAllowed
        }
        keys[added.id] = Key(holder: holder, publicKey: added.publicKey, keeping: added.keeping)
        return nil
    }

    /// Whether one of those who signed holds the key, by whichever key of theirs.
    private func isOwn(_ key: Key, signedBy signatures: [LedgerSignature]) -> Bool {
        guard let holder = key.holder else { return false }
        return signatures.contains { signature in
            guard case .holder(holder, let role) = signatory(of: signature) else { return false }
            return role != .left
        }
    }

    /// Ends a key that is another's: adults alone sign, each for themselves, and none of them holds it.
    private mutating func revoke(_ revocation: KeyRevocation, _ entry: LedgerEntry) -> Fault? {
        guard let key = keys[revocation.key] else { return .keyUnknown }
        guard !key.isRevoked else { return .keyRevoked }
        guard entry.at <= revocation.validUntil else { return .signatureExpired }
        guard let holder = key.holder else { return .notAllowed }
        var adults: Set<ID<LedgerHolder>> = []
        for signature in entry.signatures {
            guard case .holder(let signer, .adult) = signatory(of: signature), signer != holder else {
                return .notAllowed
            }
            adults.insert(signer)
        }
        let others = roles.reduce(0) { $0 + ($1.value == .adult && $1.key != holder ? 1 : 0) }
        guard adults.count >= LedgerRules.revocationQuorum(others: others) else { return .notAllowed }
        keys[revocation.key]?.isRevoked = true
        return nil
    }

    private func isAllowed(_ command: LedgerCommand, by entry: LedgerEntry) -> Bool {
        guard let signatory = signatory(of: entry.signatures[0]) else { return false }
        switch command {
        case .define: return LedgerRules.allowsDefining(by: signatory)
        case .open(let opening): return LedgerRules.allows(opening, by: signatory)
        case .close(let closing): return LedgerRules.allowsChanging(ledger[closing.account], by: signatory)
        case .rename(let renaming): return LedgerRules.allowsChanging(ledger[renaming.account], by: signatory)
        case .transfer(let transfer):
            return LedgerRules.allows(
                transfer,
                from: ledger[transfer.debit],
                to: ledger[transfer.credit],
                by: signatory
            )
        }
    }

    private func signatory(of signature: LedgerSignature) -> Signatory? {
        guard let key = keys[signature.key] else { return nil }
        guard let holder = key.holder else { return .system }
        return roles[holder].map { .holder(holder, $0) }
    }
}
