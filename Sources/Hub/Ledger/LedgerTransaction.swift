import Crypto
import Family
import LedgerLog
import SQL
import Storage

/// Who signs in a ledger, and with what.
struct LedgerSigner: Sendable {
    let key: ID<LedgerKey>
    let signatory: Signatory
    /// The key, where the hub has it.
    let secret: Ed25519Key?
    /// What a device has signed already.
    var given: LedgerSignature?
    let keeping: LedgerKeyHolding.KeyCustody

    var holder: ID<LedgerHolder>? {
        if case .holder(let id, _) = signatory { id } else { nil }
    }
}

/// A memo or a name with the salt that hides it.
struct LedgerText: Sendable {
    let salt: [UInt8]
    let text: String

    /// What stands for it in an entry.
    var digest: NoteDigest { NoteDigest(salt: salt, text: text) }
}

/// One turn at a family's ledger, inside the writer's transaction: what it writes becomes durable together or not at all.
///
/// `finish` is called once, last.
struct LedgerTransaction {
    private(set) var row: LedgerRow
    let transaction: Transaction
    let vault: Vault
    let outside: HubDependencies
    /// Never before the entry before.
    let now: Timestamp
    /// What is to be told once all of it is on disk.
    var news = LedgerPostCommit()
    /// What was read of the ledger, as this turn has left it.
    let part: LedgerPart
    /// Whether an account was opened for a payee who had none.
    var hasOpenedForPayee = false
    private var frontier: MerkleFrontier
    let system: LedgerSigner
    private let memories: LedgerCache

    /// The ledger of a family, founded where it had none.
    init(of family: ID<FamilyGroup>, in transaction: Transaction, of hub: Hub, now: Timestamp) throws {
        (self.transaction, vault, outside, memories) = (transaction, hub.vault, hub.outside, hub.ledgers)
        let row = try transaction.ledger(of: family)
        if let row, let memory = memories.take(row.id, head: row.head) {
            (self.row, frontier, system) = (row, memory.frontier, memory.system)
            part = LedgerPart(of: row.id, in: transaction, known: memory.known)
            self.now = max(now, row.lastAt)
        } else if let row {
            guard let frontier = MerkleFrontier(count: row.leafCount, bytes: row.frontier),
                let key = try transaction.ledgerKey(row.systemKey, in: row.id),
                let secret = vault.open(key)
            else { throw StorageError(.corrupt, "a ledger's head or key cannot be read") }
            (self.row, self.frontier) = (row, frontier)
            part = LedgerPart(of: row.id, in: transaction)
            self.now = max(now, row.lastAt)
            system = LedgerSigner(key: key.holding.id, signatory: .system, secret: secret, keeping: .hub)
        } else {
            let (holding, secret, sealed) = vault.makeLedgerKey(outside.newID(), of: nil, random: outside.random)
            self.row = try transaction.add(
                LedgerRow(id: outside.newID(), family: family, systemKey: holding.id, now: now)
            )
            frontier = MerkleFrontier()
            part = LedgerPart(of: self.row.id, in: transaction)
            self.now = now
            system = LedgerSigner(key: holding.id, signatory: .system, secret: secret, keeping: .hub)
            try transaction.addKey(LedgerKeyRow(holding: holding, seedSealed: sealed), to: self.row.id)
            try found(publicKey: holding.publicKey)
        }
    }

    /// Signs the root with all that was written; nothing is written after.
    mutating func finish() throws {
        if row.leafCount != frontier.count {
            guard row.sign(frontier, by: system, now: now) else {
                throw StorageError(.corrupt, "a ledger's head cannot be signed")
            }
            try transaction.save(row)
        }
        memories.keep(LedgerSnapshot(row: row, frontier: frontier, system: system, known: part.known))
    }

    /// What a member is in this ledger; whoever is new to it, or has become something else, is entered.
    mutating func holder(of member: MemberRow) throws -> LedgerHolderRow {
        let role: LedgerRole = member.isChild(now: now) ? .child : .adult
        var holder =
            try transaction.ledgerHolder(member.id, in: row.id)
            ?? LedgerHolderRow(id: outside.newID(), member: member.id, role: .left)
        guard holder.role != role else { return holder }
        holder.role = role
        try enter(holder)
        return holder
    }

