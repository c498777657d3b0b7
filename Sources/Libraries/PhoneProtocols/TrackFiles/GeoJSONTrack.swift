import Family

/// Reads tracks that are written as JSON; false where there is none in it.
///
/// GeoJSON: points have their time among the properties, lines a time for each position (`coordTimes` or `times`); speed
/// is metres per second; a battery up to 1 is a share, as Overland writes it, beyond it percent. A list of `fixes` is what
/// the hub itself exports, `locations` are Overland's features or Google's records, and the rest is Google's too.
func readJSONTrack(_ bytes: Span<UInt8>, into file: inout some TrackConsumer) -> Bool {
    var scanner = JSONScanner(bytes)
    if scanner.peek() == .array {
        // The phones of one maker have the segments without an object around them.
        return readTimeline(&scanner, startingAt: bytes, into: &file)
    }
    var hasFeatures = false
    var lone = Feature()
    guard scanner.enterObject() else { return false }
    while let key = scanner.nextKey() {
        if key == WireName("features") || key == WireName("locations") || key == WireName("fixes") {
            hasFeatures = true
            if key == WireName("fixes") { file.format = .hearth }
            guard readFeatures(&scanner, into: &file) else { return true }
        } else if key == WireName("semanticSegments") || key == WireName("rawSignals") {
            hasFeatures = true
            file.format = .google
            guard readSegments(&scanner, into: &file) else { return true }
        } else {
            lone.read(key, &scanner)
        }
    }
    if scanner.failed { file.markTruncated() }
    if lone.hasGeometry { _ = lone.add(to: &file) }
    return hasFeatures || lone.hasGeometry
}

/// Reads an array of features; false when the file has had as many points as are wanted.
private func readFeatures(_ scanner: inout JSONScanner, into file: inout some TrackConsumer) -> Bool {
    guard scanner.enterArray() else { return true }
    while scanner.nextElement() {
        var feature = Feature()
        guard scanner.enterObject() else {
            file.refuse(.unreadable)
            continue
        }
        while let key = scanner.nextKey() { feature.read(key, &scanner) }
        file.reach(scanner.position)
        if feature.isRecord { file.format = .google }
        guard feature.add(to: &file) else { return false }
    }
    return true
}

/// One feature while its parts, which come in any order, are gathered.
private struct Feature {
    private(set) var hasGeometry = false
    /// Positions of all lines, one after the other, each as longitude, latitude and perhaps height.
    private var positions: [[Double?]] = []
    /// Where in `positions` a line ends.
    private var lineEnds: Set<Int> = []
    private var isPoint = false
    private var times: [Timestamp?] = []
    private var point = PointFigures()
    /// Whether it is a point without a geometry: its figures stand in it as they are.
    private var isPlain = false
    /// Whether it is one of Google's records.
    private(set) var isRecord = false

    init() {}

    /// Takes the value that follows a key of the feature.
    mutating func read(_ key: WireName, _ scanner: inout JSONScanner) {
        if key == WireName("geometry") {
            readGeometry(&scanner)
        } else if key == WireName("properties") {
            readProperties(&scanner)
        } else {
            readPlain(key, &scanner)
        }
    }

    /// Figures that stand in the object itself, as this hub and Google write them.
    private mutating func readPlain(_ key: WireName, _ scanner: inout JSONScanner) {
        if key == WireName("latitudeE7") {
            (isPlain, isRecord) = (true, true)
            point.latitude = scanner.number().map { degrees($0, largest: 90) }
        } else if key == WireName("longitudeE7") {
            point.longitude = scanner.number().map { degrees($0, largest: 180) }
        } else if key == WireName("timestampMs") {
            point.at = readTime(&scanner)
        } else if key == WireName("velocity") {
            point.speedMetresPerSecond = scanner.number()
        } else if let field = TrackField.table[key] {
            if field == .latitude { isPlain = true }
            read(field, &scanner)
        } else {
            scanner.skip()
        }
    }

