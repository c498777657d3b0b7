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
    ///
    /// Figures beyond belief are unknown, so that nobody has to fear them: heights beyond 20 km below and 1 000 km above
    /// the sea, speeds beyond 100 km/s, more than a full turn, more than a full battery.
    var fix: Fix? {
        guard let coordinate, let at, at.milliseconds > 0 else { return nil }
        var fix = Fix(coordinate: coordinate, at: at)
        fix.accuracyMetres = knownAccuracy
        fix.altitudeMetres = within(-20_000...1_000_000, altitudeMetres)
        fix.speedMetresPerSecond = within(0...100_000, speedMetresPerSecond)
        fix.courseDegrees = within(0...360, courseDegrees).map { $0 == 360 ? 0 : $0 }
        fix.batteryPercent = within(0...100, batteryPercent)
        fix.motion = motion
        return fix
    }

    private func within(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }

    /// The accuracy, at most half the globe; nil for 0 and -1, which mean unknown in every app.
    var knownAccuracy: Double? {
        accuracyMetres.flatMap { $0 > 0 ? min($0, 20_000_000) : nil }
    }
}

extension PhoneReport {
    /// Takes a position, or counts it as refused; one that is not `isTimed` has the time of its receipt.
    mutating func add(_ point: PointFigures, isTimed: Bool = true) {
        if isTimed { claim(point.at) }
        if let fix = point.fix { fixes.append(fix) } else { refused += 1 }
    }
}

/// What one unit of a foreign speed is in metres per second.
enum Speed {
    static let kilometresPerHour = 1 / 3.6
    /// A nautical mile of 1 852 m in an hour.
    static let knot = 1_852.0 / 3_600
}
