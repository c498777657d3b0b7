extension FixPack {
    /// The fixes in these bytes; nil for anything that `bytes(of:)` never writes.
    public static func records(bytes: [UInt8]) -> [FixRecord]? {
        var records: [FixRecord] = []
        return append(bytes, to: &records) ? records : nil
    }

    /// Appends the fixes in these bytes that were taken within `times`, in their order; false, and nothing is appended,
    /// for anything that `bytes(of:)` never writes.
    ///
    /// Whoever knows how many fixes all packs together hold reserves their room first.
    public static func append(
        _ bytes: [UInt8],
        within times: ClosedRange<Timestamp> = Timestamp(milliseconds: .min)...Timestamp(milliseconds: .max),
        to records: inout [FixRecord]
    ) -> Bool {
        guard var columns = PackColumns(bytes) else { return false }
        let before = records.count
        if records.capacity < before + columns.count {
            records.reserveCapacity(max(before + columns.count, 2 * records.capacity))
        }
        let bytes = bytes.span
        for _ in 0..<columns.count {
            guard let record = columns.next(in: bytes) else { break }
            if times.contains(record.fix.at) { records.append(record) }
        }
        guard columns.areRead else {
            records.removeLast(records.count - before)
            return false
        }
        return true
    }
}

/// The columns of a pack, read side by side: a day has 86 400 fixes, so each is made once and where it stays.
private struct PackColumns {
    let count: Int
    private var times, delays, marks, latitudes, longitudes, heads: ByteColumn
    private var accuracies, altitudes, speeds, courses, batteries: ByteColumn

    /// Nil where the bytes end too early or too late.
    init?(_ bytes: [UInt8]) {
        var reader = ByteRowReader(bytes)
        guard let version = reader.byte(), FixPack.versions.contains(version), let length = reader.unsigned(),
            length <= UInt64(FixPack.countMax)
        else { return nil }
        let (count, isWide) = (Int(length), version == 1)
        self.count = count
        func column() -> ByteColumn? { reader.column(count, isWide: isWide) }
        func figures() -> ByteColumn? { reader.figures(max: count, isWide: isWide) }
        guard let times = column(), let delays = column(), let marks = column(), let latitudes = column(),
            let longitudes = column(), let heads = column(), let accuracies = figures(), let altitudes = figures(),
            let speeds = figures(), let courses = figures(), let batteries = figures(), reader.atEnd
        else { return nil }
        (self.times, self.delays, self.marks) = (times, delays, marks)
        (self.latitudes, self.longitudes, self.heads) = (latitudes, longitudes, heads)
        (self.accuracies, self.altitudes, self.speeds) = (accuracies, altitudes, speeds)
        (self.courses, self.batteries) = (courses, batteries)
    }

    /// Whether all that the columns hold belonged to a fix.
    var areRead: Bool {
        times.left == 0 && accuracies.left == 0 && altitudes.left == 0 && speeds.left == 0 && courses.left == 0
            && batteries.left == 0
    }

    /// The next fix, of which there must be one left; nil where numbers are no fix.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> FixRecord? {
        let (latitude, longitude) = (latitudes.next(in: bytes), longitudes.next(in: bytes))
        let (mark, head) = (marks.next(in: bytes), heads.next(in: bytes))
        guard let latitude = Int32(exactly: latitude), let longitude = Int32(exactly: longitude),
            let coordinate = Spot(latitude: latitude, longitude: longitude).coordinate,
            let mark = UInt8(exactly: mark), let head = UInt8(exactly: head)
        else { return nil }
        let motion = Motion(rawValue: head >> 5)
        guard motion != nil || head >> 5 == 0 else { return nil }
        let at = times.next(in: bytes)
        var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: at))
        fix.motion = motion
        guard accuracies.figure(head & 1, .accuracy, in: bytes, &fix.accuracyMetres),
            altitudes.figure(head & 2, .altitude, in: bytes, &fix.altitudeMetres),
            speeds.figure(head & 4, .speed, in: bytes, &fix.speedMetresPerSecond),
            courses.figure(head & 8, .course, in: bytes, &fix.courseDegrees),
            batteries.figure(head & 16, .battery, in: bytes, &fix.batteryPercent)
        else { return nil }
        let receivedAt = Timestamp(milliseconds: at &+ delays.next(in: bytes))
        return FixRecord(asKept: fix, receivedAt: receivedAt, marks: FixMarks(rawValue: mark))
    }
}

extension ByteColumn {
    /// Reads the figure that a fix's head announces, if it does; false where there is none that could be.
    @inline(__always)
    fileprivate mutating func figure(
        _ flag: UInt8,
        _ quantity: Quantity,
        in bytes: Span<UInt8>,
        _ into: inout Double?
    ) -> Bool {
        guard flag != 0 else { return true }
        guard left > 0, let value = quantity.value(next(in: bytes)) else { return false }
        into = value
        return true
    }
}

extension ByteRowReader {
    /// A column of the figures that some of the fixes have, which says itself how many they are.
    fileprivate mutating func figures(max: Int, isWide: Bool) -> ByteColumn? {
        guard let length = unsigned(), length <= UInt64(max) else { return nil }
        return column(Int(length), isWide: isWide)
    }
}
