import API
import Family
import HTTP

/// A form in which a whole track is written, page by page.
enum TrackFormat: String, CaseIterable {
    case json
    case gpx
    case geojson

    /// What the answer says it is.
    var contentType: Header {
        switch self {
        case .json: .json
        case .gpx: Header("Content-Type", "application/gpx+xml")
        case .geojson: Header("Content-Type", "application/geo+json")
        }
    }

    /// What comes before the first fix.
    var head: [UInt8] {
        switch self {
        case .json: Array("{\"fixes\":[\n".utf8)
        // GPX 1.1, one segment, with speed and course in the usual extensions of Garmin's TrackPointExtension v2.
        case .gpx:
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Hearth" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><trk><trkseg>

                """.utf8
            )
        // A feature collection of points (RFC 7946).
        case .geojson: Array(#"{"type":"FeatureCollection","features":["#.utf8)
        }
    }

    /// What comes after the last fix.
    var tail: [UInt8] {
        switch self {
        case .json: Array("\n]}\n".utf8)
        case .gpx: Array("</trkseg></trk></gpx>\n".utf8)
        case .geojson: Array("]}".utf8)
        }
    }

    /// A page of fixes; `isFirst` until one with a fix was written.
    func text(_ fixes: [FixRecord], isFirst: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(fixes.count * 200)
        var isFirst = isFirst
        for record in fixes {
            if self != .gpx, !isFirst { text.append(contentsOf: Array(",\n".utf8)) }
            isFirst = false
            switch self {
            case .json: text.append(contentsOf: jsonText(record).utf8)
            case .gpx: text.append(contentsOf: gpxText(record.fix).utf8)
            case .geojson: text.append(contentsOf: geoJSONText(record.fix).utf8)
            }
        }
        return text
    }
}

private func gpxText(_ fix: Fix) -> String {
    var text = #"<trkpt lat="\#(fix.coordinate.latitude)" lon="\#(fix.coordinate.longitude)">"#
    if let altitude = fix.altitudeMetres { text += "<ele>\(altitude)</ele>" }
    text += "<time>\(fix.at.text)</time>"
    if fix.speedMetresPerSecond != nil || fix.courseDegrees != nil {
        text += "<extensions><gpxtpx:TrackPointExtension>"
        if let speed = fix.speedMetresPerSecond { text += "<gpxtpx:speed>\(speed)</gpxtpx:speed>" }
        if let course = fix.courseDegrees { text += "<gpxtpx:course>\(course)</gpxtpx:course>" }
        text += "</gpxtpx:TrackPointExtension></extensions>"
    }
    return text + "</trkpt>\n"
}

private func geoJSONText(_ fix: Fix) -> String {
    var properties = #""timestamp":"\#(fix.at.text)""#
    for (name, value) in figures(of: fix) where name != "altitudeMetres" { properties += #","\#(name)":\#(value)"# }
    var position = "\(fix.coordinate.longitude),\(fix.coordinate.latitude)"
    if let altitude = fix.altitudeMetres { position += ",\(altitude)" }
    return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(position)]},"properties":{\#(properties)}}"#
}

/// As `TrackFixBody` is written, which for a million fixes an encoder would take too long over.
private func jsonText(_ record: FixRecord) -> String {
    let fix = record.fix
    var text = #"{"at":"\#(fix.at.text)","receivedAt":"\#(record.receivedAt.text)""#
    text += #","latitude":\#(fix.coordinate.latitude),"longitude":\#(fix.coordinate.longitude)"#
    for (name, value) in figures(of: fix) { text += #","\#(name)":\#(value)"# }
    if let motion = fix.motion { text += #","motion":"\#(MotionName(motion).rawValue)""# }
    if record.marks.contains(.suspicious) { text += #","suspicious":true"# }
    return text + "}"
}

/// What a fix says beside where and when; all of it finite.
private func figures(of fix: Fix) -> [(name: String, value: Double)] {
    var figures: [(name: String, value: Double)] = []
    if let accuracy = fix.accuracyMetres { figures.append(("accuracyMetres", accuracy)) }
    if let altitude = fix.altitudeMetres { figures.append(("altitudeMetres", altitude)) }
    if let speed = fix.speedMetresPerSecond { figures.append(("speedMetresPerSecond", speed)) }
    if let course = fix.courseDegrees { figures.append(("courseDegrees", course)) }
    if let battery = fix.batteryPercent { figures.append(("batteryPercent", battery)) }
    return figures
}
