import Family
import SQL
import Storage

/// A member's fixes of a time in their order, so many at a time: those with a row of their own, those in packs, and
/// recent ones from the inbox, each once.
struct TrackPart {
    /// Fewer than asked for where some stand in the track twice, or cannot be read.
    var records: [FixRecord]
    /// Where to go on; nil at the end.
    private(set) var next: TrackCursor?

    /// Reads the fixes of `times` after the one that `cursor` names.
    init(
        _ reader: FixPackReader,
        in times: Range<Timestamp>,
        after cursor: TrackCursor?,
        recent: [FixRow],
        limit: Int,
        from transaction: Transaction
    ) throws(StorageError) {
        var packed = try PackedFixes(reader, in: times, after: cursor, limit: limit, from: transaction)
        let stored = try transaction.fixes(
            of: reader.member,
            from: times.lowerBound,
            to: times.upperBound,
            after: cursor.map { ($0.at, $0.tag) },
            limit: limit
        )
        let single = FixWriteBuffer.merged(stored, with: recent)
        guard single.isEmpty else {
            (records, next) = packed.merged(with: single[...], by: reader, limit: limit)
            return
        }
        // A past day as a rule: nothing is compared, and nothing moves.
        next = packed.cut(to: limit)
        records = packed.records
    }
}

/// Fixes from packs, which tell no mark: those of one millisecond have the least numbers there are, in their order.
private struct PackedFixes {
    private(set) var records: [FixRecord] = []
    /// The first that comes after the cursor; those before it share its millisecond.
    private var start = 0

    /// At least as many as asked for, or all there are.
    init(
        _ reader: FixPackReader,
        in times: Range<Timestamp>,
        after cursor: TrackCursor?,
        limit: Int,
        from transaction: Transaction
    ) throws(StorageError) {
        let last = times.upperBound.advanced(byMilliseconds: -1)
        var from = max(times.lowerBound, cursor?.at ?? times.lowerBound)
        // As many as a dense track needs; a thin one asks again.
        let packsMax = limit / FixPack.countMax + 2
        var isInOrder = true
        while records.count - start < limit, from <= last {
            let packs = try transaction.fixPacks(of: reader.member, from: from, to: times.upperBound, limit: packsMax)
            let most = min(packs.reduce(0) { $0 + $1.count }, limit + FixPack.countMax)
            records.reserveCapacity(records.count + most)
            for pack in packs where records.count - start < limit {
                let before = records.last?.fix.at
                // One that is damaged must not hide the rest.
                _ = reader.append(pack, within: from...last, to: &records)
                if let before, pack.firstAt < before { isInOrder = false }
                skip(cursor)
            }
            guard packs.count == packsMax, let end = packs.map(\.lastAt).max() else { break }
            from = end.advanced(byMilliseconds: 1)
        }
        if !isInOrder { records.sort { $0.fix.at < $1.fix.at } }
    }

    /// Leaves out what is over the limit, and answers where to go on; nil where there is no more.
    mutating func cut(to limit: Int) -> TrackCursor? {
        let isFull = records.count - start >= limit
        let next = isFull ? place(start + limit - 1) : nil
        if isFull { records.removeLast(records.count - start - limit) }
        records.removeFirst(start)
        start = 0
        return next
    }

    /// The fixes with those that have rows of their own, where they are not the same, so many in all.
    func merged(
        with single: ArraySlice<FixRow>,
        by reader: FixPackReader,
        limit: Int
    ) -> (records: [FixRecord], next: TrackCursor?) {
        var merged: [FixRecord] = []
        merged.reserveCapacity(min(limit, records.count - start + single.count))
        var (index, rest, last) = (start, single, TrackCursor?.none)
        for _ in 0..<limit {
            let packed = index < records.count ? place(index) : nil
            if let packed, rest.first.map({ (packed.at, packed.tag) < ($0.at, $0.tag) }) ?? true {
                merged.append(records[index])
                (index, last) = (index + 1, packed)
            } else if let row = rest.popFirst() {
                if let record = reader.open(row), !contains(record) { merged.append(record) }
                last = TrackCursor(at: row.at, tag: row.tag)
            } else {
                return (merged, nil)
            }
        }
        return (merged, last)
    }

    private mutating func skip(_ cursor: TrackCursor?) {
        guard let cursor else { return }
        while start < records.count, records[start].fix.at == cursor.at, .min + Int64(start) <= cursor.tag {
            start += 1
        }
    }

    /// Where a fix stands in the track.
    private func place(_ index: Int) -> TrackCursor {
        let at = records[index].fix.at
        var first = index
        while first > 0, records[first - 1].fix.at == at { first -= 1 }
        return TrackCursor(at: at, tag: .min + Int64(index - first))
    }

    /// Whether the same fix was packed: then it no longer says which device told it.
    private func contains(_ record: FixRecord) -> Bool {
        var (first, end) = (0, records.count)
        while first < end {
            let middle = (first + end) / 2
            if records[middle].fix.at < record.fix.at { first = middle + 1 } else { end = middle }
        }
        return records[first...].prefix { $0.fix.at == record.fix.at }.contains { $0.identity == record.identity }
    }
}
