public import Family

/// A place of mine, as I send and read it.
public struct PlaceBody: Codable, Hashable, Sendable {
    public var id: ID<Place>
    public var label: String
    public var description: String
    public var latitude: Double
    public var longitude: Double
    public var radiusMetres: Double

    public init(
        id: ID<Place>,
        label: String,
        description: String,
        latitude: Double,
        longitude: Double,
        radiusMetres: Double
    ) {
        self.id = id
        self.label = label
        self.description = description
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }

    /// The place as the API writes it.
    public init(_ place: Place) {
        self.init(
            id: place.id,
            label: place.label,
            description: place.description,
            latitude: place.centre.latitude,
            longitude: place.centre.longitude,
            radiusMetres: place.radiusMetres
        )
    }
}

/// `PATCH /places/{id}`; what is absent stays.
public struct ChangePlaceBody: Codable, Sendable {
    public var label: String?
    public var description: String?
    public var latitude: Double?
    public var longitude: Double?
    public var radiusMetres: Double?

    public init(
        label: String? = nil,
        description: String? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        radiusMetres: Double? = nil
    ) {
        self.label = label
        self.description = description
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }
}
