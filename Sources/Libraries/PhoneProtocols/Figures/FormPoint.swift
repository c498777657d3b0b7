import Family

/// One position as named values of text, in a form, an address or a flat JSON object.
struct FormPoint {
    /// What a value says; each protocol has its own names, in lower case, for those it knows.
    enum Field {
        case latitude, longitude
        /// Both, with a comma between.
        case location
        case timestamp
        /// A time that counts where `timestamp` has none.
        case time
        case accuracy, altitude, course, battery, motion
        case speedInKnots, speedInMetresPerSecond, speedInKilometresPerHour
        case valid, alarm, pushAddress
    }

    private(set) var point = PointFigures()
    private(set) var isValid = true
    private(set) var namesTime = false
    private(set) var namesPlace = false
    private(set) var alarm: String?
    private(set) var offersPushAddress = false
    /// Whether 0 stands for "unknown" in height, course and battery; in accuracy it always does.
    private let zeroIsUnknown: Bool
    private var fallbackTime: Timestamp?

    init(zeroIsUnknown: Bool) {
        self.zeroIsUnknown = zeroIsUnknown
    }

    /// Takes one value; empty and unreadable ones are unknown.
    mutating func set(_ field: Field, _ value: Span<UInt8>) {
        switch field {
        case .latitude: (point.latitude, namesPlace) = (number(value), true)
        case .longitude: (point.longitude, namesPlace) = (number(value), true)
        case .location: readPair(value)
        case .timestamp: (point.at, namesTime) = (FormPoint.moment(value), true)
        case .time: (fallbackTime, namesTime) = (FormPoint.moment(value), true)
        case .accuracy: point.accuracyMetres = number(value)
        case .altitude: point.altitudeMetres = known(value)
        case .speedInKnots: point.speedMetresPerSecond = number(value).map { $0 * Speed.knot }
        case .speedInMetresPerSecond: point.speedMetresPerSecond = number(value)
        case .speedInKilometresPerHour: point.speedMetresPerSecond = number(value).map { $0 * Speed.kilometresPerHour }
        case .course: point.courseDegrees = known(value)
        case .battery: point.batteryPercent = known(value)
        case .motion: point.motion = FormPoint.motion(value)
        case .valid: isValid = !FormPoint.isFalse(value)
        case .alarm: alarm = value.isEmpty ? nil : text(value, 0..<min(value.count, 32))
        case .pushAddress: offersPushAddress = true
        }
    }

    /// Adds what was taken to a report.
    ///
    /// Without any time it happened at `receivedAt`; a time that is named but unusable is refused (F52).
    func add(to report: inout PhoneReport, receivedAt: Timestamp) {
        var point = point
        point.at = point.at ?? fallbackTime ?? (namesTime ? nil : receivedAt)
        if let alarm { report.note(.alarm(alarm)) }
        if offersPushAddress { report.note(.pushAddressOffered) }
        if !namesPlace {
            if namesTime { report.claim(point.at) }
        } else if isValid {
            report.add(point, isTimed: namesTime)
        } else {
            report.claim(point.at)
            report.refused += 1
        }
    }

    /// Reads `latitude,longitude`.
    private mutating func readPair(_ value: Span<UInt8>) {
        namesPlace = true
        let latitude = Decimal(value, from: 0)
        guard latitude.end < value.count, value[latitude.end] == UInt8(ascii: ",") else {
            (point.latitude, point.longitude) = (nil, nil)
            return
        }
        point.latitude = latitude.value
        point.longitude = wholeNumber(value, latitude.end + 1..<value.count)
    }

    private func number(_ value: Span<UInt8>) -> Double? {
        wholeNumber(value, value.indices)
    }

    private func known(_ value: Span<UInt8>) -> Double? {
        number(value).flatMap { zeroIsUnknown && $0 == 0 ? nil : $0 }
    }

    /// Seconds below 2^31, milliseconds from there on, or a date and time, in UTC where it names no zone.
    private static func moment(_ value: Span<UInt8>) -> Timestamp? {
        let range = trimmed(value, value.indices)
        if let number = wholeNumber(value, range) {
            return PhoneTime.since1970(number, millisecondsFrom: 2_147_483_648)
        }
        if let moment = PhoneTime.iso8601(value, range) { return moment }
        // A zone east of Greenwich whose plus sign came unescaped, and so became a space.
        var repaired = Array(text(value, range).utf8)
        guard let space = repaired.lastIndex(of: UInt8(ascii: " ")), space >= 19 else { return nil }
        repaired[space] = UInt8(ascii: "+")
        return PhoneTime.iso8601(repaired.span, repaired.indices)
    }

    private static func motion(_ value: Span<UInt8>) -> Motion? {
        var name = WireName()
        for index in value.indices { name.append(value[index]) }
        return MotionWord.table[name]?.motion
    }

    private static func isFalse(_ value: Span<UInt8>) -> Bool {
        guard let first = value.isEmpty ? nil : value[0] else { return false }
        return first == UInt8(ascii: "0") || first | 0x20 == UInt8(ascii: "f")
    }
}
