package import Family
import Crypto
import FoundationEssentials
import SQL
import Storage

/// What is kept of a trip for ever.
package struct TripBrief: Codable, Hashable, Sendable {
    package var name: String
    package var destination: TripPoint
    package var origin: TripPoint?
    var mode: UInt8
    var source: UInt8
    /// When its traveller was to be asked.
    var dueAt: Int64
    var ending: UInt8?
    var endedAt: Int64?
    /// How far from the destination the last position before an arrival was; nil for another ending, or without one.
    ///
    /// The PIN proves who said that they arrived, not where.
    package var endMetres: Double?
    var endFixAt: Int64?

    /// Sets where an arrival was.
    mutating func setEnd(_ end: TripEnd) {
        (endMetres, endFixAt) = (end.metres, end.fixAt)
    }

    /// When the last position before an arrival was measured.
    package var fixAtEnd: Timestamp? { endFixAt.map(Timestamp.init(milliseconds:)) }
    /// How its traveller goes.
    package var travelMode: TravelMode { TravelMode(rawValue: mode) ?? .walk }
}

/// Where the last position before an arrival was; empty without one on the trip.
struct TripEnd: Codable, Hashable, Sendable {
    /// From the destination.
    var metres: Double?
    var fixAt: Int64?

    init(at last: Fix?, of trip: Trip) {
        guard let last, last.at >= trip.startedAt else { return }
        metres = trip.metresAway(last.coordinate, accuracyMetres: last.accuracyMetres)
        fixAt = last.at.milliseconds
    }
}

/// A point of a trip, in degrees.
package struct TripPoint: Codable, Hashable, Sendable {
    package var latitude: Double
    package var longitude: Double

    /// The point as it is kept.
    package init(_ point: Coordinate) {
        latitude = point.latitude
        longitude = point.longitude
    }

    /// The point; nil where it lies off the globe, which none does that was checked.
    package var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}

/// The way that was planned.
package struct TripRoute: Codable, Hashable, Sendable {
    package var metres: Double
    /// Nil for a straight line.
    package var seconds: Double?
    /// Longitude and latitude of each point, one after the other.
    package var line: [Double]
    /// Where each part begins on the line, and how long it takes, one after the other.
    package var legs: [Double]
    package var isStraightLine: Bool

    /// A way of so many metres; `seconds` is nil for a straight line.
    package init(metres: Double, seconds: Double?, line: [Coordinate], legs: [RoutePath.Leg], isStraightLine: Bool) {
        self.metres = metres
        self.seconds = seconds
        self.isStraightLine = isStraightLine
        self.line = line.flatMap { [$0.longitude, $0.latitude] }
        self.legs = legs.flatMap { [Double($0.pointIndex), $0.seconds] }
    }

    /// The points of the line.
    package var points: [Coordinate] {
        stride(from: 0, to: line.count - 1, by: 2).compactMap {
            Coordinate(latitude: line[$0 + 1], longitude: line[$0])
        }
    }

    /// Where each part begins, and how long it takes.
    package var parts: [RoutePath.Leg] {
        stride(from: 0, to: legs.count - 1, by: 2).map {
            RoutePath.Leg(pointIndex: Int(legs[$0]), seconds: legs[$0 + 1])
        }
    }

    /// The way to be followed; nil where the line is none.
    var path: RoutePath? { RoutePath(line: points, legs: parts) }
}

/// What companions were told of a trip.
package struct TripNewsItem: Codable, Hashable, Sendable {
    /// A word that programs switch on.
    package var kind: String
    var toldAt: Int64
    var sinceAt: Int64?
    var due: Int64?
    /// What the traveller was made to say, or what a device sent that a forced PIN chose: shown to those alone who were not
    /// told of that.
    var isPretended: Bool?
    package var minutes: Int64?
    package var batteryPercent: Double?

    package var at: Timestamp { Timestamp(milliseconds: toldAt) }
    package var since: Timestamp? { sinceAt.map(Timestamp.init(milliseconds:)) }
    package var dueAt: Timestamp? { due.map(Timestamp.init(milliseconds:)) }
}

/// What is known of a trip under way, beside what its watch decides on.
struct TripState: Codable, Hashable, Sendable {
    static let newsMax = 200

