package import Family

extension OwnTracks {
    /// A fix as the app posts it: whole seconds, metres, km/h and degrees, position to six decimals.
    package static func message(for fix: Fix, user: String, device: String, trackerID: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { message in
            message.text("_type", "location")
            message.writeFigures(of: fix)
            if let battery = fix.batteryPercent { message.number("batt", battery) }
            if let motion = fix.motion {
                message.array("motionactivities") { $0.text(nil, motion.ownTracksWord) }
            }
            message.text("tid", trackerID)
            message.text("topic", "owntracks/\(user)/\(device)")
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// The members of an OwnTracks position that phones send and receive alike.
    mutating func writeFigures(of fix: Fix) {
        number("lat", fix.coordinate.latitude, decimals: 6)
        number("lon", fix.coordinate.longitude, decimals: 6)
        number("tst", fix.at.milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000).quotient)
        // 0 would mean "unknown".
        if let accuracy = fix.accuracyMetres { number("acc", max(1, accuracy)) }
        if let altitude = fix.altitudeMetres { number("alt", altitude) }
        if let speed = fix.speedMetresPerSecond { number("vel", speed / Speed.kilometresPerHour) }
        if let course = fix.courseDegrees { number("cog", course) }
    }
}

extension Motion {
    /// The word that OwnTracks and Overland share, but for the car.
    fileprivate var ownTracksWord: String {
        switch self {
        case .stationary: "stationary"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "cycling"
        case .automotive: "automotive"
        }
    }
}
