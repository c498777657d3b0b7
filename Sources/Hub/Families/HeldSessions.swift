package import Family
import SQL
import Storage
import Synchronization

/// What the page of a session that waits for a guardian's agreement shows beside a call for help (F87).
package struct HeldOverview: Sendable {
    package var name: String
    package var hasPINs: Bool
    /// Whether no message about an alarm could leave the hub now (F82).
    package var reachesNobody: Bool
    /// By no position: the session shows none.
    package var emergency: EmergencyAdvice
}

extension Hub {
    /// The overview of a member; throws `FamilyRefusal.notFound` for one who is gone, or `StorageError`.
    package func heldOverview(of member: ID<Member>) async throws -> HeldOverview {
        let now = safetyNow
        return try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw FamilyRefusal.notFound }
            let watch = try self.safetyWatch(of: member, in: transaction)
            let trip = watch.isOnTrip ? watch.trip?.id : nil
            return HeldOverview(
                name: Person(row).name,
                hasPINs: try transaction.safetyPIN(of: member) != nil,
                reachesNobody: try self.reach(of: row, trip: trip, in: transaction, now: now).reachesNobody,
                emergency: self.emergency(of: row, at: nil, now: now)
            )
        }
    }

    /// Notes that a session which waits for an agreement calls for help; other sessions need no note.
    package func noteCall(by caller: AuthenticatedSession) {
        guard caller.heldBy != nil else { return }
        safety.heldCalls.withLock { $0.set(true, for: caller.session) }
    }

    /// Whether this session called for help and that, or an alarm, runs, as the member's own screens show it.
    ///
    /// It does after either PIN alike (F67). During the call of another session it sends no position (F87).
    package func isCalling(_ caller: AuthenticatedSession) async throws -> Bool {
        guard safety.heldCalls.withLock({ $0.value(for: caller.session) }) == true else { return false }
        return try await database.read { transaction in
            let watch = try self.safetyWatch(of: caller.member, in: transaction)
            return watch.countdowns.contains { $0.isRunning } || watch.alarms.contains { $0.isVisible }
        }
    }
}
