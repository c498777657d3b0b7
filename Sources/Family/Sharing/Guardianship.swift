/// Something about a child that waits for the agreement of its other guardians.
public enum GuardianRequest: Sendable {}

/// The rights over a child: what each guardian may do, alone or together, and in which hours it is hidden (F44, F87).
///
/// Every adult of the family is a guardian. Hidden hours bind the guardian from whom they hide the child, and every guardian
/// who came after they were set: a bound guardian does not get around them. Where no other guardian is left, they bind none.
public struct Guardianship: Sendable {
    /// An adult of the child's family.
    public struct Guardian: Hashable, Sendable {
        public var id: ID<Member>
        /// When they became an adult of the family; nil where they always were one, or it is not known.
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
        /// Showing a viewer more of the child or hiding it from one, making a link that logs in as the child, changing its
        /// devices or its year of birth.
        case arrange
        /// Saying that the child has grown up, which ends all hidden hours.
        case endChildhood
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

    /// A hand-over to which not every guardian agreed waits this long, and so does what takes another's say away.
    public static let waitMilliseconds: Int64 = 7 * 86_400_000

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

    /// Whether a guardian reads hidden hours: neither those against them, nor those from before they came.
    ///
    /// Read by whom they bind, hours would say when to look elsewhere.
    public func reads(_ hiding: Hiding, _ guardian: ID<Member>) -> Bool {
        deciders(on: hiding.arrangement, hidden: hiding.viewers).contains(guardian)
    }

    /// The guardians whom an act takes beside the one who asks.
    public func verdict(_ act: Act, by member: ID<Member>) -> Verdict {
        guard isGuardian(member) else { return .never }
        switch act {
        case .arrange: return isBound(member) ? .never : .alone
        case .endChildhood:
            let isAnothers = hidings.contains { $0.arrangement.setBy.map { $0 != member && isGuardian($0) } ?? false }
            return isBound(member) || isAnothers ? .never : .alone
        case .handOver:
            let others = Set(guardians.map { $0.id }).subtracting([member])
            return isBound(member) ? .never : others.isEmpty ? .alone : .together(others)
        case .change(let arrangement, let hidden):
            if arrangement.setBy == member { return .alone }
            let deciders = deciders(on: arrangement, hidden: hidden)
            guard let setter = arrangement.setBy, isGuardian(setter) else {
                // The guardian who arranged it is gone.
                let decides = !isBound(member) && (hidden.isEmpty || deciders.contains(member))
                return decides ? .alone : .never
            }
            guard deciders.contains(member), !isBound(member) else { return .never }
            // One alone is not all others together: it would be one guardian's word against another's.
            let rest = deciders.subtracting([setter, member]).filter { !isBound($0) }
            return rest.isEmpty ? .never : .together(rest)
        }
    }

    /// The guardians who may let a session go on that came at a moment by another's link.
    ///
    /// A guardian who came later has no say in it; one who came in the week before has a say only where no other has. Hours
    /// set in that week do not count. Otherwise a minute of hours, or a second account of the maker's, would open any phone.
    public func admitters(ofLinkBy maker: ID<Member>, at moment: Timestamp) -> Set<ID<Member>> {
        let settled = moment.advanced(byMilliseconds: -Self.waitMilliseconds)
        let rule = Guardianship(guardians: guardians, hidings: hidings.filter { $0.arrangement.setAt <= settled })
        let free = guardians.filter { $0.id != maker && !rule.isBound($0.id) }
        let present = free.filter { guardian in guardian.since.map { $0 <= moment } ?? true }
        let early = present.filter { guardian in guardian.since.map { $0 <= settled } ?? true }
        return Set((early.isEmpty ? present : early).map { $0.id })
    }

    /// Where every guardian is kept from the child by another one's hours, none is bound: one must be left to decide.
    private func isBound(_ guardian: ID<Member>) -> Bool {
        func isKept(_ one: ID<Member>) -> Bool { hidings.contains { !reads($0, one) } }
        return isKept(guardian) && guardians.contains { !isKept($0.id) }
    }

    /// The guardians with a say in what one of them arranged: those who were there, else those who are.
    private func deciders(on arrangement: Arrangement, hidden: Set<ID<Member>>) -> Set<ID<Member>> {
        let free = guardians.filter { !hidden.contains($0.id) }
        let early = free.filter { guardian in guardian.since.map { $0 <= arrangement.setAt } ?? true }
        let deciding = [early, free, guardians].first { !$0.isEmpty } ?? []
        return Set(deciding.map { $0.id })
    }
}
