import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func watches(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let watches = try await hub.watches(by: caller.member)
        return .json(ListBody(items: watches.map { WatchBody(of: $0.subject, $0.watch) }))
    }

    func setWatch(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(WatchBody.self, from: request)
        try await hub.setWatch(of: body.member, by: caller.member, PlaceSubscription(body))
        return .json(body)
    }
}

extension WatchBody {
    fileprivate init(of member: ID<Member>, _ watch: PlaceSubscription) {
        self.init(
            member: member,
            places: watch.places.map { PlaceWishBody(label: $0.label, arrived: $0.arrived, left: $0.left) },
            quiet: watch.quiet,
            lowBattery: watch.lowBattery
        )
    }
}

extension PlaceSubscription {
    fileprivate init(_ body: WatchBody) {
        self.init(
            places: body.places.map { PlaceWish(label: $0.label, arrived: $0.arrived, left: $0.left) },
            quiet: body.quiet,
            lowBattery: body.lowBattery
        )
    }
}

extension PlaceSubscriptionRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .labels:
            .invalid("places", "At most 32 labels, each once, of 1 to 40 characters on one line.")
        }
    }
}
