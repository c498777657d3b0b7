/// The viewer of a member: another member, or a browser without an account that a live link let in.
public enum Looker: Hashable, Sendable {
    case member(ID<Member>)
    case browser(ID<LinkViewers.Viewer>)

    /// The identity that tells one from another, whichever it is.
    public var id: ID<Looker> {
        switch self {
        case .member(let member): ID(sharing: member)
        case .browser(let browser): ID(sharing: browser)
        }
    }

    /// The member; nil for a browser.
    public var member: ID<Member>? {
        if case .member(let member) = self { member } else { nil }
    }
}
