import Crypto
import Family
import LedgerLog
import Testing

/// What a check finds in a log, right or turned.
@Suite struct LedgerCheckTests {
    @Test func `an honest log is found right, refusals included`() {
        var log = TestLog.begun()
        log.move(2, from: 101, to: 103, 300, by: 1)
        log.move(3, from: 103, to: 101, 301, by: 3)
        log.move(4, from: 100, to: 103, 50, phase: .hold, by: 3)
        log.move(5, from: 100, to: 103, 50, phase: .post, of: 4, by: 2)
        log.ask(.rename(AccountRenaming(id: TestLog.id(6), account: TestLog.account(103), note: .none)), by: 3)
        log.move(7, from: 101, to: 102, 700, by: 1)
        log.ask(.close(AccountClosing(id: TestLog.id(8), account: TestLog.account(101))), by: 1)
        #expect(log.finding() == nil)
        var check = LedgerCheck()
        for leaf in log.leaves where !check.take(leaf, commitment: leaf.commitment) { break }
        #expect(check.book.ledger[TestLog.account(103)]?.available == Amount(350))
        #expect(check.book.ledger[TestLog.account(101)]?.isClosed == true)
        #expect(check.book.id == TestLog.ledger)
    }

    @Test func `every bit of every leaf counts, and the leaf is named`() {
        var log = TestLog.begun()
        log.move(2, from: 101, to: 102, 300, by: 1)
        for (index, leaf) in log.leaves.enumerated() {
            for position in leaf.record.indices {
                var record = leaf.record
                record[position] ^= 1 << UInt8(position % 8)
                let turned = LogLeaf(salt: leaf.salt, record: record)
                #expect(turned.commitment != leaf.commitment)
                // Whoever turns it may also make the tree anew, but cannot sign.
                var check = LedgerCheck()
                for (other, kept) in log.leaves.enumerated() {
                    let taken = other == index ? turned : kept
                    if !check.take(taken, commitment: taken.commitment) { break }
                }
                if check.finding == nil { for head in log.heads where !check.hold(against: head) { break } }
                let finding = check.finding
                // When the hub took it stands in no signature but the head's.
                let isTime = finding?.fault == .entry(.timeRunsBack) && finding?.leaf == index + 1
                #expect(
                    isTime || finding?.leaf == index || finding?.fault == .rootDiffers,
                    "byte \(position) of leaf \(index)"
                )
            }
        }
    }

    @Test func `a leaf that is not what stands in the tree is named`() {
        let log = TestLog.begun()
        var check = LedgerCheck()
        for (index, leaf) in log.leaves.enumerated() {
            let record = index == 5 ? leaf.record.dropLast() + [leaf.record[leaf.record.count - 1] ^ 1] : leaf.record
            if !check.take(LogLeaf(salt: leaf.salt, record: Array(record)), commitment: leaf.commitment) { break }
        }
        #expect(check.finding?.leaf == 5)
        #expect(check.finding?.fault == .commitmentDiffers)
    }

    @Test func `an older backup is seen by whoever kept a later head`() {
        var log = TestLog.begun()
        let before = log
        log.move(2, from: 101, to: 102, 300, by: 1)
        var check = LedgerCheck()
        for leaf in before.leaves where !check.take(leaf, commitment: leaf.commitment) { break }
        for head in log.heads where !check.hold(against: head) { break }
        #expect(check.finding?.fault == .leavesMissing)

        var other = before
        other.move(2, from: 101, to: 102, 301, by: 1)
        var split = LedgerCheck()
        for leaf in other.leaves where !split.take(leaf, commitment: leaf.commitment) { break }
        for head in log.heads where !split.hold(against: head) { break }
        #expect(split.finding?.fault == .rootDiffers)
    }

    @Test func `nobody moves what is another's, and no child brings money or posts it`() {
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 3) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 0) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 2) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 100, to: 103, 300, by: 3) }
        expect(.entry(.notAllowed)) {
            $0.move(2, from: 100, to: 103, 50, phase: .hold, by: 3)
            $0.move(3, from: 100, to: 103, 50, phase: .post, of: 2, by: 3)
        }
    }

    @Test func `what the ledger would not have answered is found`() {
        let claimed = Transfer(
            id: TestLog.id(2),
            debit: TestLog.account(101),
            credit: TestLog.account(102),
            asset: .coin,
            amount: Amount(2_000),
            kind: .transfer,
            validUntil: Timestamp(milliseconds: .max),
            signer: TestLog.key(1)
        )
        let done = LedgerOutcome(.done, amount: Amount(2_000))
        expect(.entry(.outcomeDiffers)) { $0.write(.command(.transfer(claimed)), by: [1], done) }
        // The same transfer twice is one that was answered before: no honest hub writes it again.
        expect(.entry(.outcomeDiffers)) {
            $0.move(2, from: 101, to: 102, 10, by: 1)
            if let last = $0.leaves.last, let entry = LedgerEntry(bytes: last.record) {
                $0.append(
                    LedgerEntry(at: $0.now, event: entry.event, signatures: entry.signatures, outcome: entry.outcome)
                )
            }
        }
    }

    @Test func `a revoked key counts no more, and who may revoke is settled`() {
        expect(.entry(.notAllowed)) { $0.write(.keyRevoked(TestLog.key(3)), by: [1]) }
        expect(.entry(.notAllowed)) { $0.write(.keyRevoked(TestLog.key(3)), by: [0]) }
        expect(.entry(.keyUnknown)) { $0.write(.keyRevoked(TestLog.key(3)), by: [1, 1]) }
        expect(nil) { $0.write(.keyRevoked(TestLog.key(3)), by: [1, 2]) }
        expect(nil) { $0.write(.keyRevoked(TestLog.key(3)), by: [3]) }
        expect(.entry(.keyRevoked)) {
            $0.addKey(4, of: TestLog.child, keeping: .device)
            $0.write(.keyRevoked(TestLog.key(4)), by: [3])
            $0.move(2, from: 103, to: 101, 1, by: 4)
        }
        expect(.entry(.keyUnknown)) { $0.move(2, from: 103, to: 101, 1, by: 5) }
    }

    @Test func `a key comes in by the hub and by itself`() {
        let log = TestLog.begun()
        let stolen = LedgerKeyHolding(
            id: TestLog.key(5),
            holder: TestLog.child,
            keeping: .device,
            publicKey: log.publicKey(5)
        )
        expect(.entry(.notAllowed)) { $0.write(.keyAdded(stolen), by: [0]) }
        expect(.entry(.notAllowed)) { $0.write(.keyAdded(stolen), by: [1, 5]) }
        expect(nil) { $0.write(.keyAdded(stolen), by: [0, 5]) }
        let twice = LedgerKeyHolding(
            id: TestLog.key(3),
            holder: TestLog.child,
            keeping: .device,
            publicKey: log.publicKey(3)
        )
        expect(.entry(.keyTaken)) { $0.write(.keyAdded(twice), by: [0, 3]) }
    }

    @Test func `who left has no say, and time does not run back`() {
        expect(.entry(.notAllowed)) {
            $0.write(.holder(TestLog.father, .left), by: [0])
            $0.move(2, from: 102, to: 101, 1, by: 2)
        }
        expect(.entry(.timeRunsBack)) {
            $0.now = Timestamp(milliseconds: 0)
            $0.move(2, from: 101, to: 102, 1, by: 1)
        }
    }

    @Test func `linked entries stand together`() {
        let linked = Transfer(
            id: TestLog.id(2),
            debit: TestLog.account(101),
            credit: TestLog.account(102),
            asset: .coin,
            amount: Amount(1_000),
            kind: .sweep,
            isLinked: true,
            validUntil: Timestamp(milliseconds: .max),
            signer: TestLog.key(1)
        )
        let done = LedgerOutcome(.done, amount: Amount(1_000))
        expect(.cutOff) { $0.write(.command(.transfer(linked)), by: [1], done) }
        expect(.entry(.chainBroken)) {
            $0.write(.command(.transfer(linked)), by: [1], done)
            $0.write(.holder(TestLog.father, .adult), by: [0])
        }
    }

    @Test func `a signature counts on one hub alone`() {
        let event = LedgerEvent.keyRevoked(TestLog.key(1))
        #expect(event.message(in: TestLog.ledger) != event.message(in: ID(high: 1, low: 2)))
    }

    private func expect(
        _ fault: LedgerCheck.Fault?,
        _ location: SourceLocation = #_sourceLocation,
        after change: (inout TestLog) -> Void
    ) {
        var log = TestLog.begun()
        change(&log)
        #expect(log.finding()?.fault == fault, sourceLocation: location)
    }
}
