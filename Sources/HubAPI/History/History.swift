import API
import Family
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    /// `GET /me/history`: my own day.
    func history(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let (from, to) = try period(request)
        let history = try await hub.history(of: caller.member, from: from, to: to)
        // What the map adds is looked up once and kept; who asks first is not held up by it.
        async let addresses = atlas.addresses(of: history.timeline.pointsWithoutNames, within: Self.mapPatience)
        async let streets = atlas.onStreets(history.timeline, within: Self.mapPatience)
        return .json(HistoryBody(history, from, to, addresses: await addresses, streets: await streets))
    }

    private static let mapPatience = Duration.milliseconds(500)

    /// `GET /me/history/spans`: what a calendar of my days is made of.
    func historySpans(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let (from, to) = try period(request)
        let spans = try await hub.historySpans(of: caller.member, from: from, to: to)
        return .json(ListBody(items: spans.map { HistorySpanBody(from: $0.from, to: $0.to, fixes: $0.fixes) }))
    }

    /// `DELETE /me/history`: a time of my own, for good.
    func removeHistory(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let (from, to) = try period(request)
        guard from <= to else { throw SubjectRefusal.periodEmpty }
        try await hub.requireRecentProof(caller)
        return .json(HistoryRemovedBody(removed: try await hub.removeFixes(of: caller.member, in: from..<to)))
    }

    private func period(_ request: Request) throws(Problem) -> (from: Timestamp, to: Timestamp) {
        let fields = request.queryFields
        var times: [Timestamp] = []
        for name in ["from", "to"] {
            guard let time = fields[name].flatMap({ Timestamp(text: $0) }) else {
                throw .invalid(name, "Write a time like 2026-03-01T08:05:00.000Z.")
            }
            times.append(time)
        }
        return (times[0], times[1])
    }
}

extension HistoryBody {
    fileprivate init(
        _ history: OwnHistory,
        _ from: Timestamp,
        _ to: Timestamp,
        addresses: (lines: [Coordinate: String], isWhole: Bool),
        streets: (timeline: Timeline, isWhole: Bool)
    ) {
        var entries = streets.timeline.entries.map { HistoryEntryBody($0, history.labels, addresses.lines) }
        for index in entries.indices {
            let (start, end) = (history.timeline.openStart(ofEntry: index), history.timeline.openEnd(ofEntry: index))
            entries[index].journey?.startAddress = start.flatMap { addresses.lines[$0] }
            entries[index].journey?.endAddress = end.flatMap { addresses.lines[$0] }
        }
        self.init(from: from, to: to, entries: entries, isPreliminary: !(addresses.isWhole && streets.isWhole))
    }
}

extension HistoryEntryBody {
    fileprivate init(_ entry: Timeline.Entry, _ labels: [ID<Place>: String], _ addresses: [Coordinate: String]) {
        switch entry {
        case .stay(let stay):
            self.init(kind: .stay, from: stay.from, to: stay.to)
            self.stay = HistoryStayBody(
                place: stay.place.flatMap { labels[$0] },
                address: addresses[stay.coordinate],
                latitude: stay.coordinate.latitude,
                longitude: stay.coordinate.longitude,
                beganBefore: stay.beganBefore,
                wentOn: stay.wentOn,
                endsAbout: stay.endsAbout
            )
        case .journey(let journey):
            self.init(kind: .journey, from: journey.from, to: journey.to)
            self.journey = JourneyBody(journey)
        case .unknown(let from, let to):
            self.init(kind: .unknown, from: from, to: to)
        }
    }
}

extension JourneyBody {
    fileprivate init(_ journey: Timeline.Journey) {
        self.init(
            mode: JourneyModeName(journey.mode),
            distanceMetres: Int64(journey.distanceMetres.rounded()),
            legs: journey.legs.map { leg in
                Leg(
                    from: leg.from,
                    to: leg.to,
                    mode: JourneyModeName(leg.mode),
                    distanceMetres: Int64(leg.distanceMetres.rounded())
                )
            },
            stops: journey.stops.map { stop in
                Stop(
                    from: stop.from,
                    to: stop.to,
                    latitude: stop.coordinate.latitude,
                    longitude: stop.coordinate.longitude
                )
            },
            line: journey.line.map { [$0.coordinate.longitude, $0.coordinate.latitude] },
            isOnStreets: journey.isOnStreets
        )
    }
}
