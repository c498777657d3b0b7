package import Family
import Messaging
import Synchronization

/// What a hub has done since it started.
package struct HubTally: Sendable {
    package var requests = 0
    package var fixesStored = 0
    package var fixesRepeated = 0
    /// Requests of phones that were answered 503 because they could not be stored.
    package var notStored = 0
    /// Those that came too fast.
    package var throttled = 0
    /// From a phone's report to its answer.
    package var ingest = Histogram()
    /// Tries to send a message, by channel and what became of them.
    package var messages: [MessageTries: Int] = [:]
    /// When deadlines were last looked at; nil before the first time.
    package var lastRound: Timestamp?
    /// When old rows were last deleted; nil before the first time.
    package var lastTidied: Timestamp?
}

/// Tries to send a message on one channel that came to the same.
package struct MessageTries: Hashable, Comparable, Sendable {
    /// `text`, `push` or `mail`.
    package let channel: String
    /// `sent`, `sent_by_second`, `refused`, `gone` or `put_off`.
    package let outcome: String

    package static func < (one: MessageTries, other: MessageTries) -> Bool {
        (one.channel, one.outcome) < (other.channel, other.outcome)
    }
}

extension MessageTries {
    init(_ channel: Channel, _ outcome: SendOutcome) {
        self.channel = channel.rawValue
        self.outcome =
            switch outcome {
            case .sent: "sent"
            case .sentInstead: "sent_by_second"
            case .refused: "refused"
            case .gone: "gone"
            case .later: "put_off"
            }
    }
}

/// Counts what a hub does, for its keeper.
final class HubCounts: Sendable {
    private let state = Mutex(HubTally())

    /// Adds what one request of a phone came to.
    func add(_ result: Result<DeviceReportOutcome, DeviceReportRefusal>, took duration: Duration) {
        state.withLock { tally in
            switch result {
            case .success(let outcome):
                tally.requests += 1
                tally.fixesStored += outcome.stored
                tally.fixesRepeated += outcome.repeated
                tally.ingest.add(duration)
            case .failure(.notStored): tally.notStored += 1
            case .failure(.throttled): tally.throttled += 1
            }
        }
    }

    var tally: HubTally { state.withLock { $0 } }
}
