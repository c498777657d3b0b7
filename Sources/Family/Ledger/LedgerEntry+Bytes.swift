extension LedgerEntry {
    private static let version: UInt8 = 1

    /// The entry as a leaf commits to it: one form only, numbers big-endian.
    public var bytes: [UInt8] {
        var writer = ByteRowWriter(capacity: 320)
        writer.byte(LedgerEntry.version)
        writer.fixed64(UInt64(bitPattern: at.milliseconds))
        writer.event(event)
        writer.byte(outcome.result.rawValue)
        writer.amount(outcome.amount)
        writer.byte(UInt8(truncatingIfNeeded: signatures.count))
        for signature in signatures {
            writer.id(signature.key)
            writer.all(signature.bytes)
        }
        return writer.bytes
    }

    /// Reads an entry; nil for bytes that no entry has.
    public init?(bytes: [UInt8]) {
        var reader = ByteRowReader(bytes)
        guard reader.byte() == LedgerEntry.version, let at = reader.fixed64(), let event = reader.event(),
            let result = reader.byte().flatMap(LedgerResult.init), let amount = reader.amount(),
            let count = reader.byte(), count <= LedgerEntry.signaturesMax
        else { return nil }
        var signatures: [LedgerSignature] = []
        for _ in 0..<count {
            guard let key = reader.id() as ID<LedgerKey>?, let bytes = reader.take(64) else { return nil }
            signatures.append(LedgerSignature(key: key, bytes: Array(bytes)))
        }
        guard reader.atEnd else { return nil }
        self.init(
            at: Timestamp(milliseconds: Int64(bitPattern: at)),
            event: event,
            signatures: signatures,
            outcome: LedgerOutcome(result, amount: amount)
        )
    }
}

extension ByteRowWriter {
    /// A word with a zero byte after it.
    mutating func text(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { byte(text.utf8Start[index]) }
        byte(0)
    }

    mutating func amount(_ amount: Amount) {
        fixed64(UInt64(truncatingIfNeeded: amount.units >> 64))
        fixed64(UInt64(truncatingIfNeeded: amount.units))
    }

    mutating func note(_ note: NoteDigest) {
        fixed64(note.words.0)
        fixed64(note.words.1)
        fixed64(note.words.2)
        fixed64(note.words.3)
    }

    /// An identity that may be missing: all zeros then.
    mutating func idOrZero<Subject>(_ id: ID<Subject>?) {
        self.id(id ?? ID(high: 0, low: 0))
    }

    mutating func event(_ event: LedgerEvent) {
        switch event {
        case .founded(let founding):
            byte(1)
            id(founding.ledger)
            id(founding.systemKey)
            all(founding.publicKey)
        case .holder(let holder, let role):
            byte(2)
            id(holder)
            byte(role.rawValue)
        case .keyAdded(let key):
            byte(3)
            id(key.id)
            idOrZero(key.holder)
            byte(key.keeping.rawValue)
            all(key.publicKey)
        case .keyRevoked(let key):
            byte(4)
            id(key)
        case .keyRevokedByAdults(let revocation):
            byte(5)
            id(revocation.key)
            fixed64(UInt64(bitPattern: revocation.validUntil.milliseconds))
        case .command(let command):
            self.command(command)
        }
    }

    private mutating func command(_ command: LedgerCommand) {
        switch command {
        case .define(let definition):
            byte(16)
            id(definition.id)
            fixed32(definition.asset.number.rawValue)
            byte(definition.asset.scale)
            note(definition.note)
        case .open(let opening):
            byte(17)
            self.opening(opening)
        case .transfer(let transfer):
            byte(18)
            self.transfer(transfer)
        case .close(let closing):
            byte(19)
            id(closing.id)
            id(closing.account)
            flag(closing.isLinked)
        case .rename(let renaming):
            byte(20)
            id(renaming.id)
            id(renaming.account)
            note(renaming.note)
        }
    }

    private mutating func opening(_ opening: AccountOpening) {
        id(opening.id)
        fixed32(opening.asset.rawValue)
        byte(opening.kind.rawValue)
        idOrZero(opening.owner)
        switch opening.floor {
        case .none:
            byte(0)
            amount(.zero)
        case .overdraft(let most):
            byte(1)
            amount(most)
        }
        note(opening.note)
    }

    /// A transfer in 128 bytes, and the 32 that stand for its memo.
    mutating func transfer(_ transfer: Transfer) {
        byte(1)
        byte(transfer.phase.rawValue)
        byte(transfer.kind.rawValue)
        byte((transfer.isLinked ? 1 : 0) | (transfer.isAtMost ? 2 : 0))
        fixed32(transfer.asset.rawValue)
        id(transfer.id)
        id(transfer.debit)
        id(transfer.credit)
        amount(transfer.amount)
        idOrZero(transfer.reference)
        id(transfer.signer)
        fixed64(UInt64(bitPattern: transfer.validUntil.milliseconds))
        fixed64(UInt64(bitPattern: transfer.holdUntil?.milliseconds ?? .min))
        fixed64(0)
        note(transfer.note)
    }
}

extension ByteRowReader {
    mutating func amount() -> Amount? {
        guard let high = fixed64(), let low = fixed64() else { return nil }
        return Amount(UInt128(high) << 64 | UInt128(low))
    }

