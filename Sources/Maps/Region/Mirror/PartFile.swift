import HTTPClient
import Linux
import Synchronization

/// The part of an extract that has come, on the disk, and what an answer adds to it.
///
/// No more than a mebibyte of it is in memory, and no more is written than was announced, nor where the disk has no room.
final class PartFile: Sendable {
    /// Why no more was taken.
    enum Stop: Error, Equatable {
        /// It is another file than the one that was announced, or comes in another way.
        case otherFile
        /// The disk has this much room left, which is kept.
        case noRoom(freeBytes: Int)
        /// The disk was in the way.
        case failed(words: String)
    }

    private struct State {
        var bytes: Int
        var waiting: [UInt8] = []
        var hasBegun = false
        var stop: Stop?
    }

    private static let pieceBytes = 1 << 20

    private let path: String
    private let offer: RegionOffer
    private let freeBytes: @Sendable () -> Int?
    private let report: @Sendable (Int) -> Void
    private let state: Mutex<State>

    /// What is in the file already counts; `report` takes how much has come.
    init(
        _ path: String,
        of offer: RegionOffer,
        freeBytes: @escaping @Sendable () -> Int?,
        report: @escaping @Sendable (Int) -> Void
    ) throws(FolderFailure) {
        (self.path, self.offer, self.freeBytes, self.report) = (path, offer, freeBytes, report)
        let there = try Folders.size(path)
        if there > offer.bytes { try Folders.remove(path) }
        state = Mutex(State(bytes: there > offer.bytes ? 0 : there))
    }

    /// How much is on the disk.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Why no more was taken; nil where all was.
    var stop: Stop? { state.withLock { $0.stop } }

    /// Takes a piece of an answer's body; false where no more is wanted.
    func write(_ head: AnswerHead, _ piece: [UInt8]) -> Bool {
        // What an error says is nothing to keep.
        guard head.status == 200 || head.status == 206 else { return true }
        return state.withLock { state in
            do throws(Stop) {
                if !state.hasBegun { try begin(head, &state) }
                guard state.bytes + state.waiting.count + piece.count <= offer.bytes else { throw .otherFile }
                state.waiting += piece
                if state.waiting.count >= Self.pieceBytes { try write(&state) }
                return true
            } catch {
                state.stop = error
                return false
            }
        }
    }

    /// Writes what is still in memory; done after each answer.
    func finish() {
        state.withLock { state in
            guard state.stop == nil else { return }
            do throws(Stop) {
                try write(&state)
            } catch {
                state.stop = error
            }
        }
    }

    /// Whether the answer goes on where the file ends, or begins it anew.
    private func begin(_ head: AnswerHead, _ state: inout State) throws(Stop) {
        state.hasBegun = true
        if head.status == 206 {
            guard head.range == "bytes \(state.bytes)-\(offer.bytes - 1)/\(offer.bytes)" else { throw .otherFile }
        } else {
            guard head.bytes.map({ $0 == offer.bytes }) ?? true else { throw .otherFile }
            try remove()
            state.bytes = 0
        }
        guard offer.mark == nil || MirrorClient.mark(head) == offer.mark else { throw .otherFile }
    }

    private func remove() throws(Stop) {
        do {
            try Folders.remove(path)
        } catch {
            throw .failed(words: error.words)
        }
    }

    private func write(_ state: inout State) throws(Stop) {
        guard !state.waiting.isEmpty else { return }
        if let free = freeBytes(), free - state.waiting.count < RegionRoom.keptBytes { throw .noRoom(freeBytes: free) }
        do {
            try Folders.append(state.waiting, to: path)
        } catch {
            throw .failed(words: error.words)
        }
        state.bytes += state.waiting.count
        state.waiting = []
        report(state.bytes)
    }
}
