import Family
import SQL
import Synchronization

/// What the hub does when its machine fails it: a disk that fills up, a clock that jumps, a database that takes nothing.
final class MachineTroubles: Sendable {
    /// Whether phones are asked to keep what they have.
    let isDiskLow = Atomic(false)
    /// How much room was left when it was last looked.
    let freeBytes = Atomic<Int64>(.max)
    /// When it was last tried to write calls for help that are in memory alone; nil while there are none.
    let recordTriedAt = Mutex<Timestamp?>(nil)
    /// Whether the keepers were told of the clock since it was last trusted.
    let isClockTold = Atomic(false)
    /// When a round of deadlines last went well.
    let lastRound = Mutex<Timestamp?>(nil)
    /// When old rows were last deleted.
    let lastTidied = Mutex<Timestamp?>(nil)
}

/// Why something large is not kept now: the disk is nearly full.
package struct DiskRefusal: Error, Hashable, Sendable {
}

/// What a database may be unable to say, while the hub itself is right.
package enum DatabaseTrouble: Sendable {
    /// Nothing of what was asked was done; a later try may pass.
    case away
    /// It was saved or not: the answer of the database was lost.
    case outcomeUnknown
}

extension Hub {
    /// So much room files leave free, so that they are refused long before what phones report.
    package static let diskBytesForFiles: Int64 = 128 << 20

    /// With less room than this nothing of phones is taken: what is left is for alarms.
    package static let diskBytesMin: Int64 = 64 << 20

    /// With less room than this only calls for help, and what protects somebody, are written: into space taken before.
    package static let diskBytesForHelp: Int64 = 8 << 20

    private static let recordMilliseconds: Int64 = 5_000

    /// Whether only calls for help are written, or not even they can be.
    package var isDiskFull: Bool { database.keepsReserve || database.isHolding }

    /// Whether an error says that the disk is full, so that nothing was changed.
    package static func isOfFullDisk(_ error: any Error) -> Bool {
        (error as? StorageError)?.code == .full
    }

    /// Whether an error is the database's own trouble, which passes, rather than a fault of the hub; nil where it is not.
    package static func databaseTrouble(_ error: any Error) -> DatabaseTrouble? {
        switch (error as? StorageError)?.code {
        case .unknownOutcome: .outcomeUnknown
        // Nothing of it was done: a connection broke, something was in the way for too long, or the hub ends.
        case .unavailable, .busy, .conflict, .closed: .away
        default: nil
        }
    }

    /// Takes disk space for alarms ahead of time, while there is some to spare.
    package func takeReserve() async {
        do {
            try await database.takeReserve()
        } catch {
            outside.log(LogEntry(.warning, "no disk space could be kept for alarms", [("reason", safeWords(error))]))
        }
    }

    /// Whether phones are asked to keep what they have, because the disk is nearly full.
    package var isDiskLow: Bool { machine.isDiskLow.load(ordering: .relaxed) }

    /// Refuses a file for which there is too little room, while there is enough for what phones report.
    package func requireRoom(forFileOf bytes: Int) throws(DiskRefusal) {
        try Hub.requireRoom(for: bytes, of: machine.freeBytes.load(ordering: .relaxed))
    }

    /// The same for what the disk says now: others fill it meanwhile (S57).
    package static func requireRoom(for bytes: Int, of freeBytes: Int64) throws(DiskRefusal) {
        let left = freeBytes.subtractingReportingOverflow(Int64(bytes))
        guard left.partialValue >= Hub.diskBytesForFiles else { throw DiskRefusal() }
    }

    /// Takes how much room is left where the data are, once a second or so.
    ///
    /// While it is too little, fixes are answered 503 before anything is lost, except those of members who are watched
    /// over; what else is asked goes on for as long as there is any room. It ends with half as much again. Where a server
    /// has the rows, this machine's disk only has a say in files.
    package func noteDisk(freeBytes: Int64, hasRows: Bool = true) async {
        machine.freeBytes.store(freeBytes, ordering: .relaxed)
        guard hasRows else { return }
        let keeps = database.keepsReserve
        let isFull = freeBytes < (keeps ? Hub.diskBytesForHelp / 2 * 3 : Hub.diskBytesForHelp)
        database.keepsReserve = isFull
        let wasLow = isDiskLow
        let isLow = freeBytes < (wasLow ? Hub.diskBytesMin / 2 * 3 : Hub.diskBytesMin)
        guard isLow != wasLow else { return }
        machine.isDiskLow.store(isLow, ordering: .relaxed)
        let facts = [("freeMiB", "\(freeBytes >> 20)")]
        guard isLow else { return outside.log(LogEntry(.info, "there is room on the disk again", facts)) }
        outside.log(LogEntry(.error, "the disk is nearly full: phones are asked to keep their fixes", facts))
        await tellKeepers(.diskLow)
    }

    /// Tells whoever runs the hub, once, that the machine's clock is not trusted.
    func noteClock() async {
        guard let doubt = outside.clockDoubt() else {
            return machine.isClockTold.store(false, ordering: .relaxed)
        }
        guard !machine.isClockTold.exchange(true, ordering: .relaxed) else { return }
        switch doubt {
        case .jumped(let milliseconds):
            let seconds = [("seconds", "\(milliseconds / 1_000)")]
            outside.log(LogEntry(.error, "the machine's clock jumped: the hub goes by its own time", seconds))
        case .wasAway(let milliseconds):
            let days = [("days", "\(milliseconds / 86_400_000)")]
            outside.log(LogEntry(.error, "by the machine's clock nothing ran for long: nothing old is deleted", days))
        }
        await tellKeepers(.clockDoubtful)
    }

    /// Writes the calls for help that are in memory alone, once the disk takes them (F73); tried every 5 s.
    func recordHelp(now: Timestamp) async {
        guard database.isHolding else { return }
        let isFirst = machine.recordTriedAt.withLock { triedAt -> Bool? in
            if let triedAt, (0..<Hub.recordMilliseconds).contains(now.milliseconds(since: triedAt)) { return nil }
            defer { triedAt = now }
            return triedAt == nil
        }
        guard let isFirst else { return }
        if isFirst { outside.log(LogEntry(.error, "calls for help are in memory: the disk takes nothing")) }
        do {
            try await database.record()
            machine.recordTriedAt.withLock { $0 = nil }
            outside.log(LogEntry(.info, "the calls for help that were in memory are written"))
        } catch {
            // It is tried again until it succeeds; the log has said why.
        }
    }
}
