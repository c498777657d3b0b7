public import Family

/// What I am told of one member whom I see.
public struct WatchBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var places: [PlaceWishBody]
    /// Whether I am told that nothing was heard for too long.
    public var quiet: Bool
    /// Whether I am told that the phone's battery runs low.
    public var lowBattery: Bool

    public init(member: ID<Member>, places: [PlaceWishBody], quiet: Bool, lowBattery: Bool) {
        self.member = member
        self.places = places
        self.quiet = quiet
        self.lowBattery = lowBattery
    }
}

/// What I am told of the places with one label.
public struct PlaceWishBody: Codable, Hashable, Sendable {
    /// A slot of the clock, one line of 1 to 40 characters.
    public var label: String
    public var arrived: Bool
    public var left: Bool

    public init(label: String, arrived: Bool, left: Bool) {
        self.label = label
        self.arrived = arrived
        self.left = left
    }
}
