public import API
public import Family

extension HearthClient {
    /// How many fixes one request may hold.
    public static let fixesPerRequest = 4_000

    /// Everyone I see, and myself, as I may see them now.
    ///
    /// The screen is what the app calls the page that shows them, for the list of who looked.
    public func presence(screen: String? = nil) async throws(ClientFailure) -> [PresenceBody] {
        let list: ListBody<PresenceBody> = try await ask(.presence, screen: screen)
        return list.items
    }

    /// Reports where I am or was: at most 4 000 fixes, in the order in which they were made.
    ///
    /// They are on the hub's disk when this returns, and one that is sent twice is kept once. What has to survive
    /// without a network goes through an ``Outbox``.
    @discardableResult
    public func send(_ fixes: [FixBody]) async throws(ClientFailure) -> FixesStoredBody {
        try await ask(.addFixes, sending: fixes, mayRepeat: true)
    }

    /// A page of somebody's track, the oldest fix first; `after` is `next` of the page before.
    public func track(
        of member: ID<Member>,
        from: Timestamp? = nil,
        to: Timestamp? = nil,
        after: String? = nil
    ) async throws(ClientFailure) -> TrackBody {
        let fields = [QueryField](from: from, to: to) + (after.map { [QueryField("after", $0)] } ?? [])
        return try await ask(.track(member), fields)
    }

    /// The stays, ways and motion of somebody's day, such as `2026-03-01`.
    public func day(of member: ID<Member>, date: String) async throws(ClientFailure) -> DayBody {
        try await ask(.day(member), [QueryField("date", date)])
    }

    /// My clock: its slots, and a hand for everyone on it.
    public func clock(screen: String? = nil) async throws(ClientFailure) -> ClockBody {
        try await ask(.clock, screen: screen)
    }

    /// Chooses the slots of my family's clock and whose hands I see; what is absent stays.
    @discardableResult
    public func setClock(_ body: SetClockBody) async throws(ClientFailure) -> ClockBody {
        try await ask(.setClock, sending: body)
    }

    /// My places.
    public func places() async throws(ClientFailure) -> [PlaceBody] {
        try await all(.places)
    }

    /// Adds a place of mine.
    @discardableResult
    public func addPlace(_ body: PlaceBody) async throws(ClientFailure) -> PlaceBody {
        try await ask(.addPlace, sending: body, mayRepeat: true)
    }

    /// Changes a place of mine; what is absent stays.
    @discardableResult
    public func changePlace(_ id: ID<Place>, _ body: ChangePlaceBody) async throws(ClientFailure) -> PlaceBody {
        try await ask(.changePlace(id), sending: body)
    }

    /// Removes a place of mine.
    public func removePlace(_ id: ID<Place>) async throws(ClientFailure) {
        try await send(.removePlace(id))
    }

    /// Looks a place or an address up in the hub's own map.
    public func search(_ body: SearchQuestionBody) async throws(ClientFailure) -> [FoundPlacesBody.Place] {
        let found: FoundPlacesBody = try await ask(.search, sending: body, mayRepeat: true)
        return found.items
    }

    /// What stands at a point.
    public func address(at point: PointBody) async throws(ClientFailure) -> PointAddressBody {
        try await ask(.reverse, sending: ReverseQuestionBody(at: point), mayRepeat: true)
    }

    /// A way from one point to another.
    public func route(_ body: RouteQuestionBody) async throws(ClientFailure) -> RouteBody {
        try await ask(.findRoute, sending: body, mayRepeat: true)
    }
}
