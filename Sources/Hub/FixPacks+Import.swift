import Crypto
package import Family
import SQL
import Storage

/// What became of fixes that were brought in from elsewhere.
package struct ImportedCount: Hashable, Sendable {
    /// New ones, which are stored.
    package var added = 0
    /// Those that the hub had already.
    package var known = 0
    /// Those stamped later than now.
    package var future = 0
    /// Those older than the member keeps their history.
    package var tooOld = 0

    package init() {}
}

extension Hub {
    /// Days that one transaction changes: whoever writes in between waits for so many.
    private static let daysPerPart = 64
    private static let triesMax = 5

    /// Brings fixes of a member into their history, on a thread of one's own, which waits until they are stored.
    ///
    /// They go straight into the packs of their days: none of them moves a presence, tells anybody anything, or is shown
    /// to anybody else. What is there already is not stored again. A refusal changes nothing; a failure in between
    /// leaves whole days stored, and the same fixes again only add the rest. Throws `HistoryRefusal.retentionNotChosen`
    /// where the member never said how long their history is kept, `SubjectRefusal.notFound` or `StorageError`.
    package func importAndWait(_ fixes: [Fix], of member: ID<Member>) throws -> ImportedCount {
        let now = outside.now()
        guard let days = try database.readAndWait({ try $0.historyDays(of: member) }) else {
            throw HistoryRefusal.retentionNotChosen
        }
        let earliest = days.map { now.advanced(byMilliseconds: -Int64($0) * 86_400_000) }
        var count = ImportedCount()
        var records: [Int64: [FixRecord]] = [:]
        for fix in fixes {
            if fix.at.milliseconds(since: now) > Presence.futureMillisecondsMax {
                count.future += 1
            } else if let earliest, fix.at <= earliest {
                count.tooOld += 1
            } else {
                records[fix.at.dayNumber, default: []].append(FixRecord(imported: fix, now: now))
            }
        }
        let order = records.keys.sorted()
        for start in stride(from: 0, to: order.count, by: Hub.daysPerPart) {
            let part = order[start..<min(start + Hub.daysPerPart, order.count)].compactMap { records[$0] }
            let added = try add(part, to: member)
            count.added += added
            count.known += part.reduce(0) { $0 + $1.count } - added
        }
        return count
    }

    /// Adds the fixes of some days, each by itself; answers how many were new.
    private func add(_ days: [[FixRecord]], to member: ID<Member>) throws -> Int {
        var tries = 0
        while true {
            do {
                return try tryToAdd(days, to: member)
            } catch is PackingInterrupted where tries < Hub.triesMax {
                tries += 1
            }
        }
    }

    private func tryToAdd(_ days: [[FixRecord]], to member: ID<Member>) throws -> Int {
        let (vault, subjects) = (vault, subjects)
        // Asked before the snapshot begins: what moves home in between is then found there.
        let recent = inbox.rows(of: member)
        let merges = try database.readAndWait { transaction -> [DayMerge] in
            guard let key = try subjects.known(member)?.key ?? Subject.key(of: member, from: transaction, vault: vault)
            else { throw SubjectRefusal.notFound }
            let reader = FixPackReader(member: member, key: key)
            return try days.compactMap { try DayMerge($0, into: reader, recent: recent, from: transaction) }
        }
        guard !merges.isEmpty else { return 0 }
        let rows = try merges.map { try $0.sealedRows() }
        try database.transactionAndWait { transaction in
            for (merge, rows) in zip(merges, rows) { try merge.replace(with: rows, in: transaction) }
        }
        return merges.reduce(0) { $0 + $1.added }
    }
}

extension FixRecord {
    /// A fix from elsewhere: history of its member alone, from the first moment.
    fileprivate init(imported fix: Fix, now: Timestamp) {
        let isOld = now.milliseconds(since: fix.at) > Presence.historyOnlyMilliseconds
        self.init(fix: fix, receivedAt: now, marks: isOld ? [.old, .hidden] : [.late, .hidden])
    }
}

/// New fixes of one day with the packs that they go into.
private struct DayMerge: Sendable {
    private let reader: FixPackReader
    private let packs: [FixPackRow]
    private let records: [FixRecord]
    /// How many of the fixes are new.
    let added: Int

    /// Reads what is there of that day; nil where nothing is new.
    init?(
        _ fixes: [FixRecord],
        into reader: FixPackReader,
        recent: [FixRow],
        from transaction: Transaction
    ) throws {
        guard let first = fixes.map(\.fix.at).min(), let last = fixes.map(\.fix.at).max() else { return nil }
        let end = last.advanced(byMilliseconds: 1)
        let day = Timestamp(milliseconds: first.dayNumber * Transaction.fixPackMilliseconds)
        let dayEnd = day.advanced(byMilliseconds: Transaction.fixPackMilliseconds)
        var packs = try transaction.fixPacks(of: reader.member, from: day, to: dayEnd, limit: .max)
        if packs.reduce(fixes.count, { $0 + $1.count }) > FixPack.countMax {
            packs.removeAll { $0.lastAt < first || $0.firstAt >= end }
        }
        var known = Set<FixRecord.Identity>()
        var records: [FixRecord] = []
        for pack in packs {
            // What cannot be read must not be lost by being packed anew: it stays beside the new ones.
            guard let packed = reader.open(pack) else { throw StorageError(.other, "a pack of fixes is damaged") }
            records += packed
            for record in packed { known.insert(record.identity) }
        }
        let times = first..<end
        let rows = try transaction.fixes(of: reader.member, from: first, to: end, after: nil, limit: .max)
        for row in rows + recent.filter({ times.contains($0.at) }) {
            if let record = Subject.open(row, of: reader.member, with: reader.key) { known.insert(record.identity) }
        }
        let new = fixes.filter { known.insert($0.identity).inserted }
        guard !new.isEmpty else { return nil }
        (self.reader, self.packs, added) = (reader, packs, new.count)
        self.records = (records + new).sorted { $0.fix.at < $1.fix.at }
    }

    func sealedRows() throws(StorageError) -> [SealedFixes] {
        guard let rows = reader.sealedRows(records) else { throw StorageError(.other, "fixes could not be packed") }
        return rows
    }

    /// Puts the rows in the place of the packs, or throws where these are no longer what was read.
    func replace(with rows: [SealedFixes], in transaction: Transaction) throws {
        for pack in packs {
            guard try transaction.removeFixPack(pack.id) else { throw PackingInterrupted() }
        }
        for row in rows { try transaction.add(row, of: reader.member) }
    }
}
