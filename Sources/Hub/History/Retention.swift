package import Family
import SQL
import Storage
import Synchronization

extension Hub {
    /// How many days a member's own history is kept until they choose (F57).
    package static let historyDaysAtFirst = 30
    /// More days than this are for ever.
    package static let historyDaysMax = 36_500

    private static let dayMilliseconds: Int64 = 86_400_000
    /// Old rows are deleted at three in the morning, UTC, when few members send or look.
    private static let nightMilliseconds: Int64 = 3 * 3_600_000
    /// Rows that go in one transaction: whoever writes in between waits for so many.
    private static let oldRowsAtOnce = 2_000

    /// How many days a member's own history is kept; nil is for ever.
    package func historyDays(of member: ID<Member>) async throws -> Int? {
        try await database.read { try $0.historyDays(of: member) } ?? Hub.historyDaysAtFirst
    }

    /// Whether a member ever said how long their history is kept: before that nothing is imported.
    package func hasChosenHistoryDays(_ member: ID<Member>) async throws -> Bool {
        try await database.read { try $0.historyDays(of: member) } != nil
    }

    /// Sets how many days a member's own history is kept, 0 to 36 500; nil is for ever.
    ///
    /// Older fixes are deleted at night. Throws `RetentionRefusal`, or `StorageError`.
    package func setHistoryDays(of member: ID<Member>, to days: Int?) async throws {
        guard (0...Hub.historyDaysMax).contains(days ?? 0) else { throw RetentionRefusal.daysOutOfRange }
        try await database.transaction { try $0.setHistoryDays(of: member, days) }
    }

    /// Which night it is: once in each, and once after a start, old rows go.
    func night(of now: Timestamp) -> Int64 {
        (now.milliseconds - Hub.nightMilliseconds) / Hub.dayMilliseconds
    }

    /// Deletes every row that is older than its table or its member keeps it (F57).
    ///
    /// In small parts: whoever writes in between waits for one of them.
    package func purgeExpired() async throws {
        let now = outside.now()
        for table in MemberTable.all {
            while try await database.transaction({
                try $0.deleteOld(table, now: now, rows: Hub.oldRowsAtOnce)
            }) == Hub.oldRowsAtOnce {}
        }
        try await database.transaction { try $0.eraseOwnNames(now: now) }
        var last: ID<Member>?
        while true {
            let after = last
            let page = try await database.read { transaction in
                try transaction.membersByHistory(after: after, daysAtFirst: Hub.historyDaysAtFirst, limit: 200)
            }
            for (member, days) in page {
                guard let days else { continue }
                try await deleteHistory(
                    of: member,
                    upTo: now.advanced(byMilliseconds: -Int64(days) * Hub.dayMilliseconds)
                )
            }
            guard page.count == 200, let end = page.last else { break }
            last = end.member
        }
        _ = try await packPastDays()
        // Tombstones grow old as well.
        try outside.keepTombstones(try await database.read { try $0.tombstones() })
    }

    private func deleteHistory(of member: ID<Member>, upTo end: Timestamp) async throws {
        let next = end.advanced(byMilliseconds: 1)
        if try await database.read({ try $0.hasFixPack(of: member, before: next) }) {
            try await removePackedFixes(of: member, before: next)
        }
        var isMore = inbox.rows(of: member).contains { $0.at <= end }
        if !isMore { isMore = try await database.read { try $0.hasFix(of: member, upTo: end) } }
        while isMore {
            let removal = Mutex<FixWriteBuffer.Removal?>(nil)
            isMore = try await database.transaction { transaction in
                try self.keepPresence(of: member, in: transaction)
                let count = try transaction.deleteFixes(of: member, upTo: end, rows: Hub.oldRowsAtOnce)
                // Last, as nothing may fail after it.
                removal.withLock { $0 = self.inbox.remove(of: member, upTo: end) }
                return count == Hub.oldRowsAtOnce
            } undo: {
                if let removal = removal.withLock({ $0 }) { self.inbox.putBack(removal) }
            }
        }
    }

    /// Writes what fixes add up to before they go: it could not be found again from them.
    func keepPresence(of member: ID<Member>, in transaction: Transaction) throws(StorageError) {
        let subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox)
        guard var subject, subject.fixesUnwritten > 0 else { return }
        try subject.save(to: transaction)
        subjects.keep([subject])
    }
}
