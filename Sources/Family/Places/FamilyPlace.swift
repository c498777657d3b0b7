/// A place that belongs to a family: its maker and any adult change it, each member follows it or not.
///
/// A follower has a ``Place`` of their own, which says what they accepted. A change by another member does not move the
/// follower's hand: it could put "Home" where that member suspects the follower to be.
public struct FamilyPlace: Hashable, Sendable {
    /// What it says now, under the family place's own identity.
    public private(set) var place: Place
    /// Nil once the maker has left the family.
    public var maker: ID<Member>?
    /// Counts the changes, from 1: a change names the one that its author saw.
    public private(set) var version: UInt32

    public init(place: Place, maker: ID<Member>?, version: UInt32 = 1) {
        self.place = place
        self.maker = maker
        self.version = version
    }

    /// Whether a member of its family may change it or take it from the family.
    public func mayChange(_ member: ID<Member>, isChild: Bool) -> Bool {
        !isChild || maker == member
    }

    /// Takes a change that was made on the sight of one version; answers whether it changes anything.
    ///
    /// Throws `StaleVersion` where another change came first.
    public mutating func change(to wanted: Place, seen: UInt32) throws(StaleVersion) -> Bool {
        guard seen == version else { throw StaleVersion() }
        let wanted = wanted.copy(as: place.id)
        guard wanted != place else { return false }
        place = wanted
        version &+= 1
        return true
    }

    /// How a follower's own copy compares with it.
    public func standing(of copy: Place) -> Standing {
        if copy.copy(as: place.id) == place { return .current }
        let isSameCircle = copy.centre == place.centre && copy.radiusMetres == place.radiusMetres
        return isSameCircle && copy.label == place.label ? .describedOtherwise : .changed
    }

    /// What a follower's copy lacks.
    public enum Standing: Hashable, Sendable {
        case current
        /// The description alone differs, which moves no hand.
        case describedOtherwise
        /// The circle or the label differs: the follower is asked.
        case changed
    }

    /// A change, or a word of a follower, about a version that is not the newest.
    public struct StaleVersion: Error, Hashable, Sendable {
        public init() {}
    }
}

extension Place {
    /// The same circle and words under another identity.
    public func copy(as id: ID<Place>) -> Place {
        var copy = self
        copy.id = id
        return copy
    }
}
