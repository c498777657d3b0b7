import Family
import HTTP
import Hub

/// The access that a route declares, with the handler that answers.
///
/// The dispatcher identifies the caller before the handler runs, and passes them as the type that the handler takes: a
/// handler that needs a member does not compile under an access without one (S53).
enum Endpoint: Sendable {
    /// Answers a request of a caller who is identified already.
    typealias Handler<Caller> = @Sendable (HubService, Caller, Request) async throws -> Response

    /// Everybody, with no budget but the handler's own.
    case open(@Sendable (HubService, Request) async throws -> Response)
    /// Everybody, counted by network, and never for another site's page (S20, S31).
    case stranger(StrangerBudget = .general, Handler<Asker>)
    /// A member with a session.
    case session(SessionRule = SessionRule(), Handler<Visitor>)
    /// An adult with a session: of a family where one is named, else of their own.
    case adult(of: ID<FamilyGroup>? = nil, SessionRule = SessionRule(), Handler<Adult>)
    /// The member who runs the hub, with a session.
    case keeper(SessionRule = SessionRule(), Handler<Keeper>)
    /// A browser that opened a trip or an alarm by its link or code; the kind names a reserved budget (F75).
    case view(ReservedRequest? = nil, Handler<TripGuest>)
    /// A member with a session, or such a browser; neither is counted.
    case sessionOrView(Handler<MapReader>)
    /// A member with a session, or a wall display with the link to one clock.
    case sessionOrClockLink(Handler<ClockReader>)
    /// The keeper with a session, or a program with the token for the metrics.
    case keeperOrMetricsToken(Handler<MetricsReader>)
    /// A member with a session, or a caller with the one-time secret that a function finds in the request.
    case sessionOrOneTimeSecret(@Sendable (Request) throws -> OneTimeSecret?, Handler<SecretHolder>)
    /// A phone app with the token of its device; `PhoneDoors` answers it before this table is asked.
    case device
}

/// What a request with a session may send (S20), and the budget that it is taken from (S31).
struct SessionRule: Sendable {
    private(set) var content = BodyContent.json
    private(set) var budget = SessionBudget.general

    /// For a body that is not JSON.
    static func sending(_ content: BodyContent) -> SessionRule { SessionRule(content: content) }

    /// For a request that nothing else of the session may hold up (F75).
    static func reserved(_ kind: ReservedRequest) -> SessionRule { SessionRule(budget: .reserved(kind)) }

    /// For a request that is not counted.
    static let uncounted = SessionRule(budget: .uncounted)
}

/// The budget that a request without a session is taken from (S31).
enum StrangerBudget: Sendable {
    case general
    /// For opening a view, which nothing else that the network asks may hold up (F75).
    case openingView
}

/// A member who is an adult.
struct Adult: Sendable {
    let visitor: Visitor
}

/// The member who runs the hub.
struct Keeper: Sendable {
    let visitor: Visitor
}

/// A caller who may read the map.
enum MapReader: Sendable {
    case member(Visitor)
    case guest(TripGuest)
}

/// A caller who may read a clock.
enum ClockReader: Sendable {
    case member(Visitor)
    /// By a link that shows this member's clock and nothing else.
    case link(of: ID<Member>)
}

/// A caller who may read the hub's metrics.
enum MetricsReader: Sendable {
    case keeper(Keeper)
    case program
}

/// A secret that works once, instead of a session.
enum OneTimeSecret: Sendable {
    /// From a link that a guardian or the keeper passed on.
    case link(String)
    /// The token of a recovery.
    case recovery(String)
}

/// A member, or a caller whose secret is checked where it is used up.
enum SecretHolder: Sendable {
    case member(Visitor)
    case secret(OneTimeSecret)
}
