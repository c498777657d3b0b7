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
    /// A member with a session, or such a browser.
    case sessionOrView
    /// A member with a session, or a wall display with the link to one clock.
    case sessionOrClockLink
    /// The keeper with a session, or a program with the token for the metrics.
    case keeperOrMetricsToken
    /// A member with a session, or a caller with a one-time secret.
    case sessionOrOneTimeSecret
    /// A phone app with the token of its device.
    case device
}

extension Route {
    /// The access that this route's endpoint declares (S53).
    package var access: Access {
        switch endpoint {
        case .open, .stranger: .open
        case .session: .session
        case .adult: .adult
        case .keeper: .keeper
        case .view: .view
        case .sessionOrView: .sessionOrView
        case .sessionOrClockLink: .sessionOrClockLink
        case .keeperOrMetricsToken: .keeperOrMetricsToken
        case .sessionOrOneTimeSecret: .sessionOrOneTimeSecret
        case .device: .device
        }
    }

    /// Whether its path has the identity of one thing or one person, which may belong to another member.
    var namesObject: Bool {
        methodAndPath.path.split(separator: "/").contains { ID<Member>(text: String($0)) != nil }
    }
}
