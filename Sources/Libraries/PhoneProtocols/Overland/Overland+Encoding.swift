package import Family

extension Overland {
    /// Fixes as the iOS app posts them in one request: whole seconds, position to seven decimals.
    package static func batch(of fixes: [Fix], deviceID: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { message in
            message.array("locations") { locations in
                for fix in fixes { locations.writeFeature(for: fix, deviceID: deviceID, inBatchOf: fixes.count) }
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func writeFeature(for fix: Fix, deviceID: String, inBatchOf count: Int) {
        object { feature in
            feature.text("type", "Feature")
            feature.object("geometry") { geometry in
                geometry.text("type", "Point")
                geometry.array("coordinates") { coordinates in
                    coordinates.number(nil, fix.coordinate.longitude, decimals: 7)
                    coordinates.number(nil, fix.coordinate.latitude, decimals: 7)
                }
            }
            feature.object("properties") { properties in
                let seconds = fix.at.milliseconds.flooredQuotientAndRemainder(dividingBy: 1_000).quotient
                let timestamp = Timestamp(milliseconds: seconds * 1_000).text
                properties.text("timestamp", timestamp.dropLast(5) + "Z")
                properties.number("altitude", fix.altitudeMetres ?? -1)
                properties.number("speed", fix.speedMetresPerSecond ?? -1, decimals: 2)
                properties.number("course", fix.courseDegrees ?? -1)
                properties.number("horizontal_accuracy", fix.accuracyMetres.map { max(1, $0) } ?? -1)
                properties.number("vertical_accuracy", -1)
                properties.array("motion") { motion in
                    if let word = fix.motion?.overlandWord { motion.text(nil, word) }
                }
                properties.text("battery_state", fix.batteryPercent == nil ? "unknown" : "unplugged")
                properties.number("battery_level", fix.batteryPercent.map { $0 / 100 } ?? -1, decimals: 2)
                properties.text("wifi", "")
                properties.text("device_id", deviceID)
                properties.number("locations_in_payload", Int64(count))
            }
        }
    }

    private mutating func text(_ key: StaticString, _ value: Substring) {
        text(key, value.utf8)
    }
}

extension Motion {
    fileprivate var overlandWord: String {
        switch self {
        case .stationary: "stationary"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "cycling"
        case .automotive: "driving"
        }
    }
}
