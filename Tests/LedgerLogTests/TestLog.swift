import Crypto
import Family
import LedgerLog

/// A small log as an honest hub writes it: two adults and a child, cash, accounts, and money that moves.
struct TestLog {
    static let ledger = ID<Ledger>(high: 1, low: 1)
    static let mother = ID<LedgerHolder>(high: 2, low: 1)
    static let father = ID<LedgerHolder>(high: 2, low: 2)
    static let child = ID<LedgerHolder>(high: 2, low: 3)

    /// Everybody's key by the number of its holder; 0 is the hub's.
    private var keys: [ID<LedgerKey>: Ed25519Key] = [:]
    private var state = Ledger()
    private(set) var leaves: [LogLeaf] = []
    private(set) var heads: [SignedNote] = []
    private var tree = MerkleTree()
    var now = Timestamp(milliseconds: 1_000_000)

    static func key(_ number: UInt64) -> ID<LedgerKey> { ID(high: 3, low: number) }
    static func id(_ number: UInt64) -> ID<LedgerCommand> { ID(high: 4, low: number) }
    static func account(_ number: UInt64) -> ID<Account> { ID(high: 4, low: number) }
    static let cash = account(100)

    init() {
        for number in 0...9 as ClosedRange<UInt64> {
            keys[Self.key(number)] = Ed25519Key(seed: Array(repeating: UInt8(number + 1), count: 32))
        }
    }

    /// Everybody is there, everybody has an account of coins, and the mother brought 1 000 of them.
    static func begun() -> TestLog {
        var log = TestLog()
        log.write(.founded(LedgerFounding(ledger: ledger, systemKey: key(0), publicKey: log.publicKey(0))), by: [0])
        for (holder, role) in [(mother, LedgerRole.adult), (father, .adult), (child, .child)] {
            log.write(.holder(holder, role), by: [0])
            log.addKey(holder.low, of: holder)
        }
        log.ask(.define(AssetDefinition(id: id(90), asset: .coin)), by: 0)
        log.ask(.open(AccountOpening(id: id(100), asset: .coin, kind: .cash, owner: nil, floor: .none)), by: 0)
        for holder in [mother, father, child] {
            let opening = AccountOpening(
                id: id(100 + holder.low),
                asset: .coin,
                kind: .member,
                owner: holder,
                floor: .zero
            )
            log.ask(.open(opening), by: holder.low)
        }
        log.move(1, from: 100, to: 101, 1_000, by: 1)
        return log
    }

    func publicKey(_ number: UInt64) -> [UInt8] { keys[Self.key(number)]?.publicKey ?? [] }

    mutating func addKey(_ number: UInt64, of holder: ID<LedgerHolder>, keeping: LedgerKeyHolding.KeyCustody = .hub) {
        let added = LedgerKeyHolding(
            id: Self.key(number),
            holder: holder,
            keeping: keeping,
            publicKey: publicKey(number)
        )
        write(.keyAdded(added), by: [0, number])
    }

    mutating func move(
        _ number: UInt64,
        from debit: UInt64,
        to credit: UInt64,
        _ amount: UInt128,
        phase: Transfer.Phase = .single,
        of hold: UInt64? = nil,
        by signer: UInt64
    ) {
        let transfer = Transfer(
            id: Self.id(number),
            debit: Self.account(debit),
            credit: Self.account(credit),
            asset: .coin,
            amount: Amount(amount),
            kind: .transfer,
            phase: phase,
            reference: hold.map(Self.id),
            validUntil: now.advanced(bySeconds: 60),
            signer: Self.key(signer),
            note: NoteDigest(salt: [9], text: "for \(number)")
        )
        ask(.transfer(transfer), by: signer)
    }

    mutating func ask(_ command: LedgerCommand, by signer: UInt64) {
        ask([command], by: signer)
    }

    mutating func ask(_ commands: [LedgerCommand], by signer: UInt64) {
        let outcomes = state.apply(commands, now: now)
        for (command, outcome) in zip(commands, outcomes) { write(.command(command), by: [signer], outcome) }
    }

    /// Writes an entry as it is told, right or wrong.
    mutating func write(
        _ event: LedgerEvent,
        by signers: [UInt64],
        _ outcome: LedgerOutcome = LedgerOutcome(.done)
    ) {
        let message = event.message(in: Self.ledger)
        let signatures = signers.map { number in
            LedgerSignature(key: Self.key(number), bytes: keys[Self.key(number)]?.sign(message) ?? [])
        }
        append(LedgerEntry(at: now, event: event, signatures: signatures, outcome: outcome))
    }

    mutating func append(_ entry: LedgerEntry) {
        let salt = (0..<16).map { UInt8(truncatingIfNeeded: leaves.count * 31 + $0) }
        let leaf = LogLeaf(salt: salt, record: entry.bytes)
        leaves.append(leaf)
        tree.append(TreeHash.leaf(leaf.commitment))
        now = now.advanced(bySeconds: 1)
        let checkpoint = Checkpoint(origin: LedgerCheck.origin(of: Self.ledger), size: tree.count, root: tree.root())
        if let key = keys[Self.key(0)], let head = checkpoint.signed(by: key) { heads.append(head) }
    }

    /// What a check of it finds, with commitments as they would stand in the tree.
    func finding() -> LedgerCheck.Finding? {
        var check = LedgerCheck()
        for leaf in leaves where !check.append(leaf, commitment: leaf.commitment) { break }
        for head in heads where !check.hold(against: head) { break }
        return check.finding
    }
}
