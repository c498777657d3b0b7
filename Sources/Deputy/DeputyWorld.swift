package import Family
package import Messaging

/// Everything a deputy takes from the world, so that a test can give it another one.
package struct DeputyWorld: Sendable {
    /// The deputy's own time: ``DeputyClock``.
    package var lived: @Sendable () -> Int64
    /// The time of day, for the date of a mail alone.
    package var wall: @Sendable () -> Timestamp
    /// Bytes that cannot be guessed.
    package var random: @Sendable (_ count: Int) -> [UInt8]
    /// Posts to a hub over a new connection, and answers the body; nil where no answer of status 200 came in time.
    package var post: @Sendable (_ url: String, _ body: [UInt8], _ waitSeconds: Int) async -> [UInt8]?
    /// Whether the deputy's own network works; `endpoints` are addresses of push services that may be asked.
    package var ownNetworkWorks: @Sendable (_ endpoints: Set<String>) async -> Bool
    /// How texts and mails leave.
    package var senders: [Channel: any MessageSender]
    /// How a push leaves.
    package var push: @Sendable (SealedPush) async -> SendOutcome
    /// Logs an event, in words without names or addresses.
    package var log: @Sendable (String) -> Void
    /// For how long a hub that answers is asked to wait for a change.
    package var waitSeconds = DeputyTurn.waitSecondsMax

    /// Takes its parts as they are.
    package init(
        lived: @escaping @Sendable () -> Int64,
        wall: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable (_ count: Int) -> [UInt8],
        post: @escaping @Sendable (_ url: String, _ body: [UInt8], _ waitSeconds: Int) async -> [UInt8]?,
        ownNetworkWorks: @escaping @Sendable (_ endpoints: Set<String>) async -> Bool,
        senders: [Channel: any MessageSender],
        push: @escaping @Sendable (SealedPush) async -> SendOutcome,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.lived, self.wall, self.random, self.post) = (lived, wall, random, post)
        (self.ownNetworkWorks, self.senders, self.push, self.log) = (ownNetworkWorks, senders, push, log)
    }
}

/// Where a hub takes what deputies say, below its address.
package enum DeputyPath {
    package static let turns = "/api/v1/deputy/turns"
    package static let pairings = "/api/v1/deputy/pairings"
}
