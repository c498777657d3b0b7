import Crypto
import Family
import SQL
import Storage

extension Hub {
    /// Fixes stay in rows of their own for so long at least: what comes late, and what is found out about them, is
    /// mostly settled by then.
    private static let looseMilliseconds: Int64 = 24 * 3_600_000
    private static let membersPerLook = 200

    /// Packs what is left of past days (P5), part by part, so that fixes that come meanwhile hardly wait.
    ///
    /// A crash leaves every fix where it was or in its pack. Fixes of a packed day that come later get rows of their
    /// own until the next time. Answers how many fixes were packed; ends early when its task is cancelled.
    package func packPastDays() async throws -> Int {
        var packed = 0
        var last: ID<Member>?
        while true {
            let after = last
            let members = try await database.read { try $0.memberIDs(after: after, limit: Hub.membersPerLook) }
            guard let end = members.last else { return packed }
            for member in members {
                while !Task.isCancelled, let count = try await packPart(of: member) { packed += count }
                if Task.isCancelled { return packed }
            }
            last = end
        }
    }

    /// Packs a member's oldest single fixes, of one day at most; nil where none are due.
    private func packPart(of member: ID<Member>) async throws -> Int? {
        let (vault, subjects, now) = (vault, subjects, outside.now())
        let part = try await database.read { transaction -> PackingPart? in
            // Two looks at an index say of most members that there is nothing to do.
            guard let oldest = try transaction.oldestFixAt(of: member),
                let newest = try transaction.newestFixAt(of: member)
            else { return nil }
            // The newest day stays: what was heard last is looked up among single rows.
            let end = min(newest, now.advanced(byMilliseconds: -Hub.looseMilliseconds)).startOfDay
            guard oldest < end,
                let key = try subjects.known(member)?.key
                    ?? MemberState.key(of: member, from: transaction, vault: vault)
            else { return nil }
            return try PackingPart(FixPackReader(member: member, key: key), oldest: oldest, from: transaction)
        }
        guard let part, let rows = part.sealedRows() else { return nil }
        try await database.transaction { try part.replace(with: rows, in: $0) }
        return part.singleCount
    }
}

/// Single fixes of one day with the packs they belong into.
private struct PackingPart: Sendable {
    private let member: ID<Member>
    private let key: AEADKey
    private let period: Range<Timestamp>
    private let packs: [FixPackRow]
    private let records: [FixRecord]
    /// How many rows of their own the fixes had.
    let singleCount: Int

    /// Reads a part, the oldest first; nil where there is nothing to do or a pack cannot be opened.
    init?(_ reader: FixPackReader, oldest: Timestamp, from transaction: Transaction) throws(StorageError) {
        (member, key) = (reader.member, reader.key)
        let day = oldest.startOfDay
        let dayEnd = day.advanced(byMilliseconds: Transaction.fixPackMilliseconds)
        var rows = try transaction.fixes(of: member, from: oldest, to: dayEnd, after: nil, limit: FixPack.countMax)
        if rows.count == FixPack.countMax, let last = rows.last, rows[0].at < last.at {
            // What shares a millisecond stays together.
            rows.removeAll { $0.at == last.at }
        }
        guard let last = rows.last else { return nil }
        period = oldest..<last.at.advanced(byMilliseconds: 1)
        var packs = try transaction.fixPacks(of: member, from: day, to: dayEnd, limit: .max)
        if packs.reduce(rows.count, { $0 + $1.count }) > FixPack.countMax {
            let (start, end) = (period.lowerBound, period.upperBound)
            packs.removeAll { $0.lastAt < start || $0.firstAt >= end }
        }
        var known = Set<FixRecord.Identity>()
        var records: [FixRecord] = []
        for pack in packs {
            guard let packed = reader.open(pack) else { return nil }
            records += packed.filter { known.insert($0.identity).inserted }
        }
        let member = member
        let key = key
        let singles = rows.compactMap { MemberState.open($0, of: member, with: key) }
        // What cannot be read must not be lost by being packed.
        guard singles.count == rows.count else { return nil }
        records += singles.filter { known.insert($0.identity).inserted }
        self.packs = packs
        self.records = records.sorted { $0.fix.at < $1.fix.at }
        singleCount = rows.count
    }

    /// What takes their place; nil without memory.
    func sealedRows() -> [SealedFixes]? {
        FixPackReader(member: member, key: key).sealedRows(records)
    }

    /// Puts the rows in the place of what they hold, or throws where that is no longer what was read.
    func replace(with rows: [SealedFixes], in transaction: Transaction) throws {
        let removed = try transaction.removeFixes(of: member, from: period.lowerBound, to: period.upperBound)
        guard removed == singleCount else { throw PackingInterrupted() }
        for pack in packs {
            guard try transaction.removeFixPack(pack.id) else { throw PackingInterrupted() }
        }
        for row in rows { try transaction.add(row, of: member) }
    }
}

/// Fixes of one row, sealed.
struct SealedFixes: Sendable {
    let records: ArraySlice<FixRecord>
    let sealed: [UInt8]
}

extension FixPackReader {
    /// The rows for some fixes, which lie in the order of time; nil without memory.
    func sealedRows(_ records: [FixRecord]) -> [SealedFixes]? {
        var rows: [SealedFixes] = []
        for part in records.parts() {
            guard let sealed = seal(Array(part)) else { return nil }
            rows.append(SealedFixes(records: part, sealed: sealed))
        }
        return rows
    }
}

extension Transaction {
    /// Adds a row of sealed fixes.
    func add(_ row: SealedFixes, of member: ID<Member>) throws(StorageError) {
        guard let first = row.records.first, let last = row.records.last else { return }
        try addFixPack(
            of: member,
            from: first.fix.at,
            to: last.fix.at,
            count: row.records.count,
            sealed: row.sealed
        )
    }
}

/// Fixes came or went while their day was packed: it is left as it is until the next time.
struct PackingInterrupted: Error {}

extension [FixRecord] {
    /// The records in parts that fit into a pack; what shares a millisecond is in one part where it can be.
    fileprivate func parts() -> [ArraySlice<FixRecord>] {
        var parts: [ArraySlice<FixRecord>] = []
        var rest = self[...]
        while rest.count > FixPack.countMax {
            var end = rest.startIndex + FixPack.countMax
            while end > rest.startIndex, rest[end - 1].fix.at == rest[end].fix.at { end -= 1 }
            if end == rest.startIndex { end += FixPack.countMax }
            parts.append(rest[..<end])
            rest = rest[end...]
        }
        return parts + (rest.isEmpty ? [] : [rest])
    }
}

extension Timestamp {
    /// The midnight of UTC before it.
    fileprivate var startOfDay: Timestamp {
        let day = Transaction.fixPackMilliseconds
        let rest = milliseconds % day
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + day : rest))
    }
}