    /// Enters what somebody is from now on; who left leads to nobody.
    mutating func enter(_ holder: LedgerHolderRow) throws {
        try transaction.save(holder, in: row.id)
        _ = try write(.holder(holder.id, holder.role), by: [system])
    }

    /// The key that the hub keeps for somebody, made where there is none.
    mutating func hubSigner(of holder: LedgerHolderRow) throws -> LedgerSigner {
        let keys = try transaction.ledgerKeys(of: holder.id).filter { $0.holding.keeping == .hub && !$0.isRevoked }
        let signatory = Signatory.holder(holder.id, holder.role)
        if let key = keys.first {
            guard let secret = vault.open(key) else { throw StorageError(.corrupt, "a key of a ledger cannot be read") }
            return LedgerSigner(key: key.holding.id, signatory: signatory, secret: secret, keeping: .hub)
        }
        let (holding, secret, sealed) = vault.makeLedgerKey(outside.newID(), of: holder.id, random: outside.random)
        let signer = LedgerSigner(key: holding.id, signatory: signatory, secret: secret, keeping: .hub)
        try transaction.addKey(LedgerKeyRow(holding: holding, seedSealed: sealed), to: row.id)
        _ = try write(.keyAdded(holding), by: [system, signer])
        return signer
    }

    /// Takes a device's key, which has signed that it is there.
    mutating func addDeviceKey(_ holding: LedgerKeyHolding, proof: [UInt8]) throws {
        var signer = LedgerSigner(key: holding.id, signatory: .system, secret: nil, keeping: .device)
        signer.given = LedgerSignature(key: holding.id, bytes: proof)
        try transaction.addKey(LedgerKeyRow(holding: holding, seedSealed: nil), to: row.id)
        _ = try write(.keyAdded(holding), by: [system, signer])
        if let holder = holding.holder { news.holders.insert(holder) }
    }

    /// Ends a key, as those who sign may.
    mutating func revokeKey(_ key: ID<LedgerKey>, by signers: [LedgerSigner]) throws {
        try transaction.revokeKey(key)
        _ = try write(.keyRevoked(key), by: signers)
    }

    /// Asks the ledger for commands that belong together, and writes whatever it answers; a refusal is an answer.
    ///
    /// Throws `WalletRefusal.notAllowed` where the rules do not let the signer ask; nothing is written then.
    ///
    /// `witnesses` sign what the hub asks for at their word.
    mutating func ask(
        _ commands: [LedgerCommand],
        _ texts: [LedgerText?],
        by signer: LedgerSigner,
        witnesses: [LedgerSigner] = []
    ) throws -> [LedgerOutcome] {
        try part.read(for: commands)
        for command in commands where !part.ledger.allows(command, by: signer.signatory) {
            throw WalletRefusal.notAllowed
        }
        let change = part.apply(commands, now: now)
        for record in change.records {
            let command = record.command
            let leaf = try write(.command(command), by: [signer] + witnesses, record)
            guard record.outcome.isDone else { continue }
            let holder = signer.holder ?? witnesses.first?.holder
            if record.hold == .held, case .transfer(let hold) = command, let holder, try !isPurchase(hold.id) {
                try transaction.add(
                    OpenDecisionRow(ledger: row.id, hold: hold.id, asker: holder, endsAt: hold.holdUntil)
                )
            }
            let text = commands.firstIndex { $0.id == command.id }.flatMap { texts[$0] }
            if let text {
                let note = LedgerNoteRow(leaf: leaf, holder: holder, salt: text.salt, text: text.text)
                try transaction.addNote(note, in: row.id)
            }
            try keep(command, name: text?.text ?? "")
        }
        for owner in change.accounts.compactMap(\.owner) { news.holders.insert(owner) }
        try part.saveAccounts()
        for record in change.ended {
            try transaction.setHold(record.command.id, record.hold, in: row.id)
            try transaction.removeDecision(record.command.id, in: row.id)
            try settleHeld(by: record.command.id, record.hold)
        }
        return change.outcomes
    }

    /// As the hub itself, at the word of a witness where there is one, who signs too.
    mutating func ask(
        _ command: LedgerCommand,
        _ text: LedgerText? = nil,
        witness: LedgerSigner? = nil
    ) throws -> LedgerOutcome {
        try ask([command], [text], by: system, witnesses: witness.map { [$0] } ?? [])[0]
    }

