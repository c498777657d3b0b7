import HearthProgram
import Family

/// One way by which a message gets from who posts to who watches, as the live measurement loads it.
protocol LiveSide: AnyObject {
    /// Connections that post; each has at most one message under way.
    var senders: [LoopbackSocket] { get }
    /// Connections that watch, each watching the subject of the same number.
    var watchers: [LoopbackSocket] { get }

    /// Opens a sender's connection again after its server closed it for want of anything to do.
    func reopen(sender number: Int) throws
    /// The bytes of the next message about a subject.
    func message(about subject: Int) -> [UInt8]
    /// Whether the answer to a sender's message is whole with what it has just been told.
    func isAnswered(sender number: Int, _ buffer: [UInt8], count: Int) throws -> Bool
    /// How many messages are whole with what a watcher has just been told.
    func messages(watcher number: Int, _ buffer: [UInt8], count: Int) throws -> Int
}

/// The hub: a fix is posted as a phone posts it, and told on an event stream.
final class HubSide: LiveSide {
    private(set) var senders: [LoopbackSocket] = []
    private let port: UInt16
    private let crowd: EventCrowd
    private var traffic: [PhoneTraffic]
    private var answers: [HTTPAnswers] = []

    var watchers: [LoopbackSocket] { crowd.sockets }

    init(port: UInt16, trial: TrialHub, senders count: Int) throws {
        // Fresh fixes: those of an hour ago would be told as lost.
        self.port = port
        let start = realTime().advanced(bySeconds: -300)
        traffic = trial.deviceTokens.enumerated().map { number, token in
            .ownTracks(token: token, journey: Journey(number: number, startsAt: start))
        }
        crowd = EventCrowd(port: port, sessionTokens: trial.sessionTokens)
        var poller = try Poller()
        try crowd.open(&poller)
        for _ in 0..<count {
            senders.append(try LoopbackSocket(port: port))
            answers.append(HTTPAnswers())
        }
    }

    func reopen(sender number: Int) throws {
        senders[number].close()
        senders[number] = try LoopbackSocket(port: port)
        answers[number] = HTTPAnswers()
    }

    func message(about subject: Int) -> [UInt8] {
        traffic[subject].advance()
        return traffic[subject].bytes
    }

    func isAnswered(sender number: Int, _ buffer: [UInt8], count: Int) throws -> Bool {
        var isAnswered = false
        var refused: Int?
        answers[number].append(buffer, count: count) { status in
            isAnswered = true
            if !(200..<300).contains(status) { refused = status }
        }
        if let refused { throw CommandFailure(words: "a fix was answered \(refused)") }
        return isAnswered
    }

    func messages(watcher number: Int, _ buffer: [UInt8], count: Int) -> Int {
        crowd.events(of: number, in: buffer, count: count)
    }

    deinit {
        for socket in senders { socket.close() }
    }
}
