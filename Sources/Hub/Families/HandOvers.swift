import Bus
import Family
import SQL
import Storage

/// Hand-overs of children to which not every guardian agreed (F87).
extension Hub {
    private static let handOversAtOnce = 64

    /// Hands over each child for which the guardians' seven days are over, and of which no trip, countdown or alarm runs.
    package func handleHandOvers() async {
        let now = safetyNow
        do {
            let due = try await database.read { try $0.guardianRequestsDue(now: now, limit: Hub.handOversAtOnce) }
            for request in due {
                do { try await handOver(request, now: outside.now()) } catch { logFailure(error) }
            }
        } catch {
            logFailure(error)
        }
    }

    private func logFailure(_ error: any Error) {
        outside.log(LogEntry(.error, "a child could not be handed over", [("reason", safeWords(error))]))
    }

    /// A request that has become impossible is dropped, and the guardian is notified.
    private func handOver(_ request: GuardianRequestRow, now: Timestamp) async throws {
        let before = try await database.read { try $0.member(request.child)?.family }
        do {
            let joined = try await database.transaction { transaction -> Joined? in
                guard let row = try transaction.member(request.child), row.disabledAt == nil else {
                    throw FamilyRefusal.notFound
                }
                let guardianship = try transaction.guardianship(of: row, now: now)
                guard try transaction.verdict(on: request, guardianship) != .never else {
                    throw FamilyRefusal.otherGuardianDecides
                }
                let isWaiting = try self.askLateGuardians(request, guardianship, in: transaction)
                return isWaiting ? nil : try self.perform(request, about: row, in: transaction, now: now)
            }
            if let joined { notify(joined) }
            if let before { await settleAdults(of: before) }
        } catch SafetyRefusal.safetyRuns {
            // It waits until that has ended.
        } catch let error where error is FamilyRefusal || error is InviteRefusal || error is MemberRefusal {
            try await database.transaction { transaction in
                try transaction.removeGuardianRequest(request.id)
                let notice = self.notice(.handOverFailed, for: request.askedBy, about: request.child)
                try transaction.addNotice(notice)
            }
            bus.publish([.notice(request.askedBy)])
        }
    }

    /// Gives guardians who came while a hand-over waited for what ran the days that all are given; whether it waits for them.
    private func askLateGuardians(
        _ request: GuardianRequestRow,
        _ guardianship: Guardianship,
        in transaction: Transaction
    ) throws -> Bool {
        guard case .together(let others) = try transaction.verdict(on: request, guardianship) else { return false }
        let end = request.askedAt.advanced(byMilliseconds: Guardianship.waitMilliseconds)
        guard let due = request.dueAt, due < end else { return false }
        let late = try others.subtracting(transaction.agreed(to: request.id))
        guard !late.isEmpty else { return false }
        try transaction.setDue(request.id, end)
        for guardian in late { try transaction.addNotice(notice(.handOverAsked, for: guardian, about: request.child)) }
        return true
    }
}
