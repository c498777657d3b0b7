package import Family

/// A long track on its way through: its fixes are handed on in batches, and none is kept.
///
/// Reading never fails once the format is known, as with ``TrackFile``.
package struct TrackStream {
    /// What the file turned out to be.
    package var format = TrackFile.Format.gpx
    package private(set) var refusals: [TrackFile.Refusal: Int] = [:]
    /// False where the file breaks off or is damaged.
    package private(set) var isWhole = true
    /// How many bytes were read.
    package private(set) var position = 0

    private var batch: [Fix] = []
    private let batchSize: Int
    private let take: ([Fix], TrackStream) -> Bool

    /// Reads a file of any known format, told by its content; nil where it is none of them.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, in UTF-8.
    ///   - batchSize: how many fixes are handed on together.
    ///   - take: called with each batch and how far reading has come; answers false to stop it.
    package init?(_ bytes: Span<UInt8>, batchSize: Int, take: @escaping ([Fix], TrackStream) -> Bool) {
        (self.batchSize, self.take) = (batchSize, take)
        guard readTrack(bytes, into: &self) else { return nil }
        _ = handOn()
    }

    private mutating func handOn() -> Bool {
        guard !batch.isEmpty else { return true }
        let fixes = batch
        batch = []
        batch.reserveCapacity(batchSize)
        return take(fixes, self)
    }
}

extension TrackStream: TrackConsumer {
    mutating func endSegment() {}

    mutating func add(_ fix: Fix) -> Bool {
        batch.append(fix)
        return batch.count < batchSize || handOn()
    }

    mutating func refuse(_ refusal: TrackFile.Refusal) {
        refusals[refusal, default: 0] += 1
    }

    mutating func markTruncated() {
        isWhole = false
    }

    mutating func reach(_ position: Int) {
        self.position = position
    }
}