    /// What stands behind the `#` of its link.
    var token: String
    var code: String
    /// The code's counts.
    var codeBytes: [UInt8]
    var news: [TripNewsItem] = []
    /// The answers of the progress along the way, one after the other, and when they were taken.
    var answers: [Double] = []
    var answeredAt: Int64 = -1
    var remainingMetres: Double?
    var remainingSeconds: Double?
    var remainingAsOf: Int64?
    var offRouteMetres: Double?
    /// The last position of the trip's device that is no leap (F54), and a leap that the next may confirm.
    private var lastFix: [UInt8]?
    private var leapFix: [UInt8]?
    /// The device that sent the last position.
    var lastDevice: String?
    /// The trip's device, for when the watch knows another trip.
    var device: String?
    /// Where each device was at the start, until one is the trip's.
    private var startFixes: [String: [UInt8]]?
    /// Where each was first seen away from there.
    private var awayFixes: [String: [UInt8]]?
    /// The page that began the trip.
    var page: String?
    /// Another device that reported since, and where it was.
    var otherDevice: String?
    private var otherFix: [UInt8]?
    /// At most one; a list, as a value cannot hold itself.
    private var trueDevices: [TrueDevice]?

    init(token: String, code: String, codeBytes: [UInt8]) {
        (self.token, self.code, self.codeBytes) = (token, code, codeBytes)
    }

    var last: Fix? {
        get { lastFix.flatMap(Fix.init(bytes:)) }
        set { lastFix = newValue?.bytes }
    }

    var starts: [String: [UInt8]] {
        get { startFixes ?? [:] }
        set { startFixes = newValue }
    }

    var away: [String: [UInt8]] {
        get { awayFixes ?? [:] }
        set { awayFixes = newValue }
    }

    var leap: Fix? {
        get { leapFix.flatMap(Fix.init(bytes:)) }
        set { leapFix = newValue?.bytes }
    }

    var other: Fix? {
        get { otherFix.flatMap(Fix.init(bytes:)) }
        set { otherFix = newValue?.bytes }
    }

    /// The device that goes along, where a forced PIN chose another one.
    var trueDevice: TrueDevice? {
        get { trueDevices?.first }
        set { trueDevices = newValue.map { [$0] } }
    }

    /// Gives one of its devices another identity.
    mutating func rename(_ old: String, to new: String) {
        if page == old { page = new }
        if otherDevice == old { otherDevice = new }
        if lastDevice == old { lastDevice = new }
        if let fix = starts.removeValue(forKey: old) { starts[new] = fix }
        if let fix = away.removeValue(forKey: old) { away[new] = fix }
        if trueDevice?.device == old { trueDevice?.device = new }
        if trueDevice?.excluded.remove(old) != nil { trueDevice?.excluded.insert(new) }
        trueDevice?.state.rename(old, to: new)
    }

    /// Notes where another device is, which says nothing of the trip (F83).
    mutating func nameApart(_ device: ID<Device>, _ fix: Fix) {
        guard other.map({ fix.at > $0.at }) ?? true else { return }
        (otherDevice, other) = (device.text, fix)
    }
}

extension TripNewsItem {
    /// Whether it follows from what the trip's device sent, or did not.
    var isOfDevice: Bool {
        ["signalLost", "signalBack", "batteryLow", "longStop", "leftRoute", "backOnRoute"].contains(kind)
    }

    init(_ news: TripNews, isPretended: Bool = false, now: Timestamp) {
        self.init(kind: "", toldAt: now.milliseconds)
        if isPretended { self.isPretended = true }
        switch news {
        case .started(let dueAt): (kind, due) = ("started", dueAt.milliseconds)
        case .extended(let minutes, let dueAt, _):
            (kind, self.minutes, due) = ("extended", minutes, dueAt.milliseconds)
        case .goesOn(let dueAt): (kind, due) = ("goesOn", dueAt.milliseconds)
        case .signalLost(let heardAt): (kind, sinceAt) = ("signalLost", heardAt.milliseconds)
        case .signalBack: kind = "signalBack"
        case .batteryLow(let percent): (kind, batteryPercent) = ("batteryLow", percent)
        case .longStop(let since): (kind, sinceAt) = ("longStop", since.milliseconds)
        case .leftRoute(let since): (kind, sinceAt) = ("leftRoute", since.milliseconds)
        case .backOnRoute: kind = "backOnRoute"
        case .loggedOut: kind = "loggedOut"
        case .pinGuessed: kind = "pinGuessed"
        case .arrived: kind = "arrived"
        case .cancelled: kind = "cancelled"
        }
    }
}

/// A value as JSON, sealed under its owner's key; one that does not read back is damage and said so.
struct SealedJSON {
    let key: AEADKey
    let purpose: Vault.Purpose
    let owner: [UInt8]

    func seal(_ value: some Encodable) throws -> [UInt8] {
        key.seal(Array(try JSONEncoder().encode(value)), additional: purpose.binding(owner))
    }

    func open<Value: Decodable>(_ sealed: [UInt8], as type: Value.Type = Value.self) throws -> Value {
        guard let bytes = key.open(sealed, additional: purpose.binding(owner)),
            let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))  // What is wrong in it helps nobody.
        else { throw StorageError(.corrupt, "what is known of a trip cannot be read") }
        return value
    }
}