    /// Ten-millionths of a degree; some of Google's files have them off by a whole turn of 32 bits.
    private func degrees(_ number: Double, largest: Double) -> Double {
        let degrees = number / 1e7
        return degrees > largest ? degrees - 429.4967296 : degrees
    }

    /// Adds what the feature holds, which is nothing for an event without a geometry; false when no more is wanted.
    func add(to file: inout some TrackConsumer) -> Bool {
        if isPlain, !hasGeometry { return file.add(point) }
        guard hasGeometry else { return true }
        guard !isPoint, !positions.isEmpty else {
            return file.add(placed(point, at: positions.first ?? []))
        }
        file.endSegment()
        for (index, position) in positions.enumerated() {
            if lineEnds.contains(index) { file.endSegment() }
            var point = placed(PointFigures(), at: position)
            point.at = index < times.count ? times[index] : nil
            guard file.add(point) else { return false }
        }
        file.endSegment()
        return true
    }

    private func placed(_ point: PointFigures, at position: [Double?]) -> PointFigures {
        var point = point
        guard position.count >= 2 else { return point }
        point.longitude = position[0]
        point.latitude = position[1]
        if position.count > 2 { point.altitudeMetres = position[2] }
        return point
    }

    private mutating func readGeometry(_ scanner: inout JSONScanner) {
        hasGeometry = scanner.peek() == .object
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            if key == WireName("coordinates") { readCoordinates(&scanner) } else { scanner.skip() }
        }
    }

    /// Point, line or lines: told by how deep the numbers lie.
    private mutating func readCoordinates(_ scanner: inout JSONScanner) {
        guard scanner.enterArray() else { return }
        var numbers: [Double?] = []
        while scanner.nextElement() {
            if scanner.peek() == .array { readLine(&scanner) } else { numbers.append(scanner.number()) }
        }
        if !numbers.isEmpty {
            isPoint = true
            positions = [numbers]
        }
    }

    /// One position of a line, or one line of several.
    private mutating func readLine(_ scanner: inout JSONScanner) {
        guard scanner.enterArray() else { return }
        var numbers: [Double?] = []
        while scanner.nextElement() {
            guard scanner.peek() == .array else {
                numbers.append(scanner.number())
                continue
            }
            positions.append(readPosition(&scanner))
        }
        if numbers.isEmpty { lineEnds.insert(positions.count) } else { positions.append(numbers) }
    }

    private func readPosition(_ scanner: inout JSONScanner) -> [Double?] {
        var numbers: [Double?] = []
        guard scanner.enterArray() else { return numbers }
        while scanner.nextElement() { numbers.append(scanner.number()) }
        return numbers
    }

    private mutating func readProperties(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return }
        while let key = scanner.nextKey() {
            if key == WireName("coordTimes") || key == WireName("times") {
                readTimes(&scanner)
            } else if let field = TrackField.table[key] {
                read(field, &scanner)
            } else {
                scanner.skip()
            }
        }
    }

    private mutating func read(_ field: TrackField, _ scanner: inout JSONScanner) {
        if field == .motion {
            point.motion = scanner.motion()
        } else if let value = scanner.scalar(bytesMax: 64) {
            point.set(field, value.span, value.indices)
        }
        guard field == .battery, let share = point.batteryPercent, share <= 1 else { return }
        point.batteryPercent = share * 100
    }

    private func readTime(_ scanner: inout JSONScanner) -> Timestamp? {
        scanner.scalar(bytesMax: 64).flatMap { recordedTime($0.span, 0..<$0.count) }
    }

    private mutating func appendTime(_ scanner: inout JSONScanner) {
        let time = readTime(&scanner)
        times.append(time)
    }

    private mutating func readTimes(_ scanner: inout JSONScanner) {
        guard scanner.enterArray() else { return }
        while scanner.nextElement() {
            if scanner.peek() == .array { readTimes(&scanner) } else { appendTime(&scanner) }
        }
    }
}
