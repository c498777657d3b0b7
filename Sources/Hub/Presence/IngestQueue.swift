import Bus
import Family
import SQL
import Storage
import Synchronization
import Work

/// The way of a fix to the disk.
///
/// Requests that come while the writer is busy wait here and then share one turn of it. Each turn loads what it needs,
/// decides by the rules of `Presence`, writes fixes and presence together, and answers only after the commit.
final class IngestQueue: Sendable {
    private struct Job: Sendable {
        let credential: DeviceCredential
        let report: DeviceReport
        let receivedAt: Timestamp
        let answer: @Sendable (Result<DeviceReportOutcome, DeviceReportRefusal>) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var turnIsComing = false
    }

    /// Requests that may wait for the writer; one more is not taken, and its phone tries again.
    private static let waitingMax = 50_000

    private let database: Database
    private let subjects: MemberStateCache
    private let heard: HeardDevices
    private let inbox: FixWriteBuffer
    private let vault: Vault
    private let changes: ChangeCounter
    private let now: @Sendable () -> Timestamp
    private let newID: @Sendable () -> ID<Crossing>
    private let publish: @Sendable ([BusEvent]) -> Void
    private let fault: @Sendable (_ what: String, StorageError?) -> Void
    private let state = Mutex(State())
    private let answering: any WorkLine

    init(
        database: Database,
        subjects: MemberStateCache,
        heard: HeardDevices,
        inbox: FixWriteBuffer,
        vault: Vault,
        changes: ChangeCounter,
        answering: any WorkLine,
        now: @escaping @Sendable () -> Timestamp,
        newID: @escaping @Sendable () -> ID<Crossing>,
        publish: @escaping @Sendable ([BusEvent]) -> Void,
        fault: @escaping @Sendable (_ what: String, StorageError?) -> Void
    ) {
        self.database = database
        self.subjects = subjects
        self.heard = heard
        self.inbox = inbox
        self.vault = vault
        self.changes = changes
        self.answering = answering
        self.now = now
        self.newID = newID
        self.publish = publish
        self.fault = fault
    }

    /// Takes a request; `answer` is called once, after its fixes are on disk or were refused.
    func ingest(
        _ report: DeviceReport,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        answer: @escaping @Sendable (Result<DeviceReportOutcome, DeviceReportRefusal>) -> Void
    ) {
        guard report.fixes.count <= Self.fixesPerPart else {
            let parts = report.parts(of: Self.fixesPerPart)
            return ingest(
                parts[...],
                after: DeviceReportOutcome(),
                from: credential,
                receivedAt: receivedAt,
                answer: answer
            )
        }
        let job = Job(credential: credential, report: report, receivedAt: receivedAt, answer: answer)
        let callWriter = state.withLock { state -> Bool? in
            guard state.waiting.count < Self.waitingMax else { return nil }
            state.waiting.append(job)
            defer { state.turnIsComing = true }
            return !state.turnIsComing
        }
        guard let callWriter else { return answer(.failure(.notStored)) }
        if callWriter { enqueueTurn() }
    }

    /// Returns once who watches was told of everything that phones were answered about before.
    func allIsTold() async {
        await withCheckedContinuation { continuation in
            answering.add { continuation.resume() }
        }
    }

    /// Takes a long report part by part, each after the one before is on disk, so that others come in between.
    private func ingest(
        _ parts: ArraySlice<DeviceReport>,
        after sum: DeviceReportOutcome,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        answer: @escaping @Sendable (Result<DeviceReportOutcome, DeviceReportRefusal>) -> Void
    ) {
        guard let part = parts.first else { return answer(.success(sum)) }
        ingest(part, from: credential, receivedAt: receivedAt) { result in
            // What is stored of a report that fails is found again when the phone repeats it.
            guard case .success(let outcome) = result else { return answer(result) }
            let total = DeviceReportOutcome(
                stored: sum.stored + outcome.stored,
                repeated: sum.repeated + outcome.repeated
            )
            self.ingest(parts.dropFirst(), after: total, from: credential, receivedAt: receivedAt, answer: answer)
        }
    }

