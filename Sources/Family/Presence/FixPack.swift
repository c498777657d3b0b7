/// Fixes of one stretch of time as few bytes: each figure by itself, as the change from one fix to the next.
///
/// What comes out is what went in: coordinates to 1e-7 degree, times to the millisecond, all else as exact as a
/// `FixRecord` keeps it. The bytes are made to be compressed: neighbours in them are alike.
public enum FixPack {
    /// More than this many fixes do not go into one pack; reading one stays a matter of milliseconds.
    public static let countMax = 16_384

    private static let version: UInt8 = 1

    /// The bytes of fixes that lie in the order of time; at most `countMax`.
    public static func bytes(of records: [FixRecord]) -> [UInt8] {
        precondition(records.count <= countMax)
        var figures = [[Int64]](repeating: [], count: packedFigures.count)
        var heads: [Int64] = []
        for record in records {
            var head = Int64(record.fix.motion?.rawValue ?? 0) << 5
            for (index, quantity) in packedFigures.enumerated() {
                guard let value = record.fix[figure: index], let steps = quantity.steps(value) else { continue }
                head |= 1 << index
                figures[index].append(steps)
            }
            heads.append(head)
        }
        let spots = records.map { Spot($0.fix.coordinate) }
        var writer = ByteRowWriter(capacity: 16 + records.count * 16)
        writer.byte(version)
        writer.unsigned(UInt64(records.count))
        writer.column(records.map { $0.fix.at.milliseconds })
        writer.column(records.map { $0.receivedAt.milliseconds(since: $0.fix.at) })
        writer.column(records.map { Int64($0.marks.rawValue) })
        writer.column(spots.map { Int64($0.latitude) })
        writer.column(spots.map { Int64($0.longitude) })
        writer.column(heads)
        for column in figures {
            writer.unsigned(UInt64(column.count))
            writer.column(column)
        }
        return writer.bytes
    }

    /// The fixes in these bytes; nil for anything that `bytes(of:)` never writes.
    public static func records(bytes: [UInt8]) -> [FixRecord]? {
        var reader = ByteRowReader(bytes)
        guard reader.byte() == version, let length = reader.unsigned(), length <= UInt64(countMax) else { return nil }
        let count = Int(length)
        guard let times = reader.column(count), let delays = reader.column(count), let marks = reader.column(count),
            let latitudes = reader.column(count), let longitudes = reader.column(count),
            let heads = reader.column(count)
        else { return nil }
        var records: [FixRecord] = []
        records.reserveCapacity(count)
        for index in 0..<count {
            guard let latitude = Int32(exactly: latitudes[index]), let longitude = Int32(exactly: longitudes[index]),
                let coordinate = Spot(latitude: latitude, longitude: longitude).coordinate,
                let mark = UInt8(exactly: marks[index]), let head = UInt8(exactly: heads[index]),
                head >> 5 == 0 || Motion(rawValue: head >> 5) != nil
            else { return nil }
            var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: times[index]))
            fix.motion = Motion(rawValue: head >> 5)
            let receivedAt = Timestamp(milliseconds: times[index] &+ delays[index])
            records.append(FixRecord(asKept: fix, receivedAt: receivedAt, marks: FixMarks(rawValue: mark)))
        }
        guard reader.figures(into: &records, heads: heads), reader.atEnd else { return nil }
        return records
    }
}

/// The figures that a fix may lack, in the order of their bits in its head.
private let packedFigures: [Quantity] = [.accuracy, .altitude, .speed, .course, .battery]

extension Fix {
    fileprivate subscript(figure index: Int) -> Double? {
        get {
            switch index {
            case 0: accuracyMetres
            case 1: altitudeMetres
            case 2: speedMetresPerSecond
            case 3: courseDegrees
            default: batteryPercent
            }
        }
        set {
            switch index {
            case 0: accuracyMetres = newValue
            case 1: altitudeMetres = newValue
            case 2: speedMetresPerSecond = newValue
            case 3: courseDegrees = newValue
            default: batteryPercent = newValue
            }
        }
    }
}

extension ByteRowReader {
    /// Reads the figures that the fixes' heads announce; false where there are others.
    fileprivate mutating func figures(into records: inout [FixRecord], heads: [Int64]) -> Bool {
        for (index, quantity) in packedFigures.enumerated() {
            guard let length = unsigned(), length <= UInt64(records.count), let column = column(Int(length)) else {
                return false
            }
            var next = 0
            for position in records.indices where heads[position] & 1 << index != 0 {
                guard next < column.count, let value = quantity.value(column[next]) else { return false }
                records[position].fix[figure: index] = value
                next += 1
            }
            guard next == column.count else { return false }
        }
        return true
    }
}
