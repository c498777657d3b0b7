import Synchronization
import Work

/// Connections that read beside the writer, each with a thread of its own while it has work.
final class ReaderPool: Sendable {
    private let lanes: [ConnectionQueue]
    private let next = Atomic<Int>(0)

    /// Nil where the driver has no readers beside its writer.
    init?(_ driver: any DatabaseDriver, in workplace: Workplace, limits: Database.Limits) throws(StorageError) {
        precondition(limits.readers > 0)
        var lanes: [ConnectionQueue] = []
        for _ in 0..<limits.readers {
            guard let connection = try driver.openReader() else { return nil }
            lanes.append(
                ConnectionQueue(
                    connection,
                    on: workplace.line("database.reader", .ordinary),
                    writing: false,
                    limit: limits.waitingReads / limits.readers,
                    jobsPerTransaction: 1
                )
            )
        }
        self.lanes = lanes
    }

    func enqueue(_ job: ConnectionQueue.Job) {
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        lanes[Int(UInt(bitPattern: turn) % UInt(lanes.count))].enqueue(job)
    }

    func close() async {
        for lane in lanes { await lane.close() }
    }
}
