import Family
import LedgerLog
import Testing

@Suite struct EntryBytesTests {
    @Test func `an entry that was written is read again, and has one encoding only`() throws {
        var log = TestLog.begun()
        log.move(4, from: 100, to: 103, .max, phase: .hold, by: 3)
        for leaf in log.leaves {
            let entry = try #require(LedgerEntry(bytes: leaf.record))
            #expect(entry.bytes == leaf.record)
            #expect(LedgerEntry(bytes: leaf.record + [0]) == nil)
            for count in leaf.record.indices { #expect(LedgerEntry(bytes: Array(leaf.record[..<count])) == nil) }
            for position in leaf.record.indices {
                for bit in 0..<8 {
                    var turned = leaf.record
                    turned[position] ^= 1 << UInt8(bit)
                    if let other = LedgerEntry(bytes: turned) { #expect(other.bytes == turned) }
                }
            }
        }
    }

    @Test func `a transfer is signed as 128 bytes and what stands for its memo`() throws {
        var log = TestLog.begun()
        log.move(2, from: 101, to: 102, 5, by: 1)
        let entry = try #require(log.leaves.last.flatMap { LedgerEntry(bytes: $0.record) })
        guard case .command(.transfer(let transfer)) = entry.event else {
            Issue.record("no transfer")
            return
        }
        #expect(transfer.bytes.count == 160)
        #expect(Transfer(bytes: transfer.bytes) == transfer)
        let message = entry.event.message(in: TestLog.ledger)
        #expect(message == Array("hearth/transfer/v1\0".utf8) + TestLog.ledger.bytes + transfer.bytes)
    }
}
