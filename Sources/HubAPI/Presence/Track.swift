import API
import Family
import HTTP
import Hub
import PhoneProtocols

extension HubService {
    func track(_ member: ID<Member>, _ request: Request) async throws -> Response {
        let visitor = try await hub.visitor(of: request)
        let fields = request.queryFields
        let to = try fields["to"].map { try timestamp($0, "to") } ?? Timestamp(milliseconds: .max)
        let from = try fields["from"].map { try timestamp($0, "from") } ?? Timestamp(milliseconds: .min)
        let format = fields["format"] ?? "json"
        guard ["json", "gpx", "geojson"].contains(format) else {
            throw Problem.invalid("format", "A track is had as json, gpx or geojson.")
        }
        let limit = try fields["limit"].map(pageLimit) ?? Hub.trackPageMax
        var cursor = try fields["after"].map(trackCursor)
        var fixes: [FixRecord] = []
        repeat {
            let page = try await hub.track(
                of: member,
                for: visitor.member,
                from: from,
                to: to,
                after: cursor,
                limit: limit,
                on: request.screen
            )
            fixes += page.fixes
            cursor = page.next
            // A file is whole; a list comes in pages.
        } while format != "json" && cursor != nil
        switch format {
        case "gpx":
            return Response(200, [Header("Content-Type", "application/gpx+xml"), .noStore], body: gpx(fixes))
        case "geojson":
            return Response(200, [Header("Content-Type", "application/geo+json"), .noStore], body: geoJSON(fixes))
        default:
            let bodies = fixes.map(TrackFixBody.init)
            return .json(TrackBody(fixes: bodies, next: cursor.map(text)))
        }
    }

    private func timestamp(_ text: String, _ field: String) throws(Problem) -> Timestamp {
        guard let timestamp = Timestamp(text: text) else {
            throw .invalid(field, "A time looks like 2026-03-01T08:05:00.000Z.")
        }
        return timestamp
    }

    private func pageLimit(_ text: String) throws(Problem) -> Int {
        guard let limit = Int(text), (1...Hub.trackPageMax).contains(limit) else {
            throw .invalid("limit", "A limit is 1 to \(Hub.trackPageMax).")
        }
        return limit
    }

    private func trackCursor(_ text: String) throws -> TrackCursor {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let at = Int64(parts[0]), let tag = Int64(parts[1]) else {
            throw SubjectRefusal.cursorUnknown
        }
        return TrackCursor(at: Timestamp(milliseconds: at), tag: tag)
    }

    private func text(_ cursor: TrackCursor) -> String {
        "\(cursor.at.milliseconds)_\(cursor.tag)"
    }
}

/// The fixes as GPX 1.1, one segment, with speed and course in the usual extensions of Garmin's TrackPointExtension v2.
private func gpx(_ fixes: [FixRecord]) -> [UInt8] {
    var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Hearth" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><trk><trkseg>

        """
    for fix in fixes.map(\.fix) {
        text += #"<trkpt lat="\#(fix.coordinate.latitude)" lon="\#(fix.coordinate.longitude)">"#
        if let altitude = fix.altitudeMetres { text += "<ele>\(altitude)</ele>" }
        text += "<time>\(fix.at.text)</time>"
        if fix.speedMetresPerSecond != nil || fix.courseDegrees != nil {
            text += "<extensions><gpxtpx:TrackPointExtension>"
            if let speed = fix.speedMetresPerSecond { text += "<gpxtpx:speed>\(speed)</gpxtpx:speed>" }
            if let course = fix.courseDegrees { text += "<gpxtpx:course>\(course)</gpxtpx:course>" }
            text += "</gpxtpx:TrackPointExtension></extensions>"
        }
        text += "</trkpt>\n"
    }
    return Array((text + "</trkseg></trk></gpx>\n").utf8)
}

/// The fixes as a GeoJSON feature collection of points (RFC 7946).
private func geoJSON(_ fixes: [FixRecord]) -> [UInt8] {
    let features = fixes.map(\.fix).map { fix in
        var properties = [#""timestamp":"\#(fix.at.text)""#]
        if let accuracy = fix.accuracyMetres { properties.append(#""accuracyMetres":\#(accuracy)"#) }
        if let speed = fix.speedMetresPerSecond { properties.append(#""speedMetresPerSecond":\#(speed)"#) }
        if let course = fix.courseDegrees { properties.append(#""courseDegrees":\#(course)"#) }
        if let battery = fix.batteryPercent { properties.append(#""batteryPercent":\#(battery)"#) }
        var position = "\(fix.coordinate.longitude),\(fix.coordinate.latitude)"
        if let altitude = fix.altitudeMetres { position += ",\(altitude)" }
        return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(position)]},"properties":{"#
            + properties.joined(separator: ",") + "}}"
    }
    return Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#.utf8)
}
