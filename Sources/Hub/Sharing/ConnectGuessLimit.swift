import Family

/// Limits wrong connect codes: 5 an hour and 20 a day for each member and each network (S48).
///
/// A code itself never ends by guesses: the guesser waits. On a network that has used its own up, a member without a
/// wrong code that day may still try, so that a guesser shuts out nobody who shares a network with them.
struct ConnectGuessLimit: Sendable {
    private static let limits: [(most: Int, milliseconds: Int64)] = [(5, 3_600_000), (20, 86_400_000)]

    private var members = TwoGenerationCache<ID<Member>, [Timestamp]>(capacity: 20_000)
    private var networks = TwoGenerationCache<[UInt8], [Timestamp]>(capacity: 20_000)

    /// How many seconds a member has to wait; nil where they may try.
    ///
    /// A try counts as wrong until it is taken back, so that guesses sent together do not slip through. An empty network,
    /// this machine's own, has no limit.
    mutating func secondsToWaitOrCount(_ member: ID<Member>, from network: [UInt8], now: Timestamp) -> Int? {
        let own = recent(members.value(for: member), now: now)
        let neighbours = network.isEmpty ? [] : recent(networks.value(for: network), now: now)
        let ends = ends(of: own) + (own.isEmpty ? [] : self.ends(of: neighbours))
        if let end = ends.filter({ now < $0 }).max() { return Int(end.milliseconds(since: now) + 999) / 1_000 }
        members.set(own + [now], for: member)
        if !network.isEmpty { networks.set((neighbours + [now]).suffix(Self.kept), for: network) }
        return nil
    }

    /// Takes back a try that was no wrong guess.
    mutating func takeBack(_ member: ID<Member>, from network: [UInt8], at moment: Timestamp) {
        func without(_ times: [Timestamp]?) -> [Timestamp] {
            var times = times ?? []
            if let index = times.lastIndex(of: moment) { times.remove(at: index) }
            return times
        }
        members.set(without(members.value(for: member)), for: member)
        if !network.isEmpty { networks.set(without(networks.value(for: network)), for: network) }
    }

    /// As many as the day's limit looks at.
    private static let kept = 20

    private func recent(_ times: [Timestamp]?, now: Timestamp) -> [Timestamp] {
        (times ?? []).filter { now.milliseconds(since: $0) < 86_400_000 }.suffix(Self.kept)
    }

    private func ends(of times: [Timestamp]) -> [Timestamp] {
        Self.limits.compactMap { most, milliseconds in
            times.count < most ? nil : times[times.count - most].advanced(byMilliseconds: milliseconds)
        }
    }
}
