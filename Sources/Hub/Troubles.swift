import Family
import Messaging
import Storage
import Synchronization

/// What the hub does when its machine fails it: a disk that fills up, a clock that jumps, a database that takes nothing.
final class MachineTroubles: Sendable {
    /// Whether phones are asked to keep what they have.
    let isDiskLow = Atomic(false)
    /// How much room was left when it was last looked.
    let freeBytes = Atomic<Int64>(.max)
    /// Whether the keepers were told of the clock since it was last trusted.
    let isClockTold = Atomic(false)
    /// When deadlines were last looked at.
    let lastRound = Mutex<Timestamp?>(nil)
    /// When old rows were last deleted.
    let lastTidied = Mutex<Timestamp?>(nil)
}

/// Why something large is not kept now: the disk is nearly full.
package struct DiskRefusal: Error, Hashable, Sendable {
}

extension Hub {
    /// So much room files leave free, so that they are refused long before what phones report.
    package static let diskBytesForFiles: Int64 = 128 << 20

    /// With less room than this nothing of phones is taken: what is left is for alarms.
    package static let diskBytesMin: Int64 = 64 << 20

    /// Whether phones are asked to keep what they have, because the disk is nearly full.
    package var isDiskLow: Bool { machine.isDiskLow.load(ordering: .relaxed) }

    /// Refuses a file for which there is too little room, while there is enough for what phones report.
    package func requireRoom(forFileOf bytes: Int) throws(DiskRefusal) {
        let left = machine.freeBytes.load(ordering: .relaxed).subtractingReportingOverflow(Int64(bytes))
        guard left.partialValue >= Hub.diskBytesForFiles else { throw DiskRefusal() }
    }

    /// Takes how much room is left where the data are, once a second or so.
    ///
    /// While it is too little, fixes are answered 503 before anything is lost, except those of members who are watched
    /// over; what else is asked goes on for as long as there is any room. It ends with half as much again.
    package func noteDisk(freeBytes: Int64) async {
        machine.freeBytes.store(freeBytes, ordering: .relaxed)
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

    /// S38: sends messages of an alarm that could not be written down, because the database takes nothing.
    ///
    /// They were made in a transaction that failed and are made anew with each try, so that they go out again after a
    /// minute, and then each five, until one is recorded.
    func tellUnrecorded(_ rows: [OutboxRow], of member: ID<Member>, now: Timestamp) async {
        guard !rows.isEmpty, safety.mayTellUnrecorded(member, now: now) else { return }
        outside.log(
            LogEntry(.error, "an alarm is sent without being written down", [("messages", "\(rows.count)")])
        )
        await outbox.sendUnrecorded(rows)
    }
}
