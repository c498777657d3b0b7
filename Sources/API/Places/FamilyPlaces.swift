public import Family

/// A place of my family, as I read it.
public struct FamilyPlaceBody: Codable, Hashable, Sendable {
    public var id: ID<Place>
    public var label: String
    public var description: String
    public var latitude: Double
    public var longitude: Double
    public var radiusMetres: Double
    /// Absent once the maker has left the family.
    public var maker: ID<Member>?
    /// What a change, or my word to follow it, names.
    public var version: UInt32
    /// Whether I may change it or take it from the family.
    public var mayChange: Bool
    /// Absent where I do not follow it.
    public var following: Following?

    /// My own place that follows it.
    public struct Following: Codable, Hashable, Sendable {
        public var place: ID<Place>
        /// The version that I accepted.
        public var version: UInt32

        public init(place: ID<Place>, version: UInt32) {
            self.place = place
            self.version = version
        }
    }

    /// The place as the API writes it.
    public init(_ place: FamilyPlace, mayChange: Bool, following: Following?) {
        let said = place.place
        (id, label, description) = (said.id, said.label, said.description)
        (latitude, longitude) = (said.centre.latitude, said.centre.longitude)
        radiusMetres = said.radiusMetres
        (maker, version) = (place.maker, place.version)
        (self.mayChange, self.following) = (mayChange, following)
    }
}

/// `POST /family-places`: gives a place of mine to my family.
public struct SharePlaceBody: Codable, Sendable {
    /// Of the family's place.
    public var id: ID<Place>
    /// My own place, which follows it from then on.
    public var place: ID<Place>

    public init(id: ID<Place>, place: ID<Place>) {
        self.id = id
        self.place = place
    }
}

/// `PATCH /family-places/{id}`; what is absent stays.
public struct ChangeFamilyPlaceBody: Codable, Sendable {
    /// The version that I saw.
    public var version: UInt32
    public var label: String?
    public var description: String?
    public var latitude: Double?
    public var longitude: Double?
    public var radiusMetres: Double?

    public init(
        version: UInt32,
        label: String? = nil,
        description: String? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        radiusMetres: Double? = nil
    ) {
        self.version = version
        self.label = label
        self.description = description
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }
}

/// `PUT /family-places/{id}/following`.
public struct FollowPlaceBody: Codable, Sendable {
    /// The version that I saw and accept.
    public var version: UInt32

    public init(version: UInt32) {
        self.version = version
    }
}
