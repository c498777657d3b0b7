import Family

/// What a Traccar server forwards (`forward.type=json`): one position of one tracker,
/// `{"position": {…}, "device": {…}}`.
package enum TraccarForward {
    /// The tracker of a forwarded position, as the Traccar server knows it.
    package struct Tracker: Hashable, Sendable {
        /// Traccar's `uniqueId`: an IMEI or a chosen name, at most 128 bytes.
        package var uniqueID: String
        /// At most 240 bytes.
        package var name: String?

        package init(uniqueID: String, name: String? = nil) {
            self.uniqueID = uniqueID
            self.name = name
        }
    }

    private enum Field: String, CaseIterable {
        case position, device

        static let table = FieldTable<Field>()
    }

    private enum DeviceField: String, CaseIterable {
        case uniqueID = "uniqueId"
        case name

        static let table = FieldTable<DeviceField>()
    }

    /// Reads one request's body.
    ///
    /// - Returns: what it said, and of which tracker; nil where it does not say. Reading never fails.
    package static func read(_ body: Span<UInt8>) -> (report: PhoneReport, tracker: Tracker?) {
        var report = PhoneReport()
        var scanner = JSONScanner(body)
        guard scanner.peek() == .object, scanner.enterObject() else {
            report.heard = true
            report.note(body.isEmpty ? .empty : .malformed)
            return (report, nil)
        }
        var position: ForwardedPosition?
        var tracker: Tracker?
        while let key = scanner.nextKey() {
            switch Field.table[key] {
            case .position: position = ForwardedPosition(&scanner)
            case .device: tracker = readDevice(&scanner)
            case nil: scanner.skip()
            }
        }
        // Figures of a body that breaks off may be cut.
        if scanner.failed { report.note(.malformed) } else { position?.add(to: &report) }
        report.heard = report.fixes.isEmpty
        return (report, scanner.failed ? nil : tracker)
    }

    private static func readDevice(_ scanner: inout JSONScanner) -> Tracker? {
        guard scanner.enterObject() else { return nil }
        var uniqueID: String?
        var name: String?
        while let key = scanner.nextKey() {
            switch DeviceField.table[key] {
            case .uniqueID where scanner.peek() == .word: scanner.skip()
            case .uniqueID: uniqueID = scanner.scalar(bytesMax: 128).map { String(decoding: $0, as: UTF8.self) }
            case .name: name = scanner.string(bytesMax: 240)
            case nil: scanner.skip()
            }
        }
        guard let uniqueID, !uniqueID.isEmpty else { return nil }
        return Tracker(uniqueID: uniqueID, name: name)
    }
}

/// One position as Traccar keeps it: knots and metres, and 0 for what the tracker did not send.
private struct ForwardedPosition {
    private enum Field: String, CaseIterable {
        case fixTime, outdated, valid, latitude, longitude, altitude, speed, course, accuracy, attributes

        static let table = FieldTable<Field>()
    }

    private enum Attribute: String, CaseIterable {
        // `battery` is a voltage.
        case batteryLevel, alarm

        static let table = FieldTable<Attribute>()
    }

    private var point = PointFigures()
    /// Whether it repeats an older place, because the tracker sent none.
    private var isOutdated = false
    private var isValid = true
    private var alarm: String?

    /// Takes one object; nil for anything else.
    init?(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            switch Field.table[key] {
            case .fixTime: point.at = scanner.moment()
            case .outdated: isOutdated = scanner.isTrue()
            case .valid: isValid = scanner.isTrue()
            case .latitude: point.latitude = scanner.number()
            case .longitude: point.longitude = scanner.number()
            case .altitude: point.altitudeMetres = scanner.number().flatMap { $0 == 0 ? nil : $0 }
            case .speed: point.speedMetresPerSecond = scanner.number().map { $0 * Speed.knot }
            case .course: point.courseDegrees = scanner.number()
            case .accuracy: point.accuracyMetres = scanner.number()
            case .attributes: readAttributes(&scanner)
            case nil: scanner.skip()
            }
        }
        // Without speed there is no course; the 0 means not sent.
        if point.speedMetresPerSecond ?? 0 == 0 { point.courseDegrees = nil }
    }

    /// Adds the position to a report; one that is outdated or invalid only says that the tracker was heard.
    func add(to report: inout PhoneReport) {
        if let alarm { report.note(.alarm(alarm)) }
        if isOutdated || !isValid { report.refused += 1 } else { report.add(point) }
    }

    private mutating func readAttributes(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            switch Attribute.table[key] {
            case .batteryLevel: point.batteryPercent = scanner.number()
            case .alarm: alarm = scanner.string(bytesMax: 32)
            case nil: scanner.skip()
            }
        }
    }
}

extension JSONScanner {
    /// Whether the next value is `true`, also as text.
    fileprivate mutating func isTrue() -> Bool {
        scalar(bytesMax: 5).map { $0.elementsEqual("true".utf8) } ?? false
    }
}
