/// Whether the outermost element of an XML text is `gpx`.
func isGPX(_ bytes: Span<UInt8>) -> Bool {
    var scanner = XMLScanner(bytes)
    while true {
        switch scanner.next() {
        case .opens(let name): return name == WireName("gpx")
        case .text: continue
        case .closes, .end, .broken: return false
        }
    }
}

/// Reads the track points of GPX 1.0 and 1.1; routes and way points are no recording and are passed over.
///
/// Speed is metres per second and course degrees, as GPX 1.0 has them and as the extensions of Garmin, OsmAnd and
/// GPSLogger write them somewhere inside the point.
func readGPX(_ bytes: Span<UInt8>, into file: inout some TrackConsumer) {
    var scanner = XMLScanner(bytes)
    let (segmentName, pointName) = (WireName("trkseg"), WireName("trkpt"))
    var point: PointFigures?
    var pointDepth = 0
    var field: TrackField?
    while true {
        switch scanner.next() {
        case .opens(let name):
            if name == segmentName { file.endSegment() }
            if name == pointName {
                point = PointFigures()
                pointDepth = scanner.depth
                point?.latitude = scanner.attribute("lat").flatMap { wholeNumber(bytes, $0) }
                point?.longitude = scanner.attribute("lon").flatMap { wholeNumber(bytes, $0) }
            }
            field = fieldOfPoint(name, isDirectChild: scanner.depth == pointDepth + 1)
        case .text(let range):
            if let field { point?.set(field, bytes, range) }
            field = nil
        case .closes:
            field = nil
            guard let whole = point, scanner.depth < pointDepth else { continue }
            point = nil
            file.reach(scanner.position)
            guard file.add(whole) else { return }
        case .end: return
        case .broken:
            file.markTruncated()
            return
        }
    }
}

/// Time and height count only where GPX puts them: an extension may hold times of other things.
private func fieldOfPoint(_ name: WireName, isDirectChild: Bool) -> TrackField? {
    guard let field = TrackField.table[name] else { return nil }
    switch field {
    case .time, .altitude: return isDirectChild ? field : nil
    case .accuracy, .speed, .course, .battery, .motion: return field
    case .latitude, .longitude: return nil
    }
}
