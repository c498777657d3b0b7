package import Family

/// A track that somebody recorded, as read from a file.
///
/// Reading never fails once the format is known: points that cannot be used are counted with the reason, and a file
/// that breaks off gives what stood before the break.
package struct TrackFile: Sendable, Equatable {
    /// What kind of file it was.
    package enum Format: String, CaseIterable, Sendable {
        /// GPX 1.0 and 1.1.
        case gpx
        /// The OwnTracks Recorder's lines: time, a tab, the kind of message, a tab, the message.
        case rec
        /// Points with a time each, or lines with `coordTimes`; also what Overland writes.
        case geojson
        /// A header that names the columns, then a point a line.
        case csv
        /// A track as this hub exports it: an object with `fixes`.
        case hearth
        /// Google's location history: Records.json as Takeout gave it, or Timeline.json of a phone.
        case google
    }

    /// Why a point was left out.
    package enum Refusal: Hashable, CaseIterable, Sendable {
        case noPosition
        case offTheGlobe
        case noTime
        /// Before satellites told the time (1980), or after 2099.
        case impossibleTime
        /// A line or message that is not what the format says.
        case unreadable
    }

    package var format: Format
    /// The usable points in the order recorded, parted where the recorder parted them; none is empty.
    package private(set) var segments: [[Fix]] = []
    package private(set) var refusals: [Refusal: Int] = [:]
    /// False where the file breaks off, is damaged, or holds more than ``fixesMax`` points.
    package private(set) var isWhole = true

    /// The points beyond this number are not read.
    package static let fixesMax = 2_000_000

    private var segmentIsOpen = false
    private var fixCount = 0

    /// All usable points in the order recorded.
    package var fixes: [Fix] { segments.flatMap { $0 } }
    /// How many points were left out.
    package var refused: Int { refusals.values.reduce(0, +) }

    /// Reads a file of any known format, told by its content; nil where it is none of them.
    ///
    /// - Parameter bytes: the whole file, in UTF-8.
    package init?(_ bytes: [UInt8]) {
        format = .gpx
        guard readTrack(bytes.span, into: &self) else { return nil }
    }
}

extension TrackFile: TrackConsumer {
    mutating func endSegment() {
        segmentIsOpen = false
    }

    mutating func add(_ fix: Fix) -> Bool {
        guard fixCount < TrackFile.fixesMax else {
            markTruncated()
            return false
        }
        fixCount += 1
        if !segmentIsOpen { segments.append([]) }
        segmentIsOpen = true
        segments[segments.count - 1].append(fix)
        return true
    }

    mutating func refuse(_ refusal: Refusal) {
        refusals[refusal, default: 0] += 1
    }

    mutating func markTruncated() {
        isWhole = false
    }

    mutating func reach(_ position: Int) {}
}

extension TrackFile.Refusal: Error {}
