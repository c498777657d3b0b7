import Compression
import Crypto
import Family
import SQL
import Storage

/// What a member's packs say, opened with the key of their member.
struct FixPackReader {
    let member: ID<Member>
    let key: AEADKey

    /// The row's form of some fixes, which lie in the order of time; nil without memory.
    func seal(_ records: [FixRecord]) -> [UInt8]? {
        guard let first = records.first else { return nil }
        let bytes = FixPack.bytes(of: records)
        guard let packed = Deflate.compress(bytes) else { return nil }
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
        return key.seal(length + packed, additional: binding(first.fix.at))
    }

    /// The fixes in a row; nil where it is not this member's, or damaged.
    func open(_ row: FixPackRow) -> [FixRecord]? {
        bytes(row).flatMap(FixPack.records)
    }

    /// Appends those fixes in a row that were taken within `times`; false where it is not this member's, or damaged.
    func append(_ row: FixPackRow, within times: ClosedRange<Timestamp>, to records: inout [FixRecord]) -> Bool {
        bytes(row).map { FixPack.append($0, within: times, to: &records) } ?? false
    }

    /// The fix in a row of its own; nil where it is not this member's.
    func open(_ row: FixRow) -> FixRecord? {
        MemberState.open(row, of: member, with: key)
    }

    private func bytes(_ row: FixPackRow) -> [UInt8]? {
        guard let plain = key.open(row.sealed, additional: binding(row.firstAt)), plain.count >= 4 else { return nil }
        let count = plain.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // Seven numbers of at most eight bytes and five figures: no pack is longer.
        guard count <= FixPack.countMax * 128 else { return nil }
        return Deflate.decompress(Array(plain.dropFirst(4)), count: count)
    }

    /// A row moved to another member or another time no longer opens.
    private func binding(_ firstAt: Timestamp) -> [UInt8] {
        var bytes = Vault.Purpose.fixPack.binding(member.bytes)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: firstAt.milliseconds >> Int64(shift)))
        }
        return bytes
    }
}

extension FixRecord {
    /// What makes two fixes of a member one: packed, they no longer say which device told them.
    struct Identity: Hashable {
        let at: Timestamp
        let coordinate: Coordinate
    }

    var identity: Identity { Identity(at: fix.at, coordinate: fix.coordinate) }
}
