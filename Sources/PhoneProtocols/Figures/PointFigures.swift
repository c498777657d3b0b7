import Family

/// What a message says of one position, in the hub's units, before it is known to be usable.
struct PointFigures {
    var latitude: Double?
    var longitude: Double?
    var at: Timestamp?
    var accuracyMetres: Double?
    var altitudeMetres: Double?
    var speedMetresPerSecond: Double?
    var courseDegrees: Double?
    var batteryPercent: Double?
    var motion: Motion?

    /// Where it is; nil off the globe, and at 0/0 without an accuracy, which is how apps say "nowhere" (F52).
    var coordinate: Coordinate? {
        guard let latitude, let longitude, latitude != 0 || longitude != 0 || knownAccuracy != nil else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The position as the hub keeps it; nil without a place or a time.
    var fix: Fix? {
        guard let coordinate, let at, at.milliseconds > 0 else { return nil }
        var fix = Fix(coordinate: coordinate, at: at)
        fix.accuracyMetres = knownAccuracy
        fix.altitudeMetres = altitudeMetres
        if let speedMetresPerSecond, speedMetresPerSecond >= 0 { fix.speedMetresPerSecond = speedMetresPerSecond }
        if let courseDegrees, courseDegrees >= 0, courseDegrees <= 360 {
            fix.courseDegrees = courseDegrees == 360 ? 0 : courseDegrees
        }
        if let batteryPercent, batteryPercent >= 0, batteryPercent <= 100 { fix.batteryPercent = batteryPercent }
        fix.motion = motion
        return fix
    }

    /// The accuracy, where it is one: 0 and -1 mean unknown in every app.
    var knownAccuracy: Double? {
        accuracyMetres.flatMap { $0 > 0 ? $0 : nil }
    }
}

extension PhoneReport {
    /// Takes a position, or counts it as refused.
    mutating func add(_ point: PointFigures) {
        claim(point.at)
        if let fix = point.fix { fixes.append(fix) } else { refused += 1 }
    }
}

/// What one unit of a foreign speed is in metres per second.
enum Speed {
    static let kilometresPerHour = 1 / 3.6
    /// A nautical mile of 1 852 m in an hour.
    static let knot = 1_852.0 / 3_600
}
