import Family
import SQL
import Storage
import Synchronization

/// Takes what is to be remembered and writes it when there is time (S37).
///
/// Nobody waits for it, and where it cannot write, nothing else fails: an alarm is told, a fix is taken (S38). What
/// waits is kept up to a limit and tried again; what goes beyond is counted, and the count is written.
final class SecurityLog: Sendable {
    private struct State {
        var waiting: [SecurityEventRow] = []
        var lost = 0
        var running: Task<Void, Never>?
    }

    /// Lines that wait to be written.
    static let waitingMax = 1_000
    private static let batchMax = 100

    private let database: Database
    private let outside: HubDependencies
    private let state = Mutex(State())

    init(database: Database, outside: HubDependencies) {
        self.database = database
        self.outside = outside
    }

    /// Remembers a line, soon.
    func note(_ event: SecurityEventRow) {
        state.withLock { state in
            if state.waiting.count < Self.waitingMax { state.waiting.append(event) } else { state.lost += 1 }
            if state.running == nil { state.running = Task { await write() } }
        }
    }

    /// Tries again what could not be written, and waits for all that is being written.
    func flush() async {
        state.withLock { state in
            if state.running == nil, !state.waiting.isEmpty { state.running = Task { await write() } }
        }
        while let running = state.withLock({ $0.running }) { await running.value }
    }

    private func write() async {
        while let batch = takeBatch() {
            do {
                try await database.transaction { transaction in
                    for event in batch { try transaction.addSecurityEvent(event) }
                }
            } catch {
                outside.log(
                    LogEntry(.error, "the security log could not be written", [("reason", safeWords(error))])
                )
                return giveBack(batch)
            }
        }
    }

    /// What is to be written next; where nothing is, the work is over.
    private func takeBatch() -> [SecurityEventRow]? {
        let now = outside.now()
        return state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running = nil
                return nil
            }
            var batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(batch.count)
            if state.lost > 0 {
                let kind = SecurityEventKind.eventsLost.rawValue
                batch.append(
                    SecurityEventRow(at: now, kind: kind, memberHash: nil, networkHash: nil, about: "\(state.lost)")
                )
                state.lost = 0
            }
            return batch
        }
    }

    /// Keeps what could not be written for the next time.
    private func giveBack(_ batch: [SecurityEventRow]) {
        state.withLock { state in
            state.running = nil
            let room = max(0, Self.waitingMax - state.waiting.count)
            state.waiting.insert(contentsOf: batch.suffix(room), at: 0)
            state.lost += max(0, batch.count - room)
        }
    }
}
