import Family

/// The JSON of Traccar Client 9: `{"location": {…}, "device_id": …}`.
///
/// Also with a list of locations, or a list of such objects.
enum TraccarJSON {
    private static let location = WireName("location")
    private static let extras = WireName("extras")
    /// Where the client hides `&id=…`.
    private static let parameters = WireName("_")

    /// Reads all positions of one body.
    static func read(_ scanner: inout JSONScanner, into report: inout PhoneReport) {
        guard scanner.peek() == .array else { return readObject(&scanner, into: &report) }
        guard scanner.enterArray() else { return }
        while scanner.nextElement() { readObject(&scanner, into: &report) }
    }

    private static func readObject(_ scanner: inout JSONScanner, into report: inout PhoneReport) {
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            guard key == location else {
                scanner.skip()
                continue
            }
            guard scanner.peek() == .array else {
                readLocation(&scanner, into: &report)
                continue
            }
            guard scanner.enterArray() else { return }
            while scanner.nextElement() { readLocation(&scanner, into: &report) }
        }
    }

    private static func readLocation(_ scanner: inout JSONScanner, into report: inout PhoneReport) {
        // A position that breaks off is not taken: its figures may be cut.
        guard let location = TraccarLocation(&scanner), !scanner.failed else { return }
        if let alarm = location.alarm { report.note(.alarm(alarm)) }
        if location.hasCoordinates { report.add(location.point) } else { report.claim(location.point.at) }
    }

    /// The token in `device_id`, or hidden in the location as `"_": "&id=…"`.
    static func token(_ scanner: inout JSONScanner) -> String? {
        var token: String?
        findToken(&scanner, into: &token)
        return token
    }

    /// Looks in this object or list, and in the lists and objects that hold locations; the outermost name counts last.
    private static func findToken(_ scanner: inout JSONScanner, into token: inout String?) {
        guard scanner.peek() != .array else {
            guard scanner.enterArray() else { return }
            while scanner.nextElement() { findToken(&scanner, into: &token) }
            return
        }
        guard scanner.enterObject() else { return }
        var own: String?
        while let key = scanner.nextKey() {
            if OsmAnd.TokenField.table[key] != nil {
                own = scanner.scalar(bytesMax: 256).map { String(decoding: $0, as: UTF8.self) } ?? own
            } else if key == parameters {
                let form = scanner.scalar(bytesMax: 512) ?? []
                own = own ?? OsmAnd.token(form: form.span)
            } else if key == location || key == extras {
                findToken(&scanner, into: &token)
            } else {
                scanner.skip()
            }
        }
        if let own, !own.isEmpty { token = own }
    }
}

/// One location of Traccar Client 9.
struct TraccarLocation {
    private enum Field: String, CaseIterable {
        case timestamp, coords, battery, activity, extras, alarm

        static let table = FieldTable<Field>()
    }

    private enum CoordinateField: String, CaseIterable {
        case latitude, longitude, accuracy, speed, heading, altitude

        static let table = FieldTable<CoordinateField>()
    }

    private enum PartField: String, CaseIterable {
        case level, type, alarm

        static let table = FieldTable<PartField>()
    }

    private(set) var point = PointFigures()
    private(set) var hasCoordinates = false
    private(set) var alarm: String?

    /// Takes one object; nil where something else stands.
    init?(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            switch Field.table[key] {
            case .timestamp: point.at = scanner.moment()
            case .coords: readCoordinates(&scanner)
            case .battery, .activity, .extras: readPart(&scanner)
            case .alarm: alarm = scanner.string(bytesMax: 32)
            case nil: scanner.skip()
            }
        }
    }

    private mutating func readCoordinates(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return }
        hasCoordinates = true
        while let key = scanner.nextKey() {
            switch CoordinateField.table[key] {
            case .latitude: point.latitude = scanner.number()
            case .longitude: point.longitude = scanner.number()
            case .accuracy: point.accuracyMetres = scanner.number()
            case .speed: point.speedMetresPerSecond = scanner.number()
            case .heading: point.courseDegrees = scanner.number()
            case .altitude: point.altitudeMetres = scanner.number()
            case nil: scanner.skip()
            }
        }
    }

    /// Takes `battery`, `activity` or `extras`, whose names do not overlap.
    private mutating func readPart(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            switch PartField.table[key] {
            // -1 is unknown, and stays out of range as a percentage.
            case .level: point.batteryPercent = scanner.number().map { $0 * 100 }
            case .type: point.motion = scanner.motion()
            case .alarm: alarm = scanner.string(bytesMax: 32)
            case nil: scanner.skip()
            }
        }
    }
}
