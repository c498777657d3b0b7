extension ShakeDetector {
    /// The state in under 256 bytes, for whoever keeps it between two samples.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 256)
        row.byte(ShakeDetector.version)
        row.byte(sensitivity.rawValue)
        row.time(lastAt)
        row.optional(gravity) { $0.acceleration($1) }
        row.optional(axis) { $0.acceleration($1) }
        row.time(quietUntil)
        row.byte((isSwinging ? 0x80 : 0) | UInt8(swings.count))
        for swing in swings {
            row.signed(swing.startedAt.milliseconds)
            row.byte(swing.isForward ? 1 : 0)
            row.fixed64(swing.peak.bitPattern)
        }
        return row.bytes
    }

    /// Reads the state again; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard row.byte() == ShakeDetector.version, let sensitivity = row.byte().flatMap(ShakeSensitivity.init) else {
            return nil
        }
        self.init(sensitivity: sensitivity)
        guard row.time(into: &lastAt), row.optional(into: &gravity, { $0.acceleration() }),
            row.optional(into: &axis, { $0.acceleration() }), row.time(into: &quietUntil),
            let head = row.byte(), Int(head & 0x7F) <= ShakeDetector.swingsCount
        else { return nil }
        isSwinging = head & 0x80 != 0
        for _ in 0..<(head & 0x7F) {
            guard let at = row.signed(), let forward = row.byte(), forward < 2, let peak = row.finite() else {
                return nil
            }
            let startedAt = Timestamp(milliseconds: at)
            swings.append(HalfCycle(startedAt: startedAt, isForward: forward == 1, peak: peak))
        }
        guard row.atEnd else { return nil }
    }

    private static let version: UInt8 = 1
}

extension ByteRowWriter {
    fileprivate mutating func acceleration(_ acceleration: Acceleration) {
        fixed64(acceleration.x.bitPattern)
        fixed64(acceleration.y.bitPattern)
        fixed64(acceleration.z.bitPattern)
    }
}

extension ByteRowReader {
    fileprivate mutating func acceleration() -> Acceleration? {
        guard let x = finite(), let y = finite(), let z = finite() else { return nil }
        return Acceleration(x: x, y: y, z: z)
    }

    fileprivate mutating func finite() -> Double? {
        guard let value = fixed64().map(Double.init(bitPattern:)), abs(value) < .infinity else { return nil }
        return value
    }
}
