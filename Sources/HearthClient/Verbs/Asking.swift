import API
public import Family

extension HearthClient {
    /// A new identity for something that this app makes, by which a repeat of the request is known.
    public func newID<Subject: ~Copyable>(of subject: Subject.Type = Subject.self) -> ID<Subject> {
        surroundings.newID(of: subject)
    }

    /// Asks without a body.
    func ask<Answer: Decodable & Sendable>(
        _ route: Route,
        _ query: [QueryField] = [],
        screen: String? = nil,
        pin: String? = nil
    ) async throws(ClientFailure) -> Answer {
        var request = HubRequest(route)
        request.query = query
        request.screen = screen
        request.pin = pin
        return try await answer(to: request)
    }

    /// Asks with a body.
    func ask<Answer: Decodable & Sendable>(
        _ route: Route,
        sending body: some Encodable & Sendable,
        mayRepeat: Bool? = nil,
        pin: String? = nil
    ) async throws(ClientFailure) -> Answer {
        var request = try HubRequest(route, body, mayRepeat: mayRepeat)
        request.pin = pin
        return try await answer(to: request)
    }

    /// Has something done.
    func send(
        _ route: Route,
        _ query: [QueryField] = [],
        mayRepeat: Bool? = nil,
        pin: String? = nil
    ) async throws(ClientFailure) {
        var request = HubRequest(route)
        request.query = query
        request.pin = pin
        if let mayRepeat { request.mayRepeat = mayRepeat }
        try await perform(request)
    }

    /// Has something done with a body.
    func send(
        _ route: Route,
        sending body: some Encodable & Sendable,
        mayRepeat: Bool? = nil,
        pin: String? = nil
    ) async throws(ClientFailure) {
        var request = try HubRequest(route, body, mayRepeat: mayRepeat)
        request.pin = pin
        try await perform(request)
    }

    /// Every item of a list that comes in pages.
    func all<Item: Codable & Sendable>(_ route: Route) async throws(ClientFailure) -> [Item] {
        var items: [Item] = []
        var next: String?
        repeat {
            let page: ListBody<Item> = try await ask(route, next.map { [QueryField("after", $0)] } ?? [])
            items += page.items
            next = page.next
        } while next != nil
        return items
    }
}

extension [QueryField] {
    /// The fields of a span of time; an end that is absent is open.
    init(from: Timestamp?, to: Timestamp?) {
        self = [from.map { QueryField("from", $0.text) }, to.map { QueryField("to", $0.text) }].compactMap { $0 }
    }
}
