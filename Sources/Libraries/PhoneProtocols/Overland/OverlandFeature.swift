import Family

/// One feature of a batch: a position, an event of the app, or the end of a trip.
struct OverlandFeature {
    private enum Field: String, CaseIterable {
        case geometry, properties

        static let table = FieldTable<Field>()
    }

    private static let coordinates = WireName("coordinates")
    private static let trip = WireName("trip")

    var latitude: Double?
    var longitude: Double?
    var properties = Properties()

    /// Takes one object, in place because a feature is large; false where something else stands.
    @inline(__always)
    mutating func read(_ scanner: inout JSONScanner) -> Bool {
        guard scanner.enterObject() else { return false }
        while let key = scanner.nextKey() {
            switch Field.table[key] {
            case .geometry: readGeometry(&scanner)
            case .properties:
                properties = Properties()
                _ = properties.read(&scanner)
            case nil: scanner.skip()
            }
        }
        return true
    }

    private mutating func readGeometry(_ scanner: inout JSONScanner) {
        (longitude, latitude) = (nil, nil)
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            guard key == OverlandFeature.coordinates else {
                scanner.skip()
                continue
            }
            (longitude, latitude) = (nil, nil)
            guard scanner.enterArray() else { continue }
            if scanner.nextElement() {
                longitude = scanner.number()
                if scanner.nextElement() {
                    latitude = scanner.number()
                    while scanner.nextElement() { scanner.skip() }
                }
            }
        }
    }
}

extension OverlandFeature {
    /// The properties that the hub uses.
    struct Properties {
        private enum Field: String, CaseIterable {
            case timestamp, altitude, speed, course, motion, type, action, mode, start, end, distance, duration
            case accuracy = "horizontal_accuracy"
            case battery = "battery_level"
            case deferredMisspelt = "deffered"
            case arrival = "arrival_date"
            case departure = "departure_date"

            static let table = FieldTable<Field>()
        }

        var point = PointFigures()
        /// A fraction, or per cent, see ``batteryPercent``.
        private var batteryLevel: Double?
        /// GPSLogger's Dawarich target gives itself away by this mistake in spelling.
        private var isFromGPSLogger = false
        var isTripEnd = false
        var action: String?
        var arrival: Timestamp?
        var departure: Timestamp?
        var trip = PhoneReport.TripSummary()

        /// Takes one object; false where something else stands.
        @inline(__always)
        mutating func read(_ scanner: inout JSONScanner) -> Bool {
            guard scanner.enterObject() else { return false }
            while let key = scanner.nextKey() {
                guard let field = Field.table[key] else {
                    scanner.skip()
                    continue
                }
                read(field, from: &scanner)
            }
            point.batteryPercent = batteryPercent
            return true
        }

        @inline(__always)
        private mutating func read(_ field: Field, from scanner: inout JSONScanner) {
            switch field {
            case .timestamp: point.at = scanner.moment()
            // Exactly -1 is no height but "unknown".
            case .altitude: point.altitudeMetres = scanner.number().flatMap { $0 == -1 ? nil : $0 }
            case .speed: point.speedMetresPerSecond = scanner.number()
            case .course: point.courseDegrees = scanner.number()
            case .accuracy: point.accuracyMetres = scanner.number()
            case .battery: batteryLevel = scanner.number()
            case .motion: point.motion = scanner.motion()
            case .deferredMisspelt:
                isFromGPSLogger = true
                scanner.skip()
            default: readRare(field, from: &scanner)
            }
        }

        @inline(never)
        private mutating func readRare(_ field: Field, from scanner: inout JSONScanner) {
            switch field {
            case .type: isTripEnd = scanner.name() == OverlandFeature.trip
            case .action: action = scanner.string(bytesMax: 64)
            case .arrival: arrival = scanner.moment()
            case .departure: departure = scanner.moment()
            case .mode: trip.mode = scanner.string(bytesMax: 32)
            case .start: trip.start = scanner.moment()
            case .end: trip.end = scanner.moment()
            case .distance: trip.distanceMetres = scanner.number()
            case .duration: trip.durationSeconds = scanner.number()
            default: scanner.skip()
            }
        }

        /// Overland sends 0...1; GPSLogger 0...100, of which only what exceeds 1 shows.
        private var batteryPercent: Double? {
            guard let batteryLevel else { return nil }
            return isFromGPSLogger || batteryLevel > 1 ? batteryLevel : batteryLevel * 100
        }
    }
}

extension JSONScanner {
    /// A moment in ISO 8601, or as a count of seconds or milliseconds since 1970.
    @inline(__always)
    mutating func moment() -> Timestamp? {
        guard peek() == .text else { return PhoneTime.since1970(number()) }
        guard let text = text() else { return nil }
        return PhoneTime.iso8601(bytes, text.range) ?? PhoneTime.since1970(wholeNumber(bytes, text.range))
    }
}

extension PhoneReport {
    /// Takes a feature: positions as fixes, all else as notes.
    @inline(__always)
    mutating func append(_ feature: OverlandFeature) {
        var point = feature.properties.point
        point.latitude = feature.latitude
        point.longitude = feature.longitude
        guard feature.properties.isTripEnd || feature.properties.action != nil else { return add(point) }
        claim(point.at)
        if feature.properties.isTripEnd {
            note(.tripEnded(feature.properties.trip))
        } else if feature.properties.action == "visit" {
            note(
                .visit(
                    arrival: feature.properties.arrival,
                    departure: feature.properties.departure,
                    at: point.coordinate
                )
            )
        } else {
            note(.action(feature.properties.action ?? ""))
        }
    }
}
