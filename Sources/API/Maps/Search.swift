/// `POST /search`: what somebody looks for.
public struct SearchQuestionBody: Codable, Hashable, Sendable {
    public var text: String
    /// Where what is found is wanted; of places called alike the near ones come first.
    public var near: PointBody?
    /// How many are wanted, 1 to 20; ten where absent.
    public var limit: Int?

    /// A question; what it holds is checked when it is read.
    public init(text: String, near: PointBody? = nil, limit: Int? = nil) {
        (self.text, self.near, self.limit) = (text, near, limit)
    }
}

/// Places that were found, the best first.
public struct FoundPlacesBody: Codable, Hashable, Sendable {
    /// One of them.
    public struct Place: Codable, Hashable, Sendable {
        /// Such as "Landstrasse 4".
        public var name: String
        /// Where it is, in words.
        public var address: String?
        public var kind: String
        public var latitude: Double
        public var longitude: Double

        /// A place as the API writes it.
        public init(name: String, address: String?, kind: String, latitude: Double, longitude: Double) {
            (self.name, self.address, self.kind) = (name, address, kind)
            (self.latitude, self.longitude) = (latitude, longitude)
        }
    }

    public var items: [Place]

    /// The places in this order.
    public init(items: [Place]) {
        self.items = items
    }
}

/// `POST /reverse`: a point that somebody wants to name.
public struct ReverseQuestionBody: Codable, Hashable, Sendable {
    public var at: PointBody

    /// A question; the point is checked when it is read.
    public init(at: PointBody) {
        self.at = at
    }
}

/// What is at a point; empty where nothing is known.
public struct PointAddressBody: Codable, Hashable, Sendable {
    /// What stands there, such as a school.
    public var name: String?
    public var street: String?
    public var houseNumber: String?
    /// The town.
    public var area: String?

    /// What is known of a point.
    public init(name: String?, street: String?, houseNumber: String?, area: String?) {
        (self.name, self.street, self.houseNumber, self.area) = (name, street, houseNumber, area)
    }
}
