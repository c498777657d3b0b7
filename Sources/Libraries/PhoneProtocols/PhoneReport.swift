package import Family

/// What one request of a phone app said, in the hub's own words.
///
/// Reading never fails: whatever could not be used is counted or noted, so that the hub can answer 2xx and the phone
/// empties its queue. It holds no token, no password, no network name and no picture. The number of its items is
/// bounded by the size of the request alone.
package struct PhoneReport: Sendable, Equatable {
    /// The usable positions in the order sent.
    package var fixes: [Fix] = []
    /// What the phone saw of the regions it watches, in the order sent.
    package var transitions: [RegionTransition] = []
    /// The regions that the phone watches, where the message lists them.
    package var watchedRegions: [WatchedRegion] = []
    /// The names of the regions in which the phone believes itself to be; nil where the message does not say.
    package var currentRegionNames: [String]?
    /// The identities (OwnTracks `rid`) of the same regions; nil where the message does not say.
    package var currentRegionIDs: [String]?
    /// How OwnTracks reports: -1 quiet, 0 by hand, 1 on significant changes, 2 while it moves; nil where it does not say.
    package var monitoringMode: Int?
    /// Whether this is a sign of life without a usable position: a heartbeat, a status, a refused point.
    package var heard = false
    /// The newest time that the device claims, as a measure of how wrong its clock is.
    package var deviceTime: Timestamp?
    /// How many positions and transitions were refused: off the globe, 0/0 without accuracy, without a time.
    package var refused = 0
    /// What else is worth knowing, in the order found; at most ``notesMax``.
    package private(set) var notes: [Note] = []

    /// The notes beyond this number are dropped.
    package static let notesMax = 64

    package init() {}

    /// Whether nothing of it was refused, broken off, or encrypted in a way that cannot be read.
    package var isUsable: Bool { refused == 0 && !notes.contains(.malformed) && !notes.contains(.undecryptable) }

    /// Adds a note, unless it is there already or the list is full.
    mutating func note(_ note: Note) {
        guard notes.count < PhoneReport.notesMax, !notes.contains(note) else { return }
        notes.append(note)
    }

    /// Records a time that the device claims.
    mutating func claim(_ time: Timestamp?) {
        guard let time else { return }
        deviceTime = max(deviceTime ?? time, time)
    }
}

extension PhoneReport {
    /// Something a message said that is neither a position nor a transition.
    package enum Note: Sendable, Equatable {
        /// The body has no bytes. OwnTracks sends this when a friend is removed in the app.
        case empty
        /// The message breaks off or is not what the app's format allows; what was read before that counts.
        case malformed
        /// A type of message that the hub does not use; at most 32 characters of its name.
        case unsupported(type: String)
        /// An encrypted message that no key of this device opens.
        case undecryptable
        /// A message that carries the phone's own secrets. None of it was kept.
        case secretsDropped
        /// The phone asks for a shareable link, or takes one back: `tour`, `tours` or `untour`.
        case tourRequest(String)
        /// The member's name as the phone has it, and whether a picture came with it.
        case card(name: String?, hasFace: Bool)
        /// Steps counted between two moments.
        case steps(Int, from: Timestamp?, to: Timestamp?)
        /// A Bluetooth beacon nearby.
        case beacon
        /// Overland runs in its own OwnTracks mode, whose times and credentials are wrong: tell the member to leave it.
        case overlandOwnTracksMode
        /// An Overland event that is not a position: `will_terminate`, `paused_location_updates` …
        case action(String)
        /// The phone found that its owner stayed somewhere; either end may be open.
        case visit(arrival: Timestamp?, departure: Timestamp?, at: Coordinate?)
        /// The app records a trip just now.
        case tripRunning(mode: String?)
        /// A trip recorded by the app has ended.
        case tripEnded(TripSummary)
        /// The phone raised an alarm, such as `sos`.
        case alarm(String)
        /// The app offered an address for its own push messages. It was not kept.
        case pushAddressOffered
    }

    /// What Overland says of a trip when it ends.
    package struct TripSummary: Sendable, Equatable {
        /// A word such as walk, run, bicycle, car, bus, tram, train, metro, plane or boat.
        package var mode: String?
        package var start: Timestamp?
        package var end: Timestamp?
        package var distanceMetres: Double?
        package var durationSeconds: Double?

        package init() {}
    }

    /// A region as the phone has it (OwnTracks `waypoint`).
    package struct WatchedRegion: Sendable, Equatable {
        package var name: String?
        /// OwnTracks `rid`.
        package var regionID: String?
        /// When it was made on the phone, its identity for apps without `rid`.
        package var madeAt: Timestamp?
        /// The centre; nil for a beacon and for a region that the phone deleted.
        package var centre: Coordinate?
        /// Positive; nil for a beacon or a mere point.
        package var radiusMetres: Double?

        package init() {}
    }
}
