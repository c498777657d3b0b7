import Family

/// The fields of one OwnTracks message of any type, as they stand in it.
///
/// The type may come last, so the fields of all types are collected first. Of a field that is there twice the last
/// counts; a figure of the wrong kind is left out.
struct OwnTracksMessage {
    enum MessageType: String, CaseIterable {
        case location, transition, waypoint, waypoints, lwt, card, steps, beacon, status, configuration, dump
        case request, encrypted, cmd

        static let table = FieldTable<MessageType>()
    }

    private enum Field: String, CaseIterable {
        case type = "_type"
        case latitude = "lat"
        case longitude = "lon"
        case time = "tst"
        case createdAt = "created_at"
        case accuracy = "acc"
        case altitude = "alt"
        case speed = "vel"
        case course = "cog"
        case battery = "batt"
        case motion = "motionactivities"
        case radius = "rad"
        case monitoringMode = "m"
        case regionNames = "inregions"
        case regionIDs = "inrids"
        case event
        case description = "desc"
        case regionID = "rid"
        case regionMadeAt = "wtst"
        case waypoints
        case name
        case face
        case steps
        case from
        case to
        case request
        case data

        static let table = FieldTable<Field>()
    }

    enum Event: String, CaseIterable {
        case enter, leave

        static let table = FieldTable<Event>()
    }

    var type: MessageType?
    /// The type as written, for a note on one that is not known.
    var typeName: String?
    var point = PointFigures()
    var createdAt: Timestamp?
    var monitoringMode: Double?
    var radiusMetres: Double?
    var regionNames: [String]?
    var regionIDs: [String]?
    var event: Event?
    var description: String?
    var regionID: String?
    var regionMadeAt: Timestamp?
    var waypoints: [PhoneReport.WatchedRegion] = []
    var name: String?
    var hasFace = false
    var steps: Double?
    var from: Timestamp?
    var to: Timestamp?
    var request: String?
    /// Base64.
    var data: [UInt8]?

    /// Longer names and identities are cut off.
    private static let textBytesMax = 256
    /// Regions beyond this number are left out; iOS itself watches at most 20.
    private static let regionsMax = 256

    /// Takes one object, in place because a message is large; false where something else stands.
    mutating func read(_ scanner: inout JSONScanner) -> Bool {
        guard scanner.enterObject() else { return false }
        while let key = scanner.nextKey() {
            guard let field = Field.table[key] else {
                scanner.skip()
                continue
            }
            read(field, from: &scanner)
        }
        return true
    }

    @inline(__always)
    private mutating func read(_ field: Field, from scanner: inout JSONScanner) {
        switch field {
        case .type: readType(from: &scanner)
        case .latitude: point.latitude = scanner.number()
        case .longitude: point.longitude = scanner.number()
        case .time: point.at = PhoneTime.since1970(scanner.number())
        case .createdAt: createdAt = PhoneTime.since1970(scanner.number())
        case .accuracy: point.accuracyMetres = scanner.number()
        case .altitude: point.altitudeMetres = scanner.number()
        case .speed: point.speedMetresPerSecond = scanner.number().map { $0 * Speed.kilometresPerHour }
        case .course: point.courseDegrees = scanner.number()
        // An empty battery sends nothing: 0 is how Android says that it does not know.
        case .battery: point.batteryPercent = scanner.number().flatMap { $0 > 0 ? $0 : nil }
        case .motion: point.motion = scanner.motion()
        case .radius: radiusMetres = scanner.number()
        case .monitoringMode: monitoringMode = scanner.number()
        case .regionNames: regionNames = OwnTracksMessage.strings(&scanner)
        case .regionIDs: regionIDs = OwnTracksMessage.strings(&scanner)
        default: readRare(field, from: &scanner)
        }
    }

    /// Fields that no position has, apart so that the common ones stay close together.
    @inline(never)
    private mutating func readRare(_ field: Field, from scanner: inout JSONScanner) {
        switch field {
        case .event: event = scanner.name().flatMap { Event.table[$0] }
        case .description: description = scanner.string(bytesMax: OwnTracksMessage.textBytesMax)
        case .regionID: regionID = scanner.string(bytesMax: OwnTracksMessage.textBytesMax)
        case .regionMadeAt: regionMadeAt = PhoneTime.since1970(scanner.number())
        case .waypoints: readWaypoints(from: &scanner)
        case .name: name = scanner.string(bytesMax: OwnTracksMessage.textBytesMax)
        case .face: hasFace = scanner.text().map { !$0.range.isEmpty } ?? false
        case .steps: steps = scanner.number()
        case .from: from = PhoneTime.since1970(scanner.number())
        case .to: to = PhoneTime.since1970(scanner.number())
        case .request: request = scanner.string(bytesMax: 32)
        case .data: data = scanner.text().map { scanner.unescaped($0, bytesMax: $0.range.count) }
        default: scanner.skip()
        }
    }

    private mutating func readType(from scanner: inout JSONScanner) {
        guard let text = scanner.text() else { return }
        type = MessageType.table[scanner.name(text)]
        typeName = type == nil ? scanner.string(text, bytesMax: 32) : nil
    }

    private mutating func readWaypoints(from scanner: inout JSONScanner) {
        waypoints = []
        guard scanner.enterArray() else { return }
        while scanner.nextElement() {
            guard scanner.peek() == .object, waypoints.count < OwnTracksMessage.regionsMax else {
                scanner.skip()
                continue
            }
            var waypoint = OwnTracksMessage()
            if waypoint.read(&scanner), let region = waypoint.watchedRegion { waypoints.append(region) }
        }
    }

    private static func strings(_ scanner: inout JSONScanner) -> [String]? {
        guard scanner.enterArray() else { return nil }
        var strings: [String] = []
        while scanner.nextElement() {
            guard let string = scanner.string(bytesMax: textBytesMax), strings.count < regionsMax else { continue }
            strings.append(string)
        }
        return strings
    }
}
