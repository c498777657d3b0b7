package import Family

extension Budget {
    /// So many requests a minute, as many of them at once.
    convenience init(perMinute: Int) {
        self.init(perSecond: Double(perMinute) / 60, burst: Double(perMinute))
    }
}

extension Hub {
    /// Takes one request from a session's budget (S31); the seconds to wait where nothing is left.
    package func secondsToWait(session: ID<Session>) -> Int? {
        sessionBudget.secondsToWait(session, now: outside.now())
    }

    /// Takes one request of somebody unknown from their network's budget (S31); the seconds to wait where nothing is
    /// left.
    package func secondsToWait(network: [UInt8]) -> Int? {
        strangerBudget.secondsToWait(network, now: outside.now())
    }
}
