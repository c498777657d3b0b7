package import Family
import Synchronization

/// Finds ways: by the hub's own Valhalla, or by engines that the keeper names.
package final class Router: Sendable {
    /// Who is asked.
    package enum Source: Sendable {
        /// A Valhalla that the hub runs itself.
        case own(ValhallaService)
        /// Engines elsewhere: their addresses by mode of travel.
        case addresses([TravelMode: String])
    }

    private let own: ValhallaService?
    private let engines: [TravelMode: RouteEngine]
    private let counts = Mutex(RouterCounts())
    /// The streets of journeys that somebody's history shows again and again.
    private let streets: CoalescingLoader<StreetTrace, [Coordinate]?>

    private static let streetsMax = 300

    /// A router that asks this source; `start()` makes it ready.
    package init(_ source: Source) {
        let (own, engines) = Self.engines(source)
        (self.own, self.engines) = (own, engines)
        streets = CoalescingLoader(capacity: Self.streetsMax, atOnce: 1) { traces in
            var lines: [[Coordinate]?] = []
            for trace in traces {
                guard let engine = own == nil ? engines[trace.mode] : own?.engine else {
                    throw RoutingRefusal.unavailable
                }
                lines.append(try await engine.streets(along: trace))
            }
            return lines
        }
    }

    private static func engines(_ source: Source) -> (own: ValhallaService?, elsewhere: [TravelMode: RouteEngine]) {
        switch source {
        case .own(let service): return (service, [:])
        case .addresses(let addresses):
            // Modes that share an address share its connections.
            let made = Dictionary(Set(addresses.values).map { ($0, RouteEngine($0)) }) { first, _ in first }
            return (nil, addresses.compactMapValues { made[$0] })
        }
    }

    /// Starts what the hub runs itself; returns at once.
    package func start() { own?.start() }

    /// Ends it, within two seconds.
    package func close() async { await own?.stop() }

    /// The way between two points.
    ///
    /// - Throws: `.unavailable` where no engine answers: there is the straight line then.
    package func route(
        from start: Coordinate,
        to end: Coordinate,
        by mode: TravelMode
    ) async throws(RoutingRefusal) -> FoundRoute {
        do {
            let found = try await ask(start, end, mode)
            counts.withLock { $0.found += 1 }
            return found
        } catch {
            counts.withLock { if error == .unavailable { $0.failed += 1 } else { $0.refused += 1 } }
            throw error
        }
    }

    /// The lines along the streets that traces led along, kept until the router is another; nil where no street fits.
    ///
    /// A trace without an entry could not be asked for, or not within `patience`. `isWhole` is false where more is on
    /// its way: the same again, a little later, tells more.
    package func streets(
        along traces: [StreetTrace],
        within patience: Duration
    ) async -> (found: [StreetTrace: [Coordinate]?], isWhole: Bool) {
        await streets.answers(to: traces, within: patience)
    }

    /// What was asked so far, and how the hub's own engine fares.
    package var status: RouterCounts {
        var copy = counts.withLock { $0 }
        if let own { (copy.isUp, copy.starts) = (own.isUp, own.starts) }
        return copy
    }

    private func ask(
        _ start: Coordinate,
        _ end: Coordinate,
        _ mode: TravelMode
    ) async throws(RoutingRefusal) -> FoundRoute {
        if let own {
            // What the hub imports holds no timetables.
            guard mode != .transit else { throw .noTransit }
            guard let engine = own.engine else { throw .unavailable }
            return try await engine.route(from: start, to: end, by: mode)
        }
        guard let engine = engines[mode] else { throw mode == .transit ? .noTransit : .unavailable }
        return try await engine.route(from: start, to: end, by: mode)
    }
}

/// Figures of a router.
package struct RouterCounts: Sendable {
    /// Ways that were found.
    package var found = 0
    /// Questions that have no way for an answer.
    package var refused = 0
    /// Questions that no engine answered.
    package var failed = 0
    /// Whether the hub's own engine answers; nil where it runs none.
    package var isUp: Bool?
    /// How often the hub has started it.
    package var starts = 0
}
