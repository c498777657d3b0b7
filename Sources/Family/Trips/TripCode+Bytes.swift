/// The code's counts as a row of bytes, which reads back exactly.
extension TripCode {
    /// At most some 200 bytes.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 32)
        row.byte(TripCode.version)
        row.moment(madeAt)
        row.byte(usesCount)
        row.list(wrongAt) { $0.moment($1) }
        return row.bytes
    }

    /// Reads it again; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard row.byte() == TripCode.version, let madeAt = row.moment(), let usesCount = row.byte(),
            let wrongAt = row.list({ $0.moment() }), row.atEnd
        else { return nil }
        self.init(madeAt: madeAt)
        self.usesCount = usesCount
        self.wrongAt = wrongAt
    }

    private static let version: UInt8 = 1
}
