import Family
import HTTPClient
import Hub
import Synchronization

/// Tells somebody outside each minute that the hub works, so that they notice when it does not (F6).
///
/// What it asks for is a secret of the keeper and is named nowhere.
struct Watchdog: Sendable {
    /// Between two words to the watchdog; three that are missing make it bark.
    static let pause = Duration.seconds(60)

    private let url: String
    private let hub: Hub
    private let outside: HubDependencies
    private let book: WatchdogLog

    init(url: String, hub: Hub, log: WatchdogLog) {
        self.url = url
        self.hub = hub
        outside = hub.outside
        book = log
    }

    /// Tells it until the task is cancelled.
    func run(every pause: Duration = Watchdog.pause) async {
        while !Task.isCancelled {
            await notify()
            try? await Task.sleep(for: pause)
        }
    }

    /// Tells it once, unless this hub would raise no alarm: then silence is the word.
    private func notify() async {
        guard let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 5_000, answerMilliseconds: 10_000)
        else { return }
        do {
            try await hub.checkAlarms()
            let request = OutgoingRequest(url: url, contentType: "text/plain", authorization: .none, body: [])
            let answer = try await client.post(request)
            guard !(200..<300).contains(answer.status) else { return book.noteTold(at: outside.now()) }
            book.noteFailure()
            outside.log(LogEntry(.warning, "the watchdog did not take our word", [("status", "\(answer.status)")]))
        } catch {
            book.noteFailure()
            let words = (error as? HTTPClientFailure)?.words ?? (error as? AlarmFault)?.words ?? safeWords(error)
            outside.log(LogEntry(.warning, "the watchdog was not told", [("reason", words)]))
        }
    }
}

/// What became of the words to the watchdog, for figures and the doctor.
final class WatchdogLog: Sendable {
    /// How it stands.
    struct Entry: Sendable {
        /// When it last took our word; nil while it has not.
        var toldAt: Timestamp?
        var failures = 0
    }

    private let entry = Mutex(Entry())

    var read: Entry { entry.withLock { $0 } }

    func noteTold(at now: Timestamp) {
        entry.withLock { $0.toldAt = now }
    }

    func noteFailure() {
        entry.withLock { $0.failures += 1 }
    }
}
