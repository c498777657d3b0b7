/// That a member is in a place.
struct Membership: Hashable, Sendable {
    var place: ID<Place>
    var since: Timestamp
    /// When a first fix spoke for having left.
    var leavingSince: Timestamp?
    /// The phone said so, and no fix has confirmed it yet: only two fixes may contradict.
    var isAsserted = false

    init(place: ID<Place>, since: Timestamp) {
        self.place = place
        self.since = since
    }
}