    private func enqueueTurn() {
        let turn = Mutex<IngestTransaction?>(nil)
        let jobs = Mutex<[Job]>([])
        // On a nearly full disk only those come here who are watched over.
        database.enqueue(for: .reserved) { transaction in
            let taken = self.takeWaiting(fixesMax: Self.fixesPerTurn)
            jobs.withLock { $0 = taken }
            var work = IngestTransaction(
                subjects: self.subjects,
                heard: self.heard,
                vault: self.vault,
                changes: self.changes,
                inbox: self.inbox,
                newID: self.newID
            )
            defer { turn.withLock { $0 = work } }
            do {
                for job in taken {
                    try work.write(job.report, from: job.credential, receivedAt: job.receivedAt, to: transaction)
                }
                try work.finish(transaction, now: self.now())
            } catch {
                // Others that share the commit must not find what is not there.
                work.undo()
                throw error
            }
        } completion: { error in
            // When the queue refuses the turn, nobody has taken the jobs yet.
            let taken = jobs.withLock { $0.isEmpty ? self.takeWaiting(fixesMax: .max) : $0 }
            var work = turn.withLock { $0 }
            guard error == nil, let work else {
                work?.undo()
                for job in taken { self.subjects.forget(job.credential.member) }
                self.fault("fixes were not stored", error as? StorageError)
                for job in taken { job.answer(.failure(.notStored)) }
                return
            }
            // Waking a hundred connections takes as long as writing their fixes: the writer goes on meanwhile.
            self.answering.add {
                for (job, outcome) in zip(taken, work.outcomes) { job.answer(outcome) }
                self.publish(work.events)
            }
            self.flush(isQuiet: false)
        }
    }

    /// Moves a part of what waits in the inbox to where it belongs; while nothing else is to do, also a few rows.
    ///
    /// What comes meanwhile stays and gathers company.
    func flush(isQuiet: Bool) {
        guard inbox.beginCompaction(isQuiet: isQuiet) else { return }
        let move = Mutex<FixWriteBuffer.CompactionBatch?>(nil)
        database.enqueue { transaction in
            let done = try self.inbox.move(in: transaction)
            move.withLock { $0 = done }
        } completion: { error in
            self.inbox.finish(error == nil ? move.withLock { $0 } : nil)
            let failure = error as? StorageError
            // The next start moves what a stopping hub leaves.
            guard failure?.code != .closed else { return }
            // After a failure the next turn tries again.
            guard error == nil else { return self.fault("fixes wait to be moved", failure) }
            self.flush(isQuiet: false)
        }
    }

    /// Fixes of one report that are taken together, and of one turn: longer ones would keep others waiting.
    private static let fixesPerPart = 1_000
    private static let fixesPerTurn = 4_096

    /// Those that waited longest, with about so many fixes; where some are left, another turn is to come.
    private func takeWaiting(fixesMax: Int) -> [Job] {
        let (taken, isMore) = state.withLock { state in
            var count = 0
            var fixes = 0
            while count < state.waiting.count, fixes < fixesMax {
                fixes += state.waiting[count].report.fixes.count
                count += 1
            }
            let taken = count == state.waiting.count ? state.waiting : Array(state.waiting[..<count])
            state.waiting = count == state.waiting.count ? [] : Array(state.waiting[count...])
            state.turnIsComing = !state.waiting.isEmpty
            return (taken, state.turnIsComing)
        }
        if isMore { enqueueTurn() }
        return taken
    }
}

extension DeviceReport {
    /// The same report in the order of time, in parts of at most so many fixes; what is no fix goes with the last.
    fileprivate func parts(of size: Int) -> [DeviceReport] {
        let ordered = fixes.sorted { $0.at < $1.at }
        var parts = stride(from: 0, to: ordered.count, by: size).map { start in
            DeviceReport(fixes: Array(ordered[start..<min(start + size, ordered.count)]))
        }
        if !parts.isEmpty {
            parts[parts.count - 1].transitions = transitions
            parts[parts.count - 1].regions = regions
        }
        return parts
    }
}
