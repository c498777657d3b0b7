package import Family

/// A place that was searched for.
package struct FoundPlace: Sendable, Equatable {
    /// What people call it, such as "Landstrasse 4".
    package var name: String
    /// Where it is, in words; nil where nothing is known around it.
    package var address: String?
    package var kind: PlaceKind
    package var point: Coordinate

    /// A place as an engine tells of it.
    package init(name: String, address: String?, kind: PlaceKind, point: Coordinate) {
        (self.name, self.address, self.kind, self.point) = (name, address, kind, point)
    }
}

/// What is at a point, as far as it is known.
package struct PointAddress: Sendable, Equatable {
    /// What stands there, such as a school.
    package var name: String?
    package var street: String?
    package var houseNumber: String?
    /// The town.
    package var area: String?

    /// What is known of a point; nothing where all is nil.
    package init(name: String? = nil, street: String? = nil, houseNumber: String? = nil, area: String? = nil) {
        (self.name, self.street, self.houseNumber, self.area) = (name, street, houseNumber, area)
    }

    /// In one line, for a list: "Landesmuseum, Vaduz" or "Landstrasse 4, Schaan"; nil where nothing is known.
    package var line: String? {
        let road = street.map { street in houseNumber.map { "\(street) \($0)" } ?? street }
        let parts = [name ?? road, area].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// Why nothing can be searched.
package enum SearchRefusal: Error, Sendable, Equatable {
    /// The hub has neither a region nor an engine that is asked in its place.
    case noRegion
    /// The engine does not answer.
    case unavailable
}
