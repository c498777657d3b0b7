import Family
import Storage
import Synchronization

/// What is known of one ledger, and the transfers that wait to go on from there.
///
/// A few groups are on their way at once: one to the disk, and others that are worked out meanwhile. Whoever comes then
/// waits, and those who wait go together, under one head: the more come, the less each costs.
final class LedgerPipeline: Sendable {
    /// Answers that are remembered.
    private static let answersMax = 4_096
    /// One that is written, one for the writer to go on with, and one that is worked out.
    private static let groupsMax = 3
    /// Transfers of one group, unless a single asker brings more.
    private static let transfersMax = 128

    /// What becomes of transfers.
    enum Word: Sendable {
        /// They go on from here, and these with them.
        case leader([WaitingTransfers])
        case answered(Result<[TakenTransfer], any Error>)
        /// They cannot be worked out ahead: their asker has them taken in the writer's turn, and calls `leave` then.
        case serial
    }

    private struct State: Sendable {
        /// Groups, and askers by themselves, that were let in and have not left.
        var insideCount = 0
        /// What is worked out from here on is worth nothing until all those have left.
        var isBroken = false
        /// Each is a request that is being answered, of which the hub takes so many at once.
        var waiting: [WaitingTransfers] = []

        var mayEnter: Bool { isBroken ? insideCount == 0 : insideCount < groupsMax }
    }

    private let state = Mutex(State())
    /// Held while somebody goes on from it, so before the other.
    private let memory = Mutex<LedgerSnapshot?>(nil)

    /// Takes out what is known where the ledger has this head; nil where nothing is.
    func take(head: String) -> LedgerSnapshot? {
        memory.withLock { memory in
            guard let known = memory.take() else { return nil }
            if known.row.head == head { return known }
            invalidate()
            return nil
        }
    }

    /// Remembers the ledger as it is with the head that stands in it.
    func keep(_ memory: LedgerSnapshot) {
        var memory = memory
        LedgerPipeline.tidy(&memory)
        self.memory.withLock { [memory] in $0 = memory }
    }

    /// Comes back when it is known what becomes of transfers; who is to lead calls `leave` when they are answered.
    func enter(_ batch: VerifiedTransfers) async -> Word {
        await withCheckedContinuation { continuation in
            let leads = state.withLock { state in
                guard state.mayEnter else {
                    state.waiting.append(WaitingTransfers(batch: batch, continuation: continuation))
                    return false
                }
                state.insideCount += 1
                return true
            }
            if leads { continuation.resume(returning: .leader([])) }
        }
    }

    /// Works transfers out from what is known and hands them over, one group after the other.
    ///
    /// `work` answers nil where they cannot be worked out ahead.
    func prepareNext(work: (inout LedgerSnapshot) -> LedgerDraft?, handOver: (LedgerDraft?) -> Void) {
        memory.withLock { memory in
            var draft: LedgerDraft?
            if !state.withLock(\.isBroken), var known = memory.take() {
                draft = work(&known)
                if known.isSigned {
                    LedgerPipeline.tidy(&known)
                    memory = known
                }
            }
            if draft?.isWhole != true { invalidate() }
            handOver(draft)
        }
    }

    /// Says that something comes between which is not worked out ahead.
    func invalidate() {
        state.withLock { if $0.insideCount > 0 { $0.isBroken = true } }
    }

    /// Tells those who went together what became of their transfers, and answers it of the one who led them.
    ///
    /// Of whom nothing is said has them taken in the writer's turn, and leaves by themselves.
    func notify(_ taken: [[TakenTransfer]?], to others: [WaitingTransfers]) -> Word {
        var words = taken.map { $0.map { Word.answered(.success($0)) } ?? .serial }
        words += Array(repeating: .serial, count: others.count + 1 - words.count)
        let inTurnCount = words.count { if case .serial = $0 { true } else { false } }
        state.withLock { $0.insideCount += inTurnCount }
        for (other, word) in zip(others, words.dropFirst()) { other.continuation.resume(returning: word) }
        return words[0]
    }

    /// Says that transfers which were let in are answered, and lets those in who wait.
    func leave() {
        var groups: [[WaitingTransfers]] = []
        state.withLock { state in
            state.insideCount -= 1
            if state.insideCount == 0 { state.isBroken = false }
            while state.mayEnter, !state.waiting.isEmpty {
                groups.append(LedgerPipeline.nextGroup(of: &state.waiting))
                state.insideCount += 1
            }
        }
        for group in groups { group[0].continuation.resume(returning: .leader(Array(group.dropFirst()))) }
    }

    /// As many of those who wait as go together, one at least.
    private static func nextGroup(of waiting: inout [WaitingTransfers]) -> [WaitingTransfers] {
        var (askers, transfers) = (0, 0)
        for one in waiting {
            transfers += one.batch.transfers.count
            if askers > 0, transfers > transfersMax { break }
            askers += 1
        }
        defer { waiting.removeFirst(askers) }
        return Array(waiting.prefix(askers))
    }

    private static func tidy(_ memory: inout LedgerSnapshot) {
        guard memory.known.ledger.records.count > answersMax else { return }
        memory.known.forgetAnswers(but: answersMax / 2)
    }
}

/// Verified transfers, and who is to be told what becomes of them.
struct WaitingTransfers: Sendable {
    let batch: VerifiedTransfers
    let continuation: CheckedContinuation<LedgerPipeline.Word, Never>
}
