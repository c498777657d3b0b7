import Deputy
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
    case stranger(AnonymousRateLimiter = .general, Handler<RequestOrigin>)
    /// A member with a session, or a caller without one, who is counted by network; never for another site's page (S20).
    case sessionOrNone(Handler<AuthenticatedSession?>)
    /// A member with a session.
    case session(SessionRule = SessionRule(), Handler<AuthenticatedSession>)
    /// An adult with a session: of a family where one is named, else of their own.
    case adult(of: ID<FamilyGroup>? = nil, SessionRule = SessionRule(), Handler<Adult>)
    /// The member who runs the hub, with a session.
    case keeper(SessionRule = SessionRule(), Handler<Keeper>)
    /// A browser that opened a trip or an alarm by its link or code; the kind names a reserved budget (F75).
    case view(ReservedRequest? = nil, Handler<TripGuest>)
    /// A browser that opened a live link.
    case liveView(Handler<LiveViewer>)
    /// A wall display, which a read-only link let in.
    case wall(Handler<WallReader>)
    /// A member with a session, or a browser with one of those views; neither is counted.
    case sessionOrView(Handler<MapReader>)
    /// A member with a session, or a wall display with the link to one clock.
    case sessionOrClockLink(Handler<ClockReader>)
    /// The keeper with a session, or a program with the token for the metrics.
    case keeperOrMetricsToken(Handler<MetricsReader>)
    /// A member with a session, or a caller with the one-time secret that a function finds in the request.
    case sessionOrOneTimeSecret(@Sendable (Request) throws -> OneTimeSecret?, Handler<SecretHolder>)
    /// A phone app with the token of its device; `PhoneEndpoints` answers it before this table is asked.
    case device
    /// A deputy of this hub, by its signature over the whole request.
    case deputy(Handler<DeputyCaller>)
    /// A machine that proves with the keeper's code that it may become a deputy.
    case joiningDeputy(Handler<DeputyJoin>)
}

/// What a request with a session may send (S20), and the budget that it is taken from (S31).
struct SessionRule: Sendable {
    private(set) var content = BodyContent.json
    private(set) var budget = SessionRateLimiter.general
    /// When it is open to a session that waits for a guardian's agreement.
    private(set) var heldAccess = HeldAccess.never

    /// For a body that is not JSON.
    static func sending(_ content: BodyContent) -> SessionRule { SessionRule(content: content) }

    /// For a request that nothing else of the session may hold up (F75).
    static func reserved(_ kind: ReservedRequest) -> SessionRule { SessionRule(budget: .reserved(kind)) }

    /// For what a session may do that waits for a guardian's agreement.
    static let held = SessionRule(heldAccess: .always)

    /// For what such a session may do while its member calls for help.
    static let heldDuringCall = SessionRule(heldAccess: .duringCall)

    /// The same, beside what the rule says.
    var andHeld: SessionRule {
        var rule = self
        rule.heldAccess = .always
        return rule
    }

    /// For a request that is not counted.
    static let uncounted = SessionRule(budget: .uncounted)
}

/// When a route is open to a session that waits for a guardian's agreement (F87): it shows nothing, and sets nothing up.
enum HeldAccess: Sendable {
    case never
    /// While a call for help or an alarm of its member runs.
    case duringCall
    case always
}

/// The budget that a request without a session is taken from (S31).
enum AnonymousRateLimiter: Sendable {
    case general
    /// For opening a view, which nothing else that the network asks may hold up (F75).
    case openingView
}

/// A member who is an adult.
struct Adult: Sendable {
    let caller: AuthenticatedSession
}

/// The member who runs the hub.
struct Keeper: Sendable {
    let caller: AuthenticatedSession
}

/// A caller who may read the map.
enum MapReader: Sendable {
    case member(AuthenticatedSession)
    case guest(TripGuest)
    case liveViewer(LiveViewer)
    case wall(WallReader)
}

/// A caller who may read a clock.
enum ClockReader: Sendable {
    case member(AuthenticatedSession)
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
    case member(AuthenticatedSession)
    case secret(OneTimeSecret)
}
