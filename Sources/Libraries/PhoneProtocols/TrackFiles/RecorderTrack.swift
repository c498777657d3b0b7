import Family

/// Whether the first line is one of the OwnTracks Recorder's: a time, a tab, a kind, a tab, a message.
func isRecorder(_ bytes: Span<UInt8>) -> Bool {
    guard let line = line(of: bytes, from: 0), let parts = RecorderLine(bytes, line) else { return false }
    return parts.receivedAt(bytes) != nil
}

/// Reads the Recorder's lines whose kind is `*`, which are positions; others (`lwt`, `transition` …) are passed over.
func readRecorder(_ bytes: Span<UInt8>, into file: inout some TrackConsumer) {
    var position = 0
    while let line = line(of: bytes, from: position) {
        position = line.upperBound + 1
        guard !trimmed(bytes, line).isEmpty else { continue }
        guard let parts = RecorderLine(bytes, line), let receivedAt = parts.receivedAt(bytes) else {
            file.refuse(.unreadable)
            continue
        }
        guard parts.isLocation(bytes) else { continue }
        guard let fix = OwnTracks.read(bytes.extracting(parts.message), receivedAt: receivedAt).fixes.first else {
            file.refuse(.unreadable)
            continue
        }
        guard isPossible(fix.at) else {
            file.refuse(.impossibleTime)
            continue
        }
        file.reach(position)
        guard file.add(fix) else { return }
    }
}

private struct RecorderLine {
    var time: Range<Int>
    var kind: Range<Int>
    var message: Range<Int>

    init?(_ bytes: Span<UInt8>, _ line: Range<Int>) {
        guard let first = tab(bytes, in: line), let second = tab(bytes, in: first + 1..<line.upperBound) else {
            return nil
        }
        time = line.lowerBound..<first
        kind = trimmed(bytes, first + 1..<second)
        message = second + 1..<line.upperBound
    }

    func receivedAt(_ bytes: Span<UInt8>) -> Timestamp? {
        recordedTime(bytes, time)
    }

    func isLocation(_ bytes: Span<UInt8>) -> Bool {
        kind.count == 1 && bytes[kind.lowerBound] == UInt8(ascii: "*")
    }
}

/// The line that begins at `start`, without its end; nil after the last.
func line(of bytes: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<end
}

private func tab(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    range.first { bytes[$0] == UInt8(ascii: "\t") }
}
