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
    /// Fixes, with those of their days that are there already, after which a transaction takes no further day: every
    /// call for help waits for it, and memory holds them.
    private static let fixesPerPart = 50_000
    /// A day with more fixes is refused: eight each second.
    fileprivate static let fixesPerDayMax = 8 * 86_400
    private static let triesMax = 5

    /// Brings fixes of a member into their history, and returns once they are stored.
    ///
    /// They go straight into the packs of their days: none of them moves a presence, tells anybody anything, or is shown
    /// to anybody else. What is there already is not stored again. A refusal changes nothing; a failure in between
    /// leaves whole days stored, and the same fixes again only add the rest. Throws `HistoryRefusal.retentionNotChosen`
    /// where the member never said how long their history is kept, `SubjectRefusal.notFound` or `StorageError`.
    package func importFixes(_ fixes: [Fix], of member: ID<Member>) async throws -> ImportedCount {
        let now = outside.now()
        guard let days = try await database.read(seesHeld: false, { try $0.historyDays(of: member) }) else {
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
        var rest = records.keys.sorted().compactMap { records[$0] }[...]
        while !rest.isEmpty {
            let (days, added) = try await add(rest, to: member)
            count.added += added
            count.known += rest.prefix(days).reduce(0) { $0 + $1.count } - added
            rest = rest.dropFirst(days)
        }
        return count
    }

    /// Adds the fixes of as many days as fit a transaction, one at least; answers how many days, and how many fixes were new.
    private func add(_ days: ArraySlice<[FixRecord]>, to member: ID<Member>) async throws -> (days: Int, added: Int) {
        var tries = 0
        while true {
            do {
                return try await tryToAdd(days, to: member)
            } catch is PackingInterrupted where tries < Hub.triesMax {
                tries += 1
            }
        }
    }

    private func tryToAdd(
        _ days: ArraySlice<[FixRecord]>,
        to member: ID<Member>
    ) async throws -> (days: Int, added: Int) {
        let (vault, subjects) = (vault, subjects)
        // Asked before the snapshot begins: what moves home in between is then found there.
        let recent = inbox.rows(of: member)
        let (taken, merges) = try await database.read(seesHeld: false) { transaction -> (Int, [DayMerge]) in
            guard
                let key = try subjects.known(member)?.key
                    ?? MemberState.key(of: member, from: transaction, vault: vault)
            else { throw SubjectRefusal.notFound }
            let reader = FixPackReader(member: member, key: key)
            var (taken, size, merges) = (0, 0, [DayMerge]())
            for day in days where size < Hub.fixesPerPart {
                if let merge = try DayMerge(day, into: reader, recent: recent, from: transaction) {
                    merges.append(merge)
                    size += merge.count
                }
                (taken, size) = (taken + 1, size + day.count)
            }
            return (taken, merges)
        }
        guard !merges.isEmpty else { return (taken, 0) }
        let rows = try merges.map { try $0.sealedRows() }
        try await database.transaction { transaction in
            for (merge, rows) in zip(merges, rows) { try merge.replace(with: rows, in: transaction) }
        }
        return (taken, merges.reduce(0) { $0 + $1.added })
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
    /// How many fixes are written, new ones and others.
    var count: Int { records.count }

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
        let count = packs.reduce(fixes.count) { $0 + $1.count }
        guard count <= Hub.fixesPerDayMax else { throw HistoryRefusal.fileTooLarge }
        if count > FixPack.countMax {
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
            if let record = MemberState.open(row, of: reader.member, with: reader.key) { known.insert(record.identity) }
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
