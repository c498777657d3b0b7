import Family
import SQL
import Storage
import Synchronization

/// Gathers looks in memory and writes them together, so that no answer waits for it.
///
/// A look is written within `pauseSeconds` of its beginning and whenever it shows more; that it goes on is written once
/// a minute. What a crash can lose is what was noted in those seconds.
final class AccessLogBuffer: Sendable {
    /// One look: what begins later than a quarter of an hour after it is another.
    fileprivate struct Key: Hashable {
        var subject: ID<Member>
        var viewer: Looker
        var firstAt: Timestamp
        var isWithheld: Bool
    }

    fileprivate struct Pair: Hashable {
        var subject: ID<Member>
        var viewer: Looker
        /// Withheld looks are kept apart from those that are shown (F29).
        var isWithheld: Bool
    }

    /// A look under way, and how much of it is written or waits to be.
    fileprivate struct Open {
        var firstAt: Timestamp
        var precision: Precision
        var screens: Int64
        var dueAt: Timestamp
    }

    fileprivate struct State {
        var open = TwoGenerationCache<Pair, Open>(capacity: 100_000)
        var waiting: [Key: LookRow] = [:]
        /// Those among the waiting that say something new.
        var due: Set<Key> = []
        var isComing = false
    }

    static let mergedMilliseconds: Int64 = 900_000
    /// More looks than these of one viewer within a day are worth a quiet word to the subject (F38).
    static let looksADayMax = 30
    private static let pauseSeconds = 3
    private static let rowsPerTurn = 256
    fileprivate static let touchMilliseconds: Int64 = 60_000
    /// Beyond this many that wait, new ones are not kept: the database has been refusing for long.
    fileprivate static let waitingMax = 200_000

    private let database: Database
    private let notice: @Sendable (_ subject: ID<Member>, _ viewer: ID<Member>) -> NoticeRow
    private let told: @Sendable ([ID<Member>]) -> Void
    private let fault: @Sendable (StorageError?) -> Void
    private let state = Mutex(State())

    init(
        database: Database,
        notice: @escaping @Sendable (_ subject: ID<Member>, _ viewer: ID<Member>) -> NoticeRow,
        told: @escaping @Sendable ([ID<Member>]) -> Void,
        fault: @escaping @Sendable (StorageError?) -> Void
    ) {
        self.database = database
        self.notice = notice
        self.told = told
        self.fault = fault
    }

    /// Notes that a viewer was shown these subjects; returns at once.
    func note(
        _ viewer: Looker,
        _ seen: [(ID<Member>, Precision)],
        _ screens: Screens,
        isWithheld: Bool,
        now: Timestamp
    ) {
        let begin = state.withLock { state in
            for (subject, precision) in seen {
                let pair = Pair(subject: subject, viewer: viewer, isWithheld: isWithheld)
                state.note(pair, precision, screens.rawValue, now: now)
            }
            guard !state.due.isEmpty, !state.isComing else { return false }
            state.isComing = true
            return true
        }
        guard begin else { return }
        Task(priority: .utility) { [weak self] in
            try? await Task.sleep(for: .seconds(Self.pauseSeconds))
            await self?.writeDue()
        }
    }

    /// Writes what waits of a subject, nil for all, and returns when it is on disk.
    func write(_ subject: ID<Member>?) async throws {
        let rows = state.withLock { $0.take { key in subject.map { $0 == key.subject } ?? true } }
        guard !rows.isEmpty else { return }
        do {
            told(try await database.transaction { try self.write(rows, in: $0) })
        } catch {
            state.withLock { $0.putBack(rows) }
            throw error
        }
    }

    private func writeDue() async {
        while true {
            let rows = state.withLock { state in
                // A part at a time: fixes that wait for the writer come in between.
                let rows = state.takeDue(limit: Self.rowsPerTurn)
                state.isComing = !rows.isEmpty
                return rows
            }
            guard !rows.isEmpty else { return }
            do {
                told(try await database.transaction { try self.write(rows, in: $0) })
            } catch {
                state.withLock { state in
                    state.putBack(rows)
                    // With the next look it is tried again.
                    state.isComing = false
                }
                return fault(error as? StorageError)
            }
        }
    }

    /// Writes looks, and answers which subjects are told that somebody looks often.
    private func write(_ rows: [LookRow], in transaction: Transaction) throws -> [ID<Member>] {
        var subjects: [ID<Member>] = []
        for row in rows.sorted(by: { $0.firstAt < $1.firstAt }) {
            // A live link is for watching all the while, and ends by itself: it gives no hint.
            guard try transaction.addLook(row, mergedMilliseconds: Self.mergedMilliseconds), !row.isWithheld,
                let viewer = row.viewer.member
            else { continue }
            let dayAgo = row.firstAt.advanced(bySeconds: -86_400)
            let count = try transaction.lookCount(at: row.subject, by: viewer, since: dayAgo)
            guard count > Self.looksADayMax,
                try transaction.hintAtLooks(at: row.subject, by: viewer, now: row.firstAt, unlessSince: dayAgo)
            else { continue }
            try transaction.addNotice(notice(row.subject, viewer))
            subjects.append(row.subject)
        }
        return subjects
    }
}

extension AccessLogBuffer.State {
    fileprivate mutating func note(
        _ pair: AccessLogBuffer.Pair,
        _ precision: Precision,
        _ screens: Int64,
        now: Timestamp
    ) {
        let known = open.value(for: pair)
        var look =
            known.flatMap { now.milliseconds(since: $0.firstAt) < AccessLogBuffer.mergedMilliseconds ? $0 : nil }
            ?? AccessLogBuffer.Open(firstAt: now, precision: .off, screens: 0, dueAt: now)
        let key = AccessLogBuffer.Key(
            subject: pair.subject,
            viewer: pair.viewer,
            firstAt: look.firstAt,
            isWithheld: pair.isWithheld
        )
        let isDue = now >= look.dueAt || precision > look.precision || screens & ~look.screens != 0
        look.precision = max(look.precision, precision)
        look.screens |= screens
        if isDue { look.dueAt = now.advanced(byMilliseconds: AccessLogBuffer.touchMilliseconds) }
        open.set(look, for: pair)
        guard waiting[key] != nil || waiting.count < AccessLogBuffer.waitingMax else { return }
        waiting[key] = LookRow(
            subject: pair.subject,
            viewer: pair.viewer,
            firstAt: look.firstAt,
            lastAt: now,
            precision: look.precision,
            screens: look.screens,
            isWithheld: pair.isWithheld
        )
        if isDue { due.insert(key) }
    }

    /// Takes out what is to be written now.
    fileprivate mutating func take(_ matches: (AccessLogBuffer.Key) -> Bool) -> [LookRow] {
        let keys = waiting.keys.filter(matches)
        due.subtract(keys)
        return keys.compactMap { waiting.removeValue(forKey: $0) }
    }

    /// Takes out some of those that say something new.
    fileprivate mutating func takeDue(limit: Int) -> [LookRow] {
        let keys = Array(due.prefix(limit))
        due.subtract(keys)
        return keys.compactMap { waiting.removeValue(forKey: $0) }
    }

    /// Takes back what could not be written; what was noted since is newer and holds it all.
    fileprivate mutating func putBack(_ rows: [LookRow]) {
        for row in rows where waiting.count < AccessLogBuffer.waitingMax {
            let key = AccessLogBuffer.Key(
                subject: row.subject,
                viewer: row.viewer,
                firstAt: row.firstAt,
                isWithheld: row.isWithheld
            )
            if waiting[key] == nil { waiting[key] = row }
            due.insert(key)
        }
    }
}
