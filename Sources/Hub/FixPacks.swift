import Compression
import Crypto
import Family
import SQL
import Storage

/// A fix of a track with its place in it.
struct StampedFix: Sendable {
    var at: Timestamp
    /// Tells fixes of one millisecond apart: the mark of one with a row of its own; of packed ones the least numbers,
    /// in their order.
    var tag: Int64
    /// Nil where it stands in the track already, or cannot be read.
    var record: FixRecord?
}

/// What a member's packs say, opened with the key of their member.
struct FixPackReader {
    let member: ID<Member>
    let key: SealingKey

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
        guard let plain = key.open(row.sealed, additional: binding(row.firstAt)), plain.count >= 4 else { return nil }
        let count = plain.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // Seven numbers of at most eight bytes and five figures: no pack is longer.
        guard count <= FixPack.countMax * 128,
            let bytes = Deflate.decompress(Array(plain.dropFirst(4)), count: count)
        else { return nil }
        return FixPack.records(bytes: bytes)
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

extension Transaction {
    /// A member's fixes of a time in their order, after the one named by `after`:
    /// those with a row of their own, those in packs, and `recent` ones from the inbox, each once.
    func stampedFixes(
        _ reader: FixPackReader,
        in times: Range<Timestamp>,
        after: TrackCursor?,
        recent: [FixRow],
        limit: Int
    ) throws(StorageError) -> [StampedFix] {
        let (from, to) = (times.lowerBound, times.upperBound)
        let start = max(from, after?.at ?? from)
        let packed = try packedFixes(reader, from: start, to: to, after: after, limit: limit)
        let stored = try fixes(
            of: reader.member,
            from: from,
            to: to,
            after: after.map { ($0.at, $0.tag) },
            limit: limit
        )
        let known = Set(packed.compactMap(\.record?.identity))
        let single = FixInbox.merged(stored, with: recent).prefix(limit).map { row in
            let record = Subject.open(row, of: reader.member, with: reader.key)
            let isKnown = record.map { known.contains($0.identity) } ?? true
            return StampedFix(at: row.at, tag: row.tag, record: isKnown ? nil : record)
        }
        guard !packed.isEmpty else { return single }
        return Array((packed + single).sorted { ($0.at, $0.tag) < ($1.at, $1.tag) }.prefix(limit))
    }

    /// Those in packs: as many as asked for, or all there are.
    private func packedFixes(
        _ reader: FixPackReader,
        from: Timestamp,
        to: Timestamp,
        after: TrackCursor?,
        limit: Int
    ) throws(StorageError) -> [StampedFix] {
        var found: [StampedFix] = []
        var start = from
        while found.count < limit {
            let packs = try fixPacks(of: reader.member, from: start, to: to, limit: 2)
            for pack in packs {
                // One that is damaged must not hide the rest.
                for fix in (reader.open(pack) ?? []).stamped where fix.at >= from && fix.at < to {
                    if let after, (fix.at, fix.tag) <= (after.at, after.tag) { continue }
                    found.append(fix)
                }
            }
            guard packs.count == 2, let last = packs.map(\.lastAt).max() else { break }
            start = last.advanced(byMilliseconds: 1)
        }
        return found
    }
}

extension [FixRecord] {
    /// The records with their places in a track.
    fileprivate var stamped: [StampedFix] {
        var tag = Int64.min
        var before: Timestamp?
        return map { record in
            tag = record.fix.at == before ? tag + 1 : .min
            before = record.fix.at
            return StampedFix(at: record.fix.at, tag: tag, record: record)
        }
    }
}
