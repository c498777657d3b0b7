/// What the hub's maps are made of, and what is under way.
public struct RegionsBody: Codable, Sendable {
    public var items: [RegionBody]
    public var work: RegionWorkBody?
    /// Of the disk where the regions are.
    public var freeBytes: Int?
    /// Who finds ways: own, starting, elsewhere or none.
    public var routing: String
    /// Whether they came with the program, and cannot be changed here.
    public var isFixed: Bool
    /// The server that regions are fetched from by name; nil where none may be asked.
    public var mirror: String?

    /// All of it.
    public init(
        items: [RegionBody],
        work: RegionWorkBody?,
        freeBytes: Int?,
        routing: String,
        isFixed: Bool,
        mirror: String?
    ) {
        (self.items, self.work, self.freeBytes) = (items, work, freeBytes)
        (self.routing, self.isFixed, self.mirror) = (routing, isFixed, mirror)
    }
}

/// A region that is whole.
public struct RegionBody: Codable, Sendable {
    /// Degrees.
    public struct Bounds: Codable, Sendable {
        public var west, south, east, north: Double

        /// The box between these edges.
        public init(west: Double, south: Double, east: Double, north: Double) {
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }
    }

    public var name: String
    /// The file that it was made of.
    public var extract: String
    /// What it takes on the disk.
    public var bytes: Int
    /// RFC 3339.
    public var importedAt: String
    public var bounds: Bounds
    /// Whether the hub uses it: of several the one that was imported last.
    public var isUsed: Bool
    /// What the mirror calls it; nil for one that was not fetched by name.
    public var source: String?

    /// A region.
    public init(name: String, extract: String, bytes: Int, importedAt: String, bounds: Bounds, isUsed: Bool) {
        (self.name, self.extract, self.bytes) = (name, extract, bytes)
        (self.importedAt, self.bounds, self.isUsed) = (importedAt, bounds, isUsed)
    }
}

/// An extract on its way to become a region.
public struct RegionWorkBody: Codable, Sendable {
    public var name: String
    public var extract: String
    public var bytes: Int
    public var receivedBytes: Int
    /// receiving, waiting, importing or failed.
    public var state: String
    /// What is being made, such as "the map".
    public var step: String?
    /// Of the import, 0 to 1.
    public var fraction: Double?
    /// Why it failed, or waits.
    public var words: String?

    /// Whether the hub fetches it by itself.
    public var isFetched: Bool?

    /// An extract that is still coming.
    public init(name: String, extract: String, bytes: Int, receivedBytes: Int, state: String) {
        (self.name, self.extract, self.bytes) = (name, extract, bytes)
        (self.receivedBytes, self.state) = (receivedBytes, state)
    }
}

/// A region's name, or its beginning.
public struct RegionSearchBody: Codable, Sendable {
    public var text: String

    /// What somebody looks for.
    public init(text: String) {
        self.text = text
    }
}

/// The regions of the mirror that were found, the likeliest first.
public struct FoundRegionsBody: Codable, Sendable {
    /// One of them.
    public struct Found: Codable, Sendable {
        /// What the mirror calls it.
        public var id: String
        public var name: String
        /// What it is a part of.
        public var within: String?

        /// A region that the mirror has.
        public init(id: String, name: String, within: String?) {
            (self.id, self.name, self.within) = (id, name, within)
        }
    }

    public var items: [Found]

    /// The regions in this order.
    public init(items: [Found]) {
        self.items = items
    }
}

/// A region of the mirror.
public struct RegionChoiceBody: Codable, Sendable {
    /// What the mirror calls it.
    public var id: String

    /// The region of this id.
    public init(id: String) {
        self.id = id
    }
}

/// What a region of the mirror costs.
public struct RegionOfferBody: Codable, Sendable {
    /// What the mirror calls it.
    public var id: String
    public var name: String
    /// What it would be called on this hub.
    public var region: String
    /// The file, and its size.
    public var extract: String
    public var bytes: Int
    /// What it takes on the disk until it is imported.
    public var diskBytes: Int
    /// How long it takes, roughly.
    public var seconds: Int
    /// Whether the disk has room for it.
    public var hasRoom: Bool
    /// Whether the hub has this very file already.
    public var isNewest: Bool

    /// What a region costs.
    public init(id: String, name: String, region: String, extract: String, bytes: Int) {
        (self.id, self.name, self.region, self.extract, self.bytes) = (id, name, region, extract, bytes)
        (diskBytes, seconds, hasRoom, isNewest) = (bytes, 0, true, false)
    }
}
