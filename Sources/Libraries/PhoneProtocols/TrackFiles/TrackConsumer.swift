import Family

/// Whoever takes the points of a track while its file is read.
protocol TrackConsumer {
    var format: TrackFile.Format { get set }
    /// Lets the next point begin a segment of its own.
    mutating func endSegment()
    /// Takes a usable point; false when no more are wanted.
    mutating func add(_ fix: Fix) -> Bool
    /// Counts a point that cannot be used.
    mutating func refuse(_ refusal: TrackFile.Refusal)
    /// Notes that the file breaks off, or is damaged.
    mutating func markTruncated()
    /// Hears how many bytes were read.
    mutating func reach(_ position: Int)
}

extension TrackConsumer {
    /// Takes a point, or counts why it cannot be used; false when no more are wanted.
    mutating func add(_ point: PointFigures) -> Bool {
        switch point.recorded() {
        case .success(let fix): return add(fix)
        case .failure(let refusal):
            refuse(refusal)
            return true
        }
    }
}

/// Reads a track of any known format, told by its content; false where it is none of them.
func readTrack(_ bytes: Span<UInt8>, into taker: inout some TrackConsumer) -> Bool {
    let content = bytes.extracting(droppingFirst: startsWithByteOrderMark(bytes) ? 3 : 0)
    guard let format = format(of: content) else { return false }
    taker.format = format
    switch format {
    case .gpx: readGPX(content, into: &taker)
    case .rec: readRecorder(content, into: &taker)
    case .geojson, .hearth, .google: return readJSONTrack(content, into: &taker)
    case .csv: readCSV(content, into: &taker)
    }
    return true
}

/// The format, judged by how the content begins.
private func format(of content: Span<UInt8>) -> TrackFile.Format? {
    let start = content.indices.first { content[$0] > UInt8(ascii: " ") }
    guard let start else { return nil }
    switch content[start] {
    case UInt8(ascii: "<"): return isGPX(content) ? .gpx : nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .geojson
    default:
        if isRecorder(content) { return .rec }
        return CSVColumns(content) == nil ? nil : .csv
    }
}

private func startsWithByteOrderMark(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
}
