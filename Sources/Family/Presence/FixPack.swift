/// Fixes of one stretch of time as few bytes: each figure by itself, as the change from one fix to the next.
///
/// What comes out is what went in: coordinates to 1e-7 degree, times to the millisecond, all else as exact as a
/// `FixRecord` keeps it. The bytes are made to be compressed: neighbours in them are alike.
public enum FixPack {
    /// More than this many fixes do not go into one pack; reading one stays a matter of milliseconds.
    public static let countMax = 16_384

    /// The second keeps the first number of a column apart from its changes.
    static let versions: ClosedRange<UInt8> = 1...2

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
        writer.byte(versions.upperBound)
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
}

/// The figures that a fix may lack, in the order of their bits in its head.
private let packedFigures: [Quantity] = [.accuracy, .altitude, .speed, .course, .battery]

extension Fix {
    fileprivate subscript(figure index: Int) -> Double? {
        switch index {
        case 0: accuracyMetres
        case 1: altitudeMetres
        case 2: speedMetresPerSecond
        case 3: courseDegrees
        default: batteryPercent
        }
    }
}
