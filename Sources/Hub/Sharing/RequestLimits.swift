package import Family

extension RateLimiter {
    /// So many requests a day, as many of them at once.
    convenience init(perDay: Int) {
        self.init(perSecond: Double(perDay) / 86_400, burst: Double(perDay))
    }

    /// So many requests a minute, as many of them at once.
    convenience init(perMinute: Int) {
        self.init(perSecond: Double(perMinute) / 60, burst: Double(perMinute))
    }
}

extension HubSettings {
    /// For sessions, and for browsers that were let in without an account.
    var senderRateLimiters: (RateLimiter<ID<Session>>, RateLimiter<ID<LinkViewers.Viewer>>) {
        (RateLimiter(perMinute: requestsPerSessionAMinute), RateLimiter(perMinute: requestsPerSessionAMinute))
    }

    /// For all that a network asks without a session, and for the views that it opens.
    var anonymousRateLimiters: (RateLimiter<[UInt8]>, RateLimiter<[UInt8]>) {
        (RateLimiter(perMinute: requestsPerStrangerAMinute), RateLimiter(perMinute: requestsPerStrangerAMinute))
    }
}

/// A kind of request that ends, answers or raises an alarm: each has a budget of its own (F75).
package enum ReservedRequest: Hashable, Sendable {
    /// A call for help.
    case help
    /// What the PIN ends: arrive, cancel, clear, "I'm safe".
    case ending
    /// "I'm fine", an extension, a companion's "I do something" and "I saw them".
    case answer
    case heartbeat
    case acknowledgement
}

/// One sender's budget for one kind of request.
struct ReservedSender: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let kind: ReservedRequest

    init<Sender>(_ sender: ID<Sender>, _ kind: ReservedRequest) {
        (high, low, self.kind) = (sender.high, sender.low, kind)
    }
}

extension Hub {
    /// Takes one request of a reserved kind from a session's budget for it (F75); the seconds to wait where nothing is
    /// left.
    package func retryAfterSeconds(session: ID<Session>, for kind: ReservedRequest) -> Int? {
        reservedRateLimiter.retryAfterSeconds(ReservedSender(session, kind), now: outside.now())
    }

    /// The same for a browser that was let in without an account.
    package func retryAfterSeconds(viewer: ID<LinkViewers.Viewer>, for kind: ReservedRequest) -> Int? {
        reservedRateLimiter.retryAfterSeconds(ReservedSender(viewer, kind), now: outside.now())
    }

    /// Takes any other request of such a browser from its budget (S31); the seconds to wait where nothing is left.
    package func retryAfterSeconds(viewer: ID<LinkViewers.Viewer>) -> Int? {
        viewerRateLimiter.retryAfterSeconds(viewer, now: outside.now())
    }

    /// Takes one opening of a trip's or alarm's view from a network's budget (F75); the seconds to wait where nothing is
    /// left.
    package func retryAfterSeconds(openingViewFrom network: [UInt8]) -> Int? {
        openingBudget.retryAfterSeconds(network, now: outside.now())
    }

    /// Takes one request from a session's budget (S31); the seconds to wait where nothing is left.
    package func retryAfterSeconds(session: ID<Session>) -> Int? {
        sessionRateLimiter.retryAfterSeconds(session, now: outside.now())
    }

    /// Takes one request of somebody unknown from their network's budget (S31); the seconds to wait where nothing is
    /// left.
    package func retryAfterSeconds(network: [UInt8]) -> Int? {
        anonymousRateLimiter.retryAfterSeconds(network, now: outside.now())
    }
}
