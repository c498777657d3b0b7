package import Family

extension OsmAnd {
    /// A fix as Traccar Client up to 8 puts it in the address, and from 10 in a form: whole seconds, knots.
    package static func form(for fix: Fix, token: String) -> [UInt8] {
        var form = FormWriter()
        form.add("id", token)
        let seconds = fix.at.milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000).quotient
        form.add("timestamp", String(seconds))
        form.add("lat", fix.coordinate.latitude, decimals: 7)
        form.add("lon", fix.coordinate.longitude, decimals: 7)
        if let speed = fix.speedMetresPerSecond { form.add("speed", speed / Speed.knot, decimals: 2) }
        if let course = fix.courseDegrees { form.add("bearing", course, decimals: 1) }
        if let altitude = fix.altitudeMetres { form.add("altitude", altitude, decimals: 1) }
        if let accuracy = fix.accuracyMetres { form.add("accuracy", max(0.1, accuracy), decimals: 1) }
        if let battery = fix.batteryPercent { form.add("batt", battery, decimals: 0) }
        return form.bytes
    }

    /// A fix as Traccar Client 9 posts it: milliseconds, m/s, -1 for what is unknown.
    package static func json(for fix: Fix, token: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { message in
            message.object("location") { location in
                location.text("timestamp", fix.at.text)
                location.object("coords") { coordinates in
                    coordinates.number("latitude", fix.coordinate.latitude, decimals: 7)
                    coordinates.number("longitude", fix.coordinate.longitude, decimals: 7)
                    coordinates.number("accuracy", fix.accuracyMetres.map { max(0.1, $0) } ?? -1, decimals: 1)
                    coordinates.number("speed", fix.speedMetresPerSecond ?? -1, decimals: 2)
                    coordinates.number("heading", fix.courseDegrees ?? -1, decimals: 1)
                    if let altitude = fix.altitudeMetres { coordinates.number("altitude", altitude, decimals: 1) }
                }
                location.bool("is_moving", fix.motion.map { $0 != .stationary } ?? false)
                location.object("battery") { battery in
                    battery.number("level", fix.batteryPercent.map { $0 / 100 } ?? -1, decimals: 2)
                    battery.bool("is_charging", false)
                }
                location.object("activity") { activity in
                    activity.text("type", fix.motion?.traccarWord ?? "unknown")
                    activity.number("confidence", 100)
                }
                location.object("extras") { _ in }
            }
            message.text("device_id", token)
        }
        return writer.bytes
    }
}

extension Motion {
    fileprivate var traccarWord: String {
        switch self {
        case .stationary: "still"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "on_bicycle"
        case .automotive: "in_vehicle"
        }
    }
}
