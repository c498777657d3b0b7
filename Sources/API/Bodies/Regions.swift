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

    /// All of it.
    public init(items: [RegionBody], work: RegionWorkBody?, freeBytes: Int?, routing: String, isFixed: Bool) {
        (self.items, self.work, self.freeBytes) = (items, work, freeBytes)
        (self.routing, self.isFixed) = (routing, isFixed)
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
    /// receiving, importing or failed.
    public var state: String
    /// What is being made, such as "the map".
    public var step: String?
    /// Of the import, 0 to 1.
    public var fraction: Double?
    /// Why it failed.
    public var words: String?

    /// An extract that is still coming.
    public init(name: String, extract: String, bytes: Int, receivedBytes: Int, state: String) {
        (self.name, self.extract, self.bytes) = (name, extract, bytes)
        (self.receivedBytes, self.state) = (receivedBytes, state)
    }
}
