package import API
import Family

/// Who may call a route.
package enum Access: Hashable, Sendable {
    /// Everybody.
    case open
    /// A member with a session.
    case session
    /// An adult with a session.
    case adult
    /// The member who runs the hub, with a session.
    case keeper
    /// A browser without an account that opened a trip or an alarm by its link or code.
    case view
    /// A browser without an account that opened a live link.
    case liveView
    /// A wall display, which a read-only link let in.
    case wall
    /// A member with a session, or a browser with one of those views.
    case sessionOrView
    /// A member with a session, or a wall display with the link to one clock.
    case sessionOrClockLink
    /// The keeper with a session, or a program with the token for the metrics.
    case keeperOrMetricsToken
    /// A member with a session, or a caller with a one-time secret.
    case sessionOrOneTimeSecret
    /// A phone app with the token of its device.
    case device
    /// A deputy that signs what it asks, or a machine that knows the code that makes it one.
    case deputy
}

extension Route {
    /// The access that this route's endpoint declares (S53).
    package var access: Access {
        switch endpoint {
        case .open, .stranger, .sessionOrNone: .open
        case .session: .session
        case .adult: .adult
        case .keeper: .keeper
        case .view: .view
        case .liveView: .liveView
        case .wall: .wall
        case .sessionOrView: .sessionOrView
        case .sessionOrClockLink: .sessionOrClockLink
        case .keeperOrMetricsToken: .keeperOrMetricsToken
        case .sessionOrOneTimeSecret: .sessionOrOneTimeSecret
        case .device: .device
        case .deputy, .joiningDeputy: .deputy
        }
    }

    /// Whether its path has the identity of one thing or one person, which may belong to another member.
    var namesObject: Bool {
        methodAndPath.path.split(separator: "/").contains { ID<Member>(text: String($0)) != nil }
    }
}
