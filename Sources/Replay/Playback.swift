import Family

/// The sending of a timetable, one request after another, as a phone empties its queue.
///
/// A request that was not stored (5xx, 408, 429, or no answer) is sent again after a pause that doubles from one second
/// to ``pauseSecondsMax``, and before anything later. Unlike a phone, which tries forever, it gives up after
/// ``triesMax`` in a row, and at once where the hub has never answered, because then the address is wrong.
package struct Playback {
    /// The world around a replay.
    package struct Dependencies {
        /// Since the replay began, by a clock that is never set back.
        package var elapsedMilliseconds: () -> Int64
        package var sleepMilliseconds: (Int64) async throws -> Void
        package var post: (PhoneRequest) async -> PhoneReply
        package var tell: (Event) -> Void

        /// All four are called in turn, never at the same time.
        package init(
            elapsedMilliseconds: @escaping () -> Int64,
            sleepMilliseconds: @escaping (Int64) async throws -> Void,
            post: @escaping (PhoneRequest) async -> PhoneReply,
            tell: @escaping (Event) -> Void
        ) {
            self.elapsedMilliseconds = elapsedMilliseconds
            self.sleepMilliseconds = sleepMilliseconds
            self.post = post
            self.tell = tell
        }
    }

    /// What a person who waits is told.
    package enum Event: Sendable, Equatable {
        /// So many fixes are acknowledged.
        case sent(Int)
        /// A request was not stored, for this reason, and is sent again after so many seconds.
        case retrying(reason: String, seconds: Int)
    }

    /// What has been done.
    package struct Tally: Sendable, Equatable {
        /// Fixes that the hub acknowledged.
        package var sent = 0
        /// Requests that the hub acknowledged.
        package var answers = 0
        /// How often a request had to be sent again.
        package var retries = 0

        package init(sent: Int = 0, answers: Int = 0, retries: Int = 0) {
            self.sent = sent
            self.answers = answers
            self.retries = retries
        }
    }

    /// Why a replay ended early.
    package enum Stop: Error, Sendable, Equatable {
        case wrongToken
        /// It answered, but not as a hub does: 3xx, 4xx, or a 2xx that the app would not accept.
        case notAHub(status: Int)
        case unreachable(reason: String)
        case gaveUp(reason: String)
        case cancelled
    }

    package static let triesMax = 10
    package static let pauseSecondsMax = 64

    /// What has been done so far.
    package private(set) var tally = Tally()
    private let timetable: Timetable
    private let app: ReplayedApp
    private let token: String

    package init(_ timetable: Timetable, as app: ReplayedApp, token: String) {
        self.timetable = timetable
        self.app = app
        self.token = token
    }

    /// Sends everything that is left, each fix when it is due.
    package mutating func run(_ outside: Dependencies) async throws(Stop) {
        while tally.sent < timetable.entries.count {
            let due = timetable.entries[tally.sent].afterMilliseconds
            let wait = due - outside.elapsedMilliseconds()
            if wait > 0 { try await sleep(milliseconds: wait, outside) }
            let batch = dueBatch(at: max(due, outside.elapsedMilliseconds()))
            try await deliver(app.request(for: batch.map(\.fix)[...], token: token), outside)
            tally.sent += batch.count
            outside.tell(.sent(tally.sent))
        }
    }

    /// What goes into the next request: all that is due, as far as the app takes it at once.
    private func dueBatch(at elapsed: Int64) -> ArraySlice<Timetable.Entry> {
        timetable.entries[tally.sent...].prefix(app.fixesPerRequest).prefix { $0.afterMilliseconds <= elapsed }
    }

    private mutating func deliver(_ request: PhoneRequest, _ outside: Dependencies) async throws(Stop) {
        var pauseSeconds = 1
        for attempt in 1... {
            let reply = await outside.post(request)
            guard let (reason, retryAfter) = try judge(reply) else { return tally.answers += 1 }
            guard attempt < Playback.triesMax else { throw .gaveUp(reason: reason) }
            let seconds = min(max(pauseSeconds, retryAfter ?? 0), 300)
            outside.tell(.retrying(reason: reason, seconds: seconds))
            tally.retries += 1
            try await sleep(milliseconds: Int64(seconds) * 1_000, outside)
            pauseSeconds = min(2 * pauseSeconds, Playback.pauseSecondsMax)
        }
    }

    /// Nil where the request is done; otherwise why it has to be sent again, and what the hub says of when.
    private func judge(_ reply: PhoneReply) throws(Stop) -> (reason: String, retryAfterSeconds: Int?)? {
        switch reply {
        case .answered(let answer):
            switch answer.status {
            case 200..<300:
                guard app.accepts(answer: answer.body) else { throw .notAHub(status: answer.status) }
                return nil
            case 401: throw .wrongToken
            case 408, 429, 500...:
                let words = answer.words.map { " (\($0))" } ?? ""
                return ("the hub answers \(answer.status)\(words)", answer.retryAfterSeconds)
            default: throw .notAHub(status: answer.status)
            }
        case .unanswered(let reason, let mayPass):
            guard mayPass, tally.answers > 0 else { throw .unreachable(reason: reason) }
            return (reason, nil)
        }
    }

    private func sleep(milliseconds: Int64, _ outside: Dependencies) async throws(Stop) {
        do {
            try await outside.sleepMilliseconds(milliseconds)
        } catch {
            throw .cancelled
        }
    }
}

/// What became of one request.
package enum PhoneReply: Sendable, Equatable {
    case answered(Answer)
    /// No answer came; `mayPass` is false where trying again cannot help.
    case unanswered(reason: String, mayPass: Bool)

    /// An answer of any status.
    package struct Answer: Sendable, Equatable {
        package var status: Int
        package var body: [UInt8]
        package var retryAfterSeconds: Int?
        /// What the hub says of it to people.
        package var words: String?

        package init(status: Int, body: [UInt8], retryAfterSeconds: Int? = nil, words: String? = nil) {
            self.status = status
            self.body = body
            self.retryAfterSeconds = retryAfterSeconds
            self.words = words
        }
    }
}
