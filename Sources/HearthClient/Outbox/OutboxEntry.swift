public import API
public import Family

/// Something that waits to be sent.
struct OutboxEntry: Codable, Hashable, Sendable {
    /// What it is.
    enum Kind: Codable, Hashable, Sendable {
        /// Fixes: a JSON array of them.
        case fixes(json: String)
        /// A request that is harmless to repeat.
        case call(method: String, path: String, json: String?)
        /// A call for help, of which the hub is told how long ago it began.
        case help(ID<HelpCountdown>, cause: HelpCauseName, trip: ID<Trip>?)
    }

    let number: Int64
    let madeAt: Timestamp
    let kind: Kind

    /// What it takes in the file, roughly.
    var bytes: Int {
        switch kind {
        case .fixes(let json): 128 + json.utf8.count
        case .call(_, let path, let json): 128 + path.utf8.count + (json?.utf8.count ?? 0)
        case .help: 256
        }
    }

    var isHelp: Bool { if case .help = kind { true } else { false } }

    var isFixes: Bool { if case .fixes = kind { true } else { false } }
}

/// Something that waited and that the hub would not take: it stays here until the app has told its member.
public struct RefusedCall: Codable, Hashable, Sendable {
    /// What ``Outbox`` called it when it was added.
    public let number: Int64
    public let method: String
    public let path: String
    /// The body as it was sent.
    public let json: String?
    public let madeAt: Timestamp
    public let problem: ProblemBody
}

/// Why something was not taken into the outbox; then it is not on its way.
public enum OutboxError: Error, Hashable, Sendable {
    /// Nobody is logged in: it would be nobody's.
    case loggedOut
    /// So much waits already that the limit is reached.
    case full
    /// It could do something twice, or holds a PIN, which is not kept on a device.
    case notToBeKept
    /// Another process has the same outbox open.
    case inUse
    /// A number in it has no word in JSON, such as a latitude that is none.
    case unwritable
    /// The device's disk failed; the text says at what.
    case device(String)
}