    /// Whether it is the hold of something bought, on which the store decides and nobody in the wallet.
    func isPurchase(_ hold: ID<LedgerCommand>) throws -> Bool {
        try transaction.isPurchase(hold, in: row.id)
    }

    /// A salted text of somebody's words.
    func text(_ words: String) -> LedgerText {
        LedgerText(salt: outside.random(LogLeaf.saltCount), text: words)
    }

    /// What goes beside the entry: assets, accounts and names.
    private mutating func keep(_ command: LedgerCommand, name: String) throws {
        switch command {
        case .define(let definition):
            try transaction.addAsset(LedgerAssetRow(asset: definition.asset, name: name), to: row.id)
        case .open(let opening):
            guard let account = part.ledger[opening.account] else { return }
            try part.add(account, name: name)
            if let owner = account.owner { news.holders.insert(owner) }
        case .rename(let renaming):
            try transaction.renameAccount(renaming.account, to: name, in: row.id)
            if let owner = part.ledger[renaming.account]?.owner { news.holders.insert(owner) }
        case .close(let closing): try transaction.removeSavingsGoal(closing.account, in: row.id)
        case .transfer: break
        }
    }

    /// Writes an entry behind the others and answers its number.
    mutating func write(
        _ event: LedgerEvent,
        by signers: [LedgerSigner],
        _ record: Ledger.Record? = nil
    ) throws -> Int {
        let signatures = signers.map { signer in
            signer.given
                ?? LedgerSignature(key: signer.key, bytes: signer.secret?.sign(event.message(in: row.id)) ?? [])
        }
        let entry = LedgerEntry(
            at: now,
            event: event,
            signatures: signatures,
            outcome: record?.outcome ?? LedgerOutcome(.done)
        )
        let leaf = LeafRow(entry, number: frontier.count, salt: outside.random(LogLeaf.saltCount))
        frontier.append(TreeHash.leaf(leaf.commitment))
        let answer = record.map { part.enter($0, leaf: leaf.number, at: now) }
        try transaction.run(row.adding(leaf, answering: answer))
        return leaf.number
    }

    /// The first entries: whose log it is, gold and coin, the family's cash, and where gold comes from.
    private mutating func found(publicKey: [UInt8]) throws {
        let founding = LedgerFounding(ledger: row.id, systemKey: row.systemKey, publicKey: publicKey)
        _ = try write(.founded(founding), by: [system])
        for (asset, name) in [(Asset.gold, "gold"), (.coin, "coin")] {
            let text = text(name)
            let definition = AssetDefinition(id: outside.newID(), asset: asset, note: text.digest)
            _ = try ask(.define(definition), text)
        }
        let kinds: [(Account.Kind, Asset.Number)] = [(.cash, .gold), (.cash, .coin), (.mint, .gold)]
        for (kind, asset) in kinds {
            let opening = AccountOpening(id: outside.newID(), asset: asset, kind: kind, owner: nil, floor: .none)
            _ = try ask(.open(opening))
        }
    }
}

extension LedgerRow {
    /// Signs the root of the tree as the ledger's head; false where there is no key to sign with.
    mutating func sign(_ frontier: MerkleFrontier, by system: LedgerSigner, now: Timestamp) -> Bool {
        let checkpoint = Checkpoint(origin: LedgerCheck.origin(of: id), size: frontier.count, root: frontier.root)
        guard let secret = system.secret, let note = checkpoint.signed(by: secret) else { return false }
        leafCount = frontier.count
        self.frontier = frontier.bytes
        head = note.note
        lastAt = now
        return true
    }
}

extension Ledger {
    /// Whether the rules let somebody ask for it.
    fileprivate func allows(_ command: LedgerCommand, by signatory: Signatory) -> Bool {
        switch command {
        case .define: LedgerRules.allowsDefining(by: signatory)
        case .open(let opening): LedgerRules.allows(opening, by: signatory)
        case .close(let closing): LedgerRules.allowsChanging(self[closing.account], by: signatory)
        case .rename(let renaming): LedgerRules.allowsChanging(self[renaming.account], by: signatory)
        case .transfer(let transfer):
            LedgerRules.allows(transfer, from: self[transfer.debit], to: self[transfer.credit], by: signatory)
        }
    }
}
