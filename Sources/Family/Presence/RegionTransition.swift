/// A phone's own observation that it entered or left a region it watches (OwnTracks `transition`).
public struct RegionTransition: Hashable, Sendable {
    /// Which way the phone crossed the region's edge.
    public enum Event: UInt8, Sendable {
        case enter = 1
        case leave = 2
    }

    public var event: Event
    public var at: Timestamp
    /// The name the region has on the phone.
    public var name: String?
    /// The region's own identity on the phone (OwnTracks `rid`).
    public var regionID: String?
    /// When the region was made on the phone (OwnTracks `wtst`), its identity for apps without `rid`.
    public var regionMadeAt: Timestamp?
    /// Where the phone was, if it said so.
    public var coordinate: Coordinate?
    /// 68 % radius in metres of that position.
    public var accuracyMetres: Double?

    public init(event: Event, at: Timestamp) {
        self.event = event
        self.at = at
    }
}
