import Family
import SQL
import Storage
import Synchronization

/// Why a hub would raise no alarm now.
package enum AlarmFault: Error, Hashable {
    /// No round of deadlines went well for `Hub.roundsMissedMilliseconds`.
    case deadlinesStuck
    /// Calls for help are in memory alone.
    case unwritten

    /// The fault in words, without values.
    package var words: String {
        switch self {
        case .deadlinesStuck: "deadlines are not handled"
        case .unwritten: "the disk takes nothing"
        }
    }
}

extension Hub {
    /// For so long no round of deadlines may be missing.
    package static let roundsMissedMilliseconds: Int64 = 30_000

    /// Throws unless alarms would be raised now: deadlines are handled, and the database writes.
    ///
    /// What the watchdog outside hears depends on this alone, so that a hub which answers pages and raises no alarms is
    /// silent (F6). Throws `AlarmFault`, or what the database throws.
    package func checkAlarms() async throws {
        let lastAt = machine.lastRound.withLock { $0 } ?? openedAt
        guard outside.now().milliseconds(since: lastAt) < Hub.roundsMissedMilliseconds else {
            throw AlarmFault.deadlinesStuck
        }
        guard !database.isHolding else { throw AlarmFault.unwritten }
        try await database.transaction(for: .reserved) { try $0.rewriteKeeper() }
    }
}
