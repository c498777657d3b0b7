/// Something about a child that waits for the agreement of its other guardians.
public enum GuardianRequest: Sendable {}

/// The rights over a child: what each guardian may do, alone or together, and in which hours it is hidden (F44, F87).
///
/// Every adult of the family is a guardian. Hidden hours bind the guardian from whom they hide the child, and every guardian
/// who joined after they were set: a bound guardian does not get around them.
public struct Guardianship: Sendable {
    /// An adult of the child's family.
    public struct Guardian: Hashable, Sendable {
        public var id: ID<Member>
        /// When they joined the family; nil where they did not join it, or it is not known.
        public var since: Timestamp?

        public init(_ id: ID<Member>, since: Timestamp?) {
            self.id = id
            self.since = since
        }
    }

    /// Something that a guardian arranged: hidden hours, or a viewer of the child.
    public struct Arrangement: Hashable, Sendable {
        /// Nil where it is not known, or they left the hub.
        public var setBy: ID<Member>?
        public var setAt: Timestamp

        public init(setBy: ID<Member>?, setAt: Timestamp) {
            self.setBy = setBy
            self.setAt = setAt
        }
    }

    /// Hours in which the child is hidden.
    public struct Hiding: Sendable {
        /// From whom: one person, by every account that is known as theirs (F91).
        public var viewers: Set<ID<Member>>
        public var hours: HiddenHours
        public var arrangement: Arrangement

        public init(from viewers: Set<ID<Member>>, _ hours: HiddenHours, _ arrangement: Arrangement) {
            self.viewers = viewers
            self.hours = hours
            self.arrangement = arrangement
        }
    }

    /// Something that a guardian wants to do.
    public enum Act: Hashable, Sendable {
        /// Showing a viewer more of the child.
        case showMore
        /// Making a link that logs in as the child.
        case makeLogInLink
        /// Letting a session go on that came by another guardian's link.
        case admitSession(byLinkOf: ID<Member>)
        case handOver
        /// Changing or removing hidden hours or a sight, set as said; `hidden` are those from whom the hours hide the child.
        case change(Arrangement, hidden: Set<ID<Member>> = [])
    }

    /// How many guardians an act takes.
    public enum Verdict: Hashable, Sendable {
        case alone
        /// Once all of these agreed too.
        case together(Set<ID<Member>>)
        case never
    }

    /// A hand-over to which not every guardian agreed waits this long.
    public static let handOverMilliseconds: Int64 = 7 * 86_400_000

    public let guardians: [Guardian]
    public let hidings: [Hiding]

    public init(guardians: [Guardian], hidings: [Hiding]) {
        self.guardians = guardians
        self.hidings = hidings
    }

    /// Whether a member is an adult of the child's family.
    public func isGuardian(_ member: ID<Member>) -> Bool { guardians.contains { $0.id == member } }

    /// The hours that hide the child from a viewer, or where that is nil from anyone.
    public func hours(hidingFrom viewer: ID<Member>?) -> [HiddenHours] {
        hidings.filter { hiding in viewer.map(hiding.viewers.contains) ?? true }.map { $0.hours }
    }

    /// Whether a guardian reads hidden hours: neither those against them, nor those from before they joined.
    ///
    /// Read by whom they bind, hours would say when to look elsewhere.
    public func reads(_ hiding: Hiding, _ guardian: ID<Member>) -> Bool {
        !hiding.viewers.contains(guardian) && hasSay(guardian, in: hiding.arrangement)
    }

    /// The guardians whom an act takes beside the one who asks.
    public func verdict(_ act: Act, by member: ID<Member>) -> Verdict {
        guard isGuardian(member) else { return .never }
        switch act {
        case .showMore, .makeLogInLink: return isBound(member) ? .never : .alone
        case .admitSession(let maker): return isBound(member) || member == maker ? .never : .alone
        case .handOver: return isBound(member) ? .never : joined(by: others(than: member))
        case .change(let arrangement, let hidden):
            if arrangement.setBy == member { return .alone }
            guard hasSay(member, in: arrangement), !hidden.contains(member) else { return .never }
            guard let setter = arrangement.setBy, isGuardian(setter) else { return .alone }
            // One alone is not all others together: it would be one guardian's word against another's.
            let rest = others(than: member)
                .filter { $0 != setter && !hidden.contains($0) && hasSay($0, in: arrangement) }
            return rest.isEmpty ? .never : .together(rest)
        }
    }

    /// The guardians who may let a session go on that came by another's link.
    public func admitters(ofLinkBy maker: ID<Member>) -> Set<ID<Member>> {
        Set(guardians.map { $0.id }.filter { verdict(.admitSession(byLinkOf: maker), by: $0) == .alone })
    }

    /// Whether a session by a guardian's link shows nothing until it is admitted.
    ///
    /// A sole guardian, on the child's first phone, has no other to ask.
    public func isHeld(linkBy maker: ID<Member>) -> Bool {
        !admitters(ofLinkBy: maker).isEmpty || verdict(.makeLogInLink, by: maker) != .alone
    }

    private func isBound(_ guardian: ID<Member>) -> Bool { hidings.contains { !reads($0, guardian) } }

    private func hasSay(_ guardian: ID<Member>, in arrangement: Arrangement) -> Bool {
        guard let guardian = guardians.first(where: { $0.id == guardian }) else { return false }
        return guardian.since.map { $0 <= arrangement.setAt } ?? true
    }

    private func others(than member: ID<Member>) -> Set<ID<Member>> {
        Set(guardians.map { $0.id }).subtracting([member])
    }

    private func joined(by others: Set<ID<Member>>) -> Verdict { others.isEmpty ? .alone : .together(others) }
}
