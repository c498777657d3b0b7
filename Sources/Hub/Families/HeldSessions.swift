package import Family
import SQL
import Storage

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

    /// Notes the call for help of a session that waits for an agreement; other sessions need no note.
    ///
    /// The call is answered whether or not this is written.
    package func noteCall(_ call: ID<HelpCountdown>, by caller: AuthenticatedSession) async {
        guard caller.heldBy != nil else { return }
        do {
            try await database.transaction(for: .help) { try $0.setCall(call, of: caller.session) }
        } catch {
            outside.log(LogEntry(.error, "a call could not be noted", [("reason", safeWords(error))]))
        }
    }

    /// Whether this session called for help, and a call or an alarm runs as the member's own screens show it.
    ///
    /// It does after either PIN alike (F67). A session that never called sends no position during another's call (F87); a
    /// second call, or one that joins an open alarm, goes on as the first.
    package func isCalling(_ caller: AuthenticatedSession) async throws -> Bool {
        try await database.read { transaction in
            guard try transaction.call(of: caller.session) != nil else { return false }
            let watch = try self.safetyWatch(of: caller.member, in: transaction)
            return watch.countdowns.contains { $0.isRunning } || watch.alarms.contains { $0.isVisible }
        }
    }
}
