import Family

/// What a recorded point may say, whatever the format calls it.
enum TrackField: String, CaseIterable, Sendable {
    case latitude, longitude, time, accuracy, altitude, speed, course, battery, motion

    /// The names that recorders use; those of Hearth's own answers also in lower case, as CSV headers are looked up.
    static let table = FieldTable<TrackField>(aliases: [
        "lat": .latitude, "y": .latitude,
        "lon": .longitude, "lng": .longitude, "long": .longitude, "x": .longitude,
        "timestamp": .time, "datetime": .time, "date_time": .time, "at": .time, "tst": .time, "recorded_at": .time,
        "acc": .accuracy, "horizontal_accuracy": .accuracy, "accuracyMetres": .accuracy, "accuracymetres": .accuracy,
        "alt": .altitude, "ele": .altitude, "elevation": .altitude, "altitudeMetres": .altitude,
        "altitudemetres": .altitude,
        "speedMetresPerSecond": .speed, "speedmetrespersecond": .speed,
        "bearing": .course, "heading": .course, "cog": .course, "courseDegrees": .course, "coursedegrees": .course,
        "batt": .battery, "battery_level": .battery, "batteryPercent": .battery, "batterypercent": .battery,
        "activity": .motion,
    ])
}

extension PointFigures {
    /// Takes what stands in a text, spaces around it apart; what cannot be read is unknown.
    mutating func set(_ field: TrackField, _ bytes: Span<UInt8>, _ range: Range<Int>) {
        switch field {
        case .latitude: latitude = wholeNumber(bytes, range)
        case .longitude: longitude = wholeNumber(bytes, range)
        case .time: at = recordedTime(bytes, range)
        case .accuracy: accuracyMetres = wholeNumber(bytes, range)
        case .altitude: altitudeMetres = wholeNumber(bytes, range)
        case .speed: speedMetresPerSecond = wholeNumber(bytes, range)
        case .course: courseDegrees = wholeNumber(bytes, range)
        case .battery: batteryPercent = wholeNumber(bytes, range)
        case .motion:
            var name = WireName()
            for index in trimmed(bytes, range) { name.append(bytes[index]) }
            motion = MotionWord.table[name]?.motion
        }
    }

    /// The position, or why a track leaves it out.
    func recorded() -> Result<Fix, TrackFile.Refusal> {
        guard let latitude, let longitude else { return .failure(.noPosition) }
        guard Coordinate(latitude: latitude, longitude: longitude) != nil else { return .failure(.offTheGlobe) }
        guard let at else { return .failure(.noTime) }
        guard isPossible(at) else { return .failure(.impossibleTime) }
        return fix.map { .success($0) } ?? .failure(.noPosition)
    }
}

/// Whether a recorder can have been there: satellites tell the time since 1980-01-06.
func isPossible(_ time: Timestamp) -> Bool {
    let firstSatelliteTime: Int64 = 315_964_800_000
    let year2100: Int64 = 4_102_444_800_000
    return time.milliseconds >= firstSatelliteTime && time.milliseconds < year2100
}

/// A time as recorders write it: RFC 3339, or seconds or milliseconds since 1970.
func recordedTime(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    let range = trimmed(bytes, range)
    guard range.count <= 64 else { return nil }
    if let number = wholeNumber(bytes, range) { return PhoneTime.since1970(number) }
    return Timestamp(text: text(bytes, range))
}
