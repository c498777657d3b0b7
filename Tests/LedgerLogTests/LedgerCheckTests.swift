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
        for leaf in log.leaves where !check.append(leaf, commitment: leaf.commitment) { break }
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
                    if !check.append(taken, commitment: taken.commitment) { break }
                }
                if check.finding == nil { for head in log.heads where !check.hold(against: head) { break } }
                let finding = check.finding
                // Only the signed head covers an entry's time: a flipped bit of it shows at the next entry.
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
            if !check.append(LogLeaf(salt: leaf.salt, record: Array(record)), commitment: leaf.commitment) { break }
        }
        #expect(check.finding?.leaf == 5)
        #expect(check.finding?.fault == .commitmentDiffers)
    }

    @Test func `a check against a later head finds an older backup, also one that went on differently`() {
        var log = TestLog.begun()
        let before = log
        log.move(2, from: 101, to: 102, 300, by: 1)
        var check = LedgerCheck()
        for leaf in before.leaves where !check.append(leaf, commitment: leaf.commitment) { break }
        for head in log.heads where !check.hold(against: head) { break }
        #expect(check.finding?.fault == .leavesMissing)

        var other = before
        other.move(2, from: 101, to: 102, 301, by: 1)
        var split = LedgerCheck()
        for leaf in other.leaves where !split.append(leaf, commitment: leaf.commitment) { break }
        for head in log.heads where !split.hold(against: head) { break }
        #expect(split.finding?.fault == .rootDiffers)
    }

    @Test func `the check rejects a transfer of another holder's money, and a child's deposit or its posting`() {
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 3) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 0) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 101, to: 103, 300, by: 2) }
        expect(.entry(.notAllowed)) { $0.move(2, from: 100, to: 103, 300, by: 3) }
        expect(.entry(.notAllowed)) {
            $0.move(2, from: 100, to: 103, 50, phase: .hold, by: 3)
            $0.move(3, from: 100, to: 103, 50, phase: .post, of: 2, by: 3)
        }
    }

    @Test func `the check finds an outcome that the ledger would not have given`() {
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

    @Test func `revoking a key takes its holder's signature, and a revoked or unknown key signs nothing`() {
        expect(.entry(.notAllowed)) { $0.write(.keyRevoked(TestLog.key(3)), by: [1]) }
        expect(.entry(.notAllowed)) { $0.write(.keyRevoked(TestLog.key(3)), by: [0]) }
        expect(.entry(.keyUnknown)) { $0.write(.keyRevoked(TestLog.key(3)), by: [1, 1]) }
        expect(.entry(.notAllowed)) { $0.write(.keyRevoked(TestLog.key(3)), by: [1, 2]) }
        expect(nil) { $0.write(.keyRevoked(TestLog.key(3)), by: [3]) }
        expect(.entry(.keyRevoked)) {
            $0.addKey(4, of: TestLog.child, keeping: .device)
            $0.write(.keyRevoked(TestLog.key(4)), by: [3])
            $0.move(2, from: 103, to: 101, 1, by: 4)
        }
        expect(.entry(.keyUnknown)) { $0.move(2, from: 103, to: 101, 1, by: 5) }
    }

    @Test func `a revocation by adults takes all adults but the key's holder, and no other signer counts`() {
        let until = Timestamp(milliseconds: 9_000_000)
        func revocation(_ key: UInt64, _ until: Timestamp = until) -> LedgerEvent {
            .keyRevokedByAdults(KeyRevocation(key: TestLog.key(key), validUntil: until))
        }
        // Of a child: both adults. Of an adult: the other one, who is alone.
        expect(nil) { $0.write(revocation(3), by: [1, 2]) }
        expect(nil) { $0.write(revocation(2), by: [1]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(3), by: [1]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(3), by: [1, 3]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(2), by: [2]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(2), by: [1, 2]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(2), by: [3]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(3), by: [0, 1]) }
        expect(.entry(.notAllowed)) { $0.write(revocation(0), by: [1, 2]) }
        expect(.entry(.keyUnknown)) { $0.write(revocation(9), by: [1, 2]) }
        expect(.entry(.keyUnknown)) { $0.write(revocation(3), by: [1, 1]) }
        expect(.entry(.signatureExpired)) { $0.write(revocation(3, Timestamp(milliseconds: 1)), by: [1, 2]) }
        expect(.entry(.notAllowed)) {
            $0.addKey(4, of: TestLog.mother, keeping: .device)
            $0.write(revocation(3), by: [1, 4])
        }
        expect(.entry(.keyRevoked)) {
            for _ in 1...2 { $0.write(revocation(3), by: [1, 2]) }
        }
        expect(.entry(.keyRevoked)) {
            $0.write(revocation(3), by: [1, 2])
            $0.move(2, from: 103, to: 101, 1, by: 3)
        }
        expect(.entry(.notAllowed)) {
            $0.write(.holder(TestLog.father, .left), by: [0])
            $0.write(revocation(3), by: [1, 2])
        }
        expect(nil) {
            $0.write(.holder(TestLog.father, .left), by: [0])
            $0.write(revocation(3), by: [1])
        }
    }

    @Test func `a signature to revoke a key is refused for another key, another hub or another expiry`() {
        func resigned(_ other: LedgerEvent, in ledger: ID<Ledger> = TestLog.ledger) -> LedgerCheck.Fault? {
            var log = TestLog.begun()
            let until = Timestamp(milliseconds: 9_000_000)
            let event = LedgerEvent.keyRevokedByAdults(KeyRevocation(key: TestLog.key(2), validUntil: until))
            let secret = Ed25519Key(seed: Array(repeating: 2, count: 32))
            let signature = LedgerSignature(key: TestLog.key(1), bytes: secret.sign(other.message(in: ledger)))
            log.append(
                LedgerEntry(at: log.now, event: event, signatures: [signature], outcome: LedgerOutcome(.done))
            )
            return log.finding()?.fault
        }
        func revoking(_ key: UInt64, _ until: Int64 = 9_000_000) -> LedgerEvent {
            let moment = Timestamp(milliseconds: until)
            return .keyRevokedByAdults(KeyRevocation(key: TestLog.key(key), validUntil: moment))
        }
        #expect(resigned(revoking(2)) == nil)
        #expect(resigned(revoking(3)) == .entry(.signatureWrong))
        #expect(resigned(revoking(2, 9_000_001)) == .entry(.signatureWrong))
        #expect(resigned(revoking(2), in: ID(high: 1, low: 2)) == .entry(.signatureWrong))
        #expect(resigned(.keyRevoked(TestLog.key(2))) == .entry(.signatureWrong))
    }

    @Test func `a head that a device signed is checked against the log, and a forged signature is found`() throws {
        var log = TestLog.begun()
        log.addKey(4, of: TestLog.child, keeping: .device)
        let seen = try #require(log.heads.last)
        func finding(_ cosigned: SignedNote, by key: UInt64 = 4, _ log: TestLog) -> LedgerCheck.Fault? {
            var check = LedgerCheck()
            for leaf in log.leaves where !check.append(leaf, commitment: leaf.commitment) { break }
            for head in log.heads where !check.hold(against: head) { break }
            let isRight = check.hold(against: cosigned, by: TestLog.key(key))
            #expect(isRight == (check.finding == nil))
            return check.finding?.fault
        }
        func cosigned(_ note: SignedNote, seed: UInt8 = 5, named key: UInt64 = 4) -> SignedNote {
            var note = note
            let name = LedgerCheck.cosigner(TestLog.key(key))
            note.cosign(Ed25519Key(seed: Array(repeating: seed, count: 32)), name: name, secondsSince1970: 1_700)
            return note
        }
        let forged = LedgerCheck.Fault.cosignatureForged(TestLog.key(4))
        #expect(finding(cosigned(seen), log) == nil)
        #expect(finding(seen, log) == forged)
        #expect(finding(cosigned(seen, seed: 6), log) == forged)
        #expect(finding(cosigned(seen, named: 5), log) == forged)
        // Kept by the hub: it would be its own witness.
        let hubs = cosigned(seen, seed: 4, named: 3)
        #expect(finding(hubs, by: 3, log) == .cosignatureForged(TestLog.key(3)))
        let before = log
        log.move(2, from: 101, to: 102, 300, by: 1)
        #expect(finding(cosigned(seen), log) == nil, "it only grew since")
        let later = cosigned(try #require(log.heads.last))
        #expect(finding(later, before) == .cosignedElse(TestLog.key(4)))
        var other = before
        other.move(2, from: 101, to: 102, 301, by: 1)
        #expect(finding(later, other) == .cosignedElse(TestLog.key(4)))
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

    @Test func `an entry signed by a holder who left is refused, and so is a time that runs back`() {
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
