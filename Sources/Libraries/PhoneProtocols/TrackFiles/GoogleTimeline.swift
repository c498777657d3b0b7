import Family

/// Reads a phone's Timeline.json that is an array of segments; false where it is none.
func readTimeline(
    _ scanner: inout JSONScanner,
    startingAt bytes: Span<UInt8>,
    into file: inout some TrackConsumer
) -> Bool {
    // Any array of objects could be meant: only one whose first object tells of a time is taken for a timeline.
    var look = JSONScanner(bytes)
    guard look.enterArray(), look.nextElement(), look.enterObject() else { return false }
    var isTimeline = false
    while let key = look.nextKey() {
        if key == WireName("startTime") || key == WireName("endTime") { isTimeline = true }
        look.skip()
    }
    guard isTimeline else { return false }
    file.format = .google
    _ = readSegments(&scanner, into: &file)
    if scanner.failed { file.markTruncated() }
    return true
}

/// Reads an array of segments or raw signals; false when no more points are wanted.
func readSegments(_ scanner: inout JSONScanner, into file: inout some TrackConsumer) -> Bool {
    guard scanner.enterArray() else { return true }
    while scanner.nextElement() {
        guard scanner.enterObject() else {
            file.refuse(.unreadable)
            continue
        }
        var segment = TimelineSegment()
        while let key = scanner.nextKey() { segment.read(key, &scanner) }
        file.reach(scanner.position)
        for point in segment.points {
            guard file.add(point) else { return false }
        }
    }
    return true
}

/// One segment of a timeline while its parts, which come in any order, are gathered.
///
/// A visit says where somebody was from when to when, an activity where they set out and where they came to, a path where
/// they were on the way; a raw signal is a fix with all its figures.
private struct TimelineSegment {
    private var start: Timestamp?
    private var end: Timestamp?
    private var visit: PointFigures?
    private var setOut: PointFigures?
    private var cameTo: PointFigures?
    private var path: [(point: PointFigures, offsetMinutes: Double?)] = []
    private var signal: PointFigures?

    init() {}

    /// All points that it tells of.
    var points: [PointFigures] {
        var points: [PointFigures] = []
        if let visit { points += [at(start, visit), at(end, visit)] }
        if let setOut { points.append(at(start, setOut)) }
        for (point, offset) in path {
            points.append(offset.map { at(start?.advanced(byMilliseconds: Int64($0 * 60_000)), point) } ?? point)
        }
        if let cameTo { points.append(at(end, cameTo)) }
        return points + [signal].compactMap(\.self)
    }

    mutating func read(_ key: WireName, _ scanner: inout JSONScanner) {
        if key == WireName("startTime") {
            start = time(&scanner)
        } else if key == WireName("endTime") {
            end = time(&scanner)
        } else if key == WireName("timelinePath") {
            readPath(&scanner)
        } else if key == WireName("visit") {
            visit = visited(&scanner)
        } else if key == WireName("activity") {
            readActivity(&scanner)
        } else if key == WireName("position") {
            signal = position(&scanner)
        } else {
            scanner.skip()
        }
    }

    private func at(_ time: Timestamp?, _ point: PointFigures) -> PointFigures {
        var point = point
        point.at = time
        return point
    }

    private mutating func readPath(_ scanner: inout JSONScanner) {
        guard scanner.enterArray() else { return }
        while scanner.nextElement() {
            guard scanner.enterObject() else { continue }
            var point = PointFigures()
            var offset: Double?
            while let key = scanner.nextKey() {
                if key == WireName("point") {
                    point = place(&scanner) ?? point
                } else if key == WireName("time") {
                    point.at = time(&scanner)
                } else if key == WireName("durationMinutesOffsetFromStartTime") {
                    offset = scanner.number()
                } else {
                    scanner.skip()
                }
            }
            if let offset, abs(offset) > 1e6 { continue }
            path.append((point, point.at == nil ? offset : nil))
        }
    }

    /// The place of a visit's likeliest candidate: a text, or an object with one in it.
    private func visited(_ scanner: inout JSONScanner) -> PointFigures? {
        var found: PointFigures?
        guard scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            guard key == WireName("topCandidate"), scanner.peek() == .object, scanner.enterObject() else {
                scanner.skip()
                continue
            }
            while let key = scanner.nextKey() {
                if key == WireName("placeLocation") { found = place(&scanner) } else { scanner.skip() }
            }
        }
        return found
    }

    private mutating func readActivity(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            if key == WireName("start") {
                setOut = place(&scanner)
            } else if key == WireName("end") {
                cameTo = place(&scanner)
            } else {
                scanner.skip()
            }
        }
    }

    private func position(_ scanner: inout JSONScanner) -> PointFigures? {
        var point = PointFigures()
        guard scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            if key == WireName("LatLng") {
                let place = place(&scanner)
                (point.latitude, point.longitude) = (place?.latitude, place?.longitude)
            } else if key == WireName("timestamp") {
                point.at = time(&scanner)
            } else if key == WireName("accuracyMeters") {
                point.accuracyMetres = scanner.number()
            } else if key == WireName("altitudeMeters") {
                point.altitudeMetres = scanner.number()
            } else if key == WireName("speedMetersPerSecond") {
                point.speedMetresPerSecond = scanner.number()
            } else {
                scanner.skip()
            }
        }
        return point
    }

    private func time(_ scanner: inout JSONScanner) -> Timestamp? {
        scanner.scalar(bytesMax: 64).flatMap { recordedTime($0.span, 0..<$0.count) }
    }

    /// Where something is: `"47.1°, 9.5°"`, `"geo:47.1,9.5"`, or an object with such a text as `latLng`.
    private func place(_ scanner: inout JSONScanner) -> PointFigures? {
        guard scanner.peek() == .object else { return scanner.scalar(bytesMax: 64).flatMap(pointOfText) }
        var found: PointFigures?
        guard scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            if key == WireName("latLng") {
                found = scanner.scalar(bytesMax: 64).flatMap(pointOfText)
            } else {
                scanner.skip()
            }
        }
        return found
    }
}

/// A point of two numbers with a comma between them; whatever else stands there is no part of them.
private func pointOfText(_ text: [UInt8]) -> PointFigures? {
    let isOfNumber: (UInt8) -> Bool = { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || (48...57).contains(byte)
    }
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = parts.map { part -> Double? in
        let bytes = part.filter(isOfNumber)
        return wholeNumber(bytes.span, 0..<bytes.count)
    }
    var point = PointFigures()
    (point.latitude, point.longitude) = (numbers[0], numbers[1])
    return point
}
