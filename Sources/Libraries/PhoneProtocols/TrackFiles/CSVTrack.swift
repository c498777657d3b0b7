/// Which column holds what, by the header of a CSV file.
struct CSVColumns {
    /// Comma, semicolon or tab: the one that the header has most of.
    let separator: UInt8
    /// What each column holds; nil for one that is not ours.
    let fields: [TrackField?]
    /// Where the first point begins.
    let start: Int

    /// The columns, or nil where the first line does not name latitude, longitude and time.
    init?(_ bytes: Span<UInt8>) {
        guard let header = line(of: bytes, from: 0), header.count <= 4_096 else { return nil }
        let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = separators.map { separator in header.count { bytes[$0] == separator } }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return nil }
        separator = separators[index]
        var reader = CSVReader(bytes, separator: separator)
        guard let names = reader.row() else { return nil }
        fields = names.map { TrackField.table[wireName($0)] }
        start = reader.position
        guard fields.contains(.latitude), fields.contains(.longitude), fields.contains(.time) else { return nil }
    }
}

/// Reads a point from each line after the header; speed in metres per second, battery in percent.
///
/// Where semicolons part the columns, a comma in a number is its decimal point.
func readCSV(_ bytes: Span<UInt8>, into file: inout some TrackConsumer) {
    guard let columns = CSVColumns(bytes) else { return }
    var reader = CSVReader(bytes, separator: columns.separator, position: columns.start)
    while let values = reader.row() {
        guard values.contains(where: { !$0.isEmpty }) else { continue }
        var point = PointFigures()
        for (field, value) in zip(columns.fields, values) {
            guard let field else { continue }
            let isDecimalComma = columns.separator == UInt8(ascii: ";") && field != .time
            let value = isDecimalComma ? value.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 } : value
            point.set(field, value.span, 0..<value.count)
        }
        file.reach(reader.position)
        guard file.add(point) else { return }
    }
    if reader.brokeOff { file.markTruncated() }
}

/// Rows of fields as RFC 4180 has them, with any separator and either line end; quotes themselves are dropped.
private struct CSVReader: ~Escapable {
    let bytes: Span<UInt8>
    let separator: UInt8
    var position: Int
    /// A quotation that never ends was met.
    private(set) var brokeOff = false

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, separator: UInt8, position: Int = 0) {
        self.bytes = bytes
        self.separator = separator
        self.position = position
    }

    /// The next row; nil after the last.
    mutating func row() -> [[UInt8]]? {
        guard position < bytes.count else { return nil }
        var fields: [[UInt8]] = [[]]
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\n"): return fields
            case UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\""): quotation(into: &fields[fields.count - 1])
            case separator: fields.append([])
            default: fields[fields.count - 1].append(byte)
            }
        }
        return fields
    }

    private mutating func quotation(into field: inout [UInt8]) {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // A doubled quote ends the quotation and begins another in the same field: no field of ours holds quotes.
            guard byte != UInt8(ascii: "\"") else { return }
            field.append(byte)
        }
        brokeOff = true
    }
}

/// The name of a column in lower case, without the spaces around it.
private func wireName(_ bytes: [UInt8]) -> WireName {
    var name = WireName()
    for index in trimmed(bytes.span, 0..<bytes.count) {
        let byte = bytes[index]
        name.append((65...90).contains(byte) ? byte + 32 : byte)
    }
    return name
}
