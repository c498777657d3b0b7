import Family
import SQL
import Storage
import Synchronization

/// The clock behind ``HubDependencies/now``, where it may have to be corrected while deadlines wait.
package struct AdjustableClock: Sendable {
    /// Names the start of the machine since which elapsed time is known.
    package let boot: String
    let time: TrustedClock

    package init(boot: String, time: TrustedClock) {
        self.boot = boot
        self.time = time
    }
}

/// F80: deadlines are kept by elapsed time.
///
/// The time of day is corrected in the transaction that moves everything that waits by the same step. When the machine
/// started, by the clock that those deadlines are of, is a row beside them: whatever becomes of a hub meanwhile, and
/// whatever backup of the same boot is put back, time goes on by the clock of the deadlines.
extension Hub {
    /// At a start, before anything is handled: takes the clock by which the deadlines were written.
    ///
    /// A database of an earlier boot, of another machine or from before an upgrade says nothing of this one.
    static func catchUpWithClock(_ outside: HubDependencies, in transaction: Transaction) throws(StorageError) {
        guard let clock = outside.clock else { return }
        if let bootedAt = try transaction.bootedAt(clock.boot) {
            clock.time.bootedAt = bootedAt
        } else {
            try transaction.setBootedAt(clock.time.bootedAt, of: clock.boot)
        }
    }

    /// Takes over the machine's clock where it is to be believed, and moves what waits with it.
    ///
    /// On a full disk it waits: until then deadlines are met by elapsed time all the same.
    package func correctClock() async {
        guard let clock = outside.clock, !isDiskFull, let step = clock.time.believedStep else { return }
        let before = clock.time.bootedAt
        let (after, now) = (before.advanced(byMilliseconds: step), outside.now())
        let shownSince = safetyNow.advanced(byMilliseconds: -TripVisibility.endingMilliseconds)
        do {
            // Writes come one after the other: each reads the time either before all of this or after it.
            try await database.transaction(
                { transaction in
                    for member in try transaction.membersWithWatch(orTripEndedAfter: shownSince) {
                        try self.move(member, byMilliseconds: step, in: transaction)
                    }
                    try transaction.moveRecipients(byMilliseconds: step)
                    try transaction.moveWaitingMessages(byMilliseconds: step)
                    try transaction.movePINResets(byMilliseconds: step)
                    try transaction.moveGuardianRequests(byMilliseconds: step)
                    try transaction.moveConnections(byMilliseconds: step)
                    try transaction.moveLinks(byMilliseconds: step)
                    try transaction.moveContacts(byMilliseconds: step)
                    try self.moveCoins(byMilliseconds: step, now: now, in: transaction)
                    try transaction.setBootedAt(after, of: clock.boot)
                    self.safety.correct(clock.time, bootedAt: after)
                },
                undo: { self.safety.correct(clock.time, bootedAt: before) }
            )
            // A round that went well did so just as long ago (F6).
            machine.lastRound.withLock { $0 = $0?.advanced(byMilliseconds: step) }
            outside.log(LogEntry(.info, "the clock was corrected", [("milliseconds", "\(step)")]))
        } catch {
            outside.log(LogEntry(.error, "the clock could not be corrected", [("reason", safeWords(error))]))
        }
    }

    private func move(_ member: ID<Member>, byMilliseconds step: Int64, in transaction: Transaction) throws {
        do {
            let now = safetyNow
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            turn.watch.move(byMilliseconds: step, now: now)
            // A trip that cannot be read keeps no clock from being corrected.
            try? turn.moveTrueDevice(byMilliseconds: step)
            _ = try turn.save(.done)
        } catch SafetyRefusal.notFound {
            // Deleted meanwhile.
        } catch let error as StorageError where error.code == .corrupt {
            // One that is damaged holds up no other; it is told of where its deadline is handled.
        }
    }
}
