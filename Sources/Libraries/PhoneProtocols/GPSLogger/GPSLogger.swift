package import Family

/// GPSLogger's custom address: whatever names and placeholders the user typed.
package enum GPSLogger {
    /// The names of `%ALL`, and what people and tutorials write instead.
    private static let fields = FieldTable<FormPoint.Field>([
        "lat": .latitude,
        "latitude": .latitude,
        "lon": .longitude,
        "lng": .longitude,
        "long": .longitude,
        "longitude": .longitude,
        "loc": .location,
        "location": .location,
        "timestamp": .timestamp,
        "tst": .timestamp,
        "ts": .timestamp,
        "time": .time,
        "timeoffset": .time,
        "datetime": .time,
        "acc": .accuracy,
        "accuracy": .accuracy,
        "alt": .altitude,
        "altitude": .altitude,
        "spd": .speedInMetresPerSecond,
        "speed": .speedInMetresPerSecond,
        "spd_kph": .speedInKilometresPerHour,
        "speed_kph": .speedInKilometresPerHour,
        "kph": .speedInKilometresPerHour,
        "kmh": .speedInKilometresPerHour,
        "dir": .course,
        "course": .course,
        "direction": .course,
        "bearing": .course,
        "heading": .course,
        "cog": .course,
        "batt": .battery,
        "battery": .battery,
        "act": .motion,
        "activity": .motion,
    ])

    /// The member that only OwnTracks has.
    private static let ownTracksType = WireName("_type")

    /// Reads one request.
    ///
    /// What stands in the body counts before what stands in the address. A body in OwnTracks' shape is read as such.
    ///
    /// - Parameters:
    ///   - query: what follows `?` in the address, still escaped; may be empty.
    ///   - body: a form, a flat JSON object or nothing.
    ///   - receivedAt: the time of a position that names none at all.
    /// - Returns: what it said; reading never fails.
    package static func read(query: Span<UInt8>, body: Span<UInt8>, receivedAt: Timestamp) -> PhoneReport {
        var report = PhoneReport()
        var point = FormPoint(zeroIsUnknown: true)
        point.read(query, fields: fields)
        var scanner = JSONScanner(body)
        if scanner.peek() == .object, scanner.enterObject() {
            while let key = scanner.nextKey() {
                if key == ownTracksType { return OwnTracks.read(body, receivedAt: receivedAt) }
                guard let field = fields[key] else {
                    scanner.skip()
                    continue
                }
                if let value = scanner.scalar(bytesMax: 256) { point.set(field, value.span) }
            }
            if scanner.failed {
                report.note(.malformed)
                report.heard = true
                return report
            }
        } else {
            point.read(body, fields: fields)
        }
        if query.isEmpty && body.isEmpty { report.note(.empty) }
        point.add(to: &report, receivedAt: receivedAt)
        report.heard = report.fixes.isEmpty
        return report
    }

    /// A fix as the app sends it with the placeholders of ``PhoneSetUp``; 0.0 for what is unknown.
    package static func form(for fix: Fix) -> [UInt8] {
        var form = FormWriter()
        form.add("lat", fix.coordinate.latitude, decimals: 7)
        form.add("lon", fix.coordinate.longitude, decimals: 7)
        form.add("alt", fix.altitudeMetres ?? 0, decimals: 1)
        form.add("acc", fix.accuracyMetres.map { max(0.1, $0) } ?? 0, decimals: 1)
        form.add("dir", fix.courseDegrees ?? 0, decimals: 1)
        form.add("spd", fix.speedMetresPerSecond ?? 0, decimals: 2)
        let seconds = fix.at.milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000).quotient
        form.add("timestamp", String(seconds))
        form.add("batt", fix.batteryPercent ?? 0, decimals: 1)
        return form.bytes
    }
}
