/// The browsers without an account that opened one trip or live link (F49).
public struct LinkViewers: Hashable, Sendable {
    /// A browser that was let in.
    public enum Viewer: Sendable {}

    public static let most = 10
    /// After this many removals no new browser is let in.
    static let droppedMax = 100
    public private(set) var current: [ID<Viewer>] = []
    /// Those that were removed: the same browser does not come back by the same link.
    public private(set) var dropped: [ID<Viewer>] = []

    public init() {}

    /// What an opening means.
    public enum Answer: Hashable, Sendable {
        /// A new browser: its member is told.
        case isNew
        case isKnown
        case isFull
        case wasDropped
    }

    /// Lets a browser in, where there is room and it was not removed.
    public mutating func open(_ viewer: ID<Viewer>) -> Answer {
        if dropped.contains(viewer) { return .wasDropped }
        if current.contains(viewer) { return .isKnown }
        guard current.count < LinkViewers.most, dropped.count < LinkViewers.droppedMax else { return .isFull }
        current.append(viewer)
        return .isNew
    }

    /// Removes one and leaves the others and their link as they are; false where it does not look.
    public mutating func drop(_ viewer: ID<Viewer>) -> Bool {
        guard let index = current.firstIndex(of: viewer) else { return false }
        current.remove(at: index)
        dropped.append(viewer)
        return true
    }
}