    mutating func note() -> NoteDigest? {
        guard let first = fixed64(), let second = fixed64(), let third = fixed64(), let fourth = fixed64() else {
            return nil
        }
        return NoteDigest((first, second, third, fourth))
    }

    mutating func idOrZero<Subject>(into id: inout ID<Subject>?) -> Bool {
        guard let read = self.id() as ID<Subject>? else { return false }
        id = read == ID(high: 0, low: 0) ? nil : read
        return true
    }

    mutating func event() -> LedgerEvent? {
        switch byte() {
        case 1:
            guard let ledger = id() as ID<Ledger>?, let key = id() as ID<LedgerKey>?, let bytes = take(32) else {
                return nil
            }
            return .founded(LedgerFounding(ledger: ledger, systemKey: key, publicKey: Array(bytes)))
        case 2:
            guard let holder = id() as ID<LedgerHolder>?, let role = byte().flatMap(LedgerRole.init) else { return nil }
            return .holder(holder, role)
        case 3: return keyHolding().map { .keyAdded($0) }
        case 4: return (id() as ID<LedgerKey>?).map { .keyRevoked($0) }
        case 5:
            guard let key = id() as ID<LedgerKey>?, let until = fixed64() else { return nil }
            let validUntil = Timestamp(milliseconds: Int64(bitPattern: until))
            return .keyRevokedByAdults(KeyRevocation(key: key, validUntil: validUntil))
        case 16: return definition().map { .command(.define($0)) }
        case 17: return opening().map { .command(.open($0)) }
        case 18: return transfer().map { .command(.transfer($0)) }
        case 19: return closing().map { .command(.close($0)) }
        case 20: return renaming().map { .command(.rename($0)) }
        default: return nil
        }
    }

    private mutating func keyHolding() -> LedgerKeyHolding? {
        var holder: ID<LedgerHolder>?
        guard let id = id() as ID<LedgerKey>?, idOrZero(into: &holder),
            let keeping = byte().flatMap(LedgerKeyHolding.KeyCustody.init), let bytes = take(32)
        else { return nil }
        return LedgerKeyHolding(id: id, holder: holder, keeping: keeping, publicKey: Array(bytes))
    }

    private mutating func definition() -> AssetDefinition? {
        guard let id = id() as ID<LedgerCommand>?, let number = fixed32(), let scale = byte(), let note = note() else {
            return nil
        }
        return AssetDefinition(id: id, asset: Asset(number: Asset.Number(number), scale: scale), note: note)
    }

    private mutating func opening() -> AccountOpening? {
        var owner: ID<LedgerHolder>?
        guard let id = id() as ID<LedgerCommand>?, let asset = fixed32(), let kind = byte().flatMap(Account.Kind.init),
            idOrZero(into: &owner), let hasFloor = flag(), let most = amount(), let note = note(),
            hasFloor || most == .zero
        else { return nil }
        return AccountOpening(
            id: id,
            asset: Asset.Number(asset),
            kind: kind,
            owner: owner,
            floor: hasFloor ? .overdraft(most) : .none,
            note: note
        )
    }

    private mutating func closing() -> AccountClosing? {
        guard let id = id() as ID<LedgerCommand>?, let account = self.id() as ID<Account>?, let isLinked = flag() else {
            return nil
        }
        return AccountClosing(id: id, account: account, isLinked: isLinked)
    }

    private mutating func renaming() -> AccountRenaming? {
        guard let id = id() as ID<LedgerCommand>?, let account = self.id() as ID<Account>?, let note = note() else {
            return nil
        }
        return AccountRenaming(id: id, account: account, note: note)
    }

    mutating func transfer() -> Transfer? {
        var reference: ID<LedgerCommand>?
        guard byte() == 1, let phase = byte().flatMap(Transfer.Phase.init),
            let kind = byte().flatMap(Transfer.Kind.init), let flags = byte(), flags < 4, let asset = fixed32(),
            let id = id() as ID<LedgerCommand>?, let debit = self.id() as ID<Account>?,
            let credit = self.id() as ID<Account>?, let amount = amount(), idOrZero(into: &reference),
            let signer = self.id() as ID<LedgerKey>?, let validUntil = fixed64(), let holdUntil = fixed64(),
            fixed64() == 0, let note = note()
        else { return nil }
        return Transfer(
            id: id,
            debit: debit,
            credit: credit,
            asset: Asset.Number(asset),
            amount: amount,
            kind: kind,
            phase: phase,
            reference: reference,
            isLinked: flags & 1 != 0,
            isAtMost: flags & 2 != 0,
            validUntil: Timestamp(milliseconds: Int64(bitPattern: validUntil)),
            holdUntil: Timestamp(milliseconds: Int64(bitPattern: holdUntil)),
            signer: signer,
            note: note
        )
    }
}

extension Transfer {
    /// The transfer as it is signed: 128 bytes, and the 32 that stand for its memo.
    public var bytes: [UInt8] {
        var writer = ByteRowWriter(capacity: 160)
        writer.transfer(self)
        return writer.bytes
    }

    /// Reads a transfer; nil for bytes that no transfer has.
    public init?(bytes: [UInt8]) {
        var reader = ByteRowReader(bytes)
        guard let transfer = reader.transfer(), reader.atEnd else { return nil }
        self = transfer
    }
}
