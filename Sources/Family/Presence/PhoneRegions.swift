/// The regions that a phone believed itself to be in, said beside a fix (OwnTracks `inregions` and `inrids`).
///
/// Empty lists say that it was in none. A phone that says nothing of regions has none of these.
public struct PhoneRegions: Hashable, Sendable {
    /// Who says so: each phone knows regions of its own.
    public var phone: ID<Device>
    /// The names the regions have on the phone.
    public var names: [String]
    /// Their identities on the phone, in the same order where there are as many.
    public var ids: [String]

    public init(phone: ID<Device>, names: [String], ids: [String]) {
        self.phone = phone
        self.names = names
        self.ids = ids
    }
}

/// What a phone's lists last said about one place, as far as it was believed.
struct ToldRegion: Hashable, Sendable {
    var place: ID<Place>
    /// The end of the phone's identity: enough to tell a member's few phones apart.
    var phone: UInt32
    var isInside: Bool
    var at: Timestamp
}
