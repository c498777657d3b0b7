import Synchronization

/// Connections that read beside the writer, each with a thread of its own while it has work.
final class ReaderPool: Sendable {
    private let lanes: [Lane]
    private let next = Atomic<Int>(0)

    /// Nil where the driver has no readers beside its writer.
    init?(_ driver: any DatabaseDriver, limits: Database.Limits) throws(StorageError) {
        precondition(limits.readers > 0)
        var lanes: [Lane] = []
        for _ in 0..<limits.readers {
            guard let connection = try driver.openReader() else { return nil }
            lanes.append(
                Lane(connection, writing: false, limit: limits.waitingReads / limits.readers, jobsPerTransaction: 1)
            )
        }
        self.lanes = lanes
    }

    func enqueue(_ job: Lane.Job) {
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        lanes[Int(UInt(bitPattern: turn) % UInt(lanes.count))].enqueue(job)
    }

    func close() async {
        for lane in lanes { await lane.close() }
    }
}
