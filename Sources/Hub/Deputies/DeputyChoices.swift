import Bus
package import Family
import SQL
package import Storage

/// A deputy as a member decides about it.
package struct DeputyOffer: Hashable, Sendable {
    package var standing: DeputyStanding
    package var isHeard: Bool
    /// The decision; nil before there is one.
    package var isGuarded: Bool?
    /// Whether adults of the family decide for a child.
    package var isDecidedByGuardian = false
}

/// A deputy as the keeper is shown it.
package struct KeeperDeputy: Hashable, Sendable {
    package var offer: DeputyOffer
    /// How many members said that it guards them.
    package var members: Int
}

/// A deputy that guards a trip, as its traveller is shown it.
package struct GuardingDeputy: Hashable, Sendable {
    package var name: String
    /// When it was known to hold everything that runs of the trip; nil until then.
    package var confirmedAt: Timestamp?
    package var heardAt: Timestamp?
    package var isHeard: Bool
}

/// Members decide for each deputy: nothing is handed over before they read what its operator can read.
extension Hub {
    /// The deputies of this hub with what a member said of each, oldest first.
    ///
    /// Throws `DeputyRefusal.notFound` for an unknown member, or `StorageError`.
    package func deputies(of member: ID<Member>) async throws -> [DeputyOffer] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let person = try transaction.member(member) else { throw DeputyRefusal.notFound }
            let isChild = person.isDecidedFor(now: now)
            return try transaction.deputies().filter { $0.endedAt == nil }.map { row in
                let standing = DeputyStanding(row)
                return DeputyOffer(
                    standing: standing,
                    isHeard: standing.isHeard(now: now),
                    isGuarded: isChild
                        ? try transaction.isGuarded(person, by: row.id, now: now)
                        : try transaction.deputyChoice(of: member, by: row.id),
                    isDecidedByGuardian: isChild
                )
            }
        }
    }

    /// The deputies of this hub as its keeper sees them, oldest first.
    ///
    /// Throws `StorageError`.
    package func keeperDeputies() async throws -> [KeeperDeputy] {
        let now = outside.now()
        return try await database.read { transaction in
            try transaction.deputies().filter { $0.endedAt == nil }.map { row in
                let standing = DeputyStanding(row)
                let offer = DeputyOffer(standing: standing, isHeard: standing.isHeard(now: now), isGuarded: nil)
                return KeeperDeputy(offer: offer, members: try transaction.guardedCount(by: row.id))
            }
        }
    }

    /// Has a member guarded by a deputy, or not, once they read what its operator can read.
    ///
    /// For children of less than ten years the adults of their family decide, with what they say of themselves. Throws
    /// `DeputyRefusal`, or `StorageError`.
    package func choose(isGuarded: Bool, by id: ID<DeputyMachine>, _ member: ID<Member>) async throws {
        let (id, answer): (ID<DeputyMachine>, ID<DeputyChoice>) = (id, outside.newID())
        let now = outside.now()
        let changed = try await database.transaction { transaction in
            guard let row = try transaction.deputy(id), row.endedAt == nil,
                let person = try transaction.member(member)
            else { throw DeputyRefusal.notFound }
            guard !person.isDecidedFor(now: now) else { throw DeputyRefusal.guardianDecides }
            try transaction.setDeputyChoice(isGuarded, of: member, by: id, id: answer, now: now)
            guard !person.isChild(now: now) else { return [member] }
            return try [member] + transaction.members(of: person.family).filter { $0.isDecidedFor(now: now) }.map(\.id)
        }
        await renewEnvelopesOfAll(and: changed)
        bus.publish(changed.map { .trips($0) })
    }

    /// The deputies that guard a member, with what each holds of a trip.
    ///
    /// It follows from what the traveller's own sessions show, as the envelopes do (F28).
    func guardingDeputies(
        of person: MemberRow,
        trip: ID<Trip>?,
        watch: SafetyWatch,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [GuardingDeputy] {
        guard deputies.isNeeded else { return [] }
        let rows = try transaction.deputies().filter { row in
            try row.endedAt == nil && transaction.isGuarded(person, by: row.id, now: now)
        }
        guard !rows.isEmpty else { return [] }
        let alarms = trip.map { trip in watch.deputyPlans.filter { $0.trip == trip }.map(\.alarm) } ?? []
        let envelopes = alarms.isEmpty ? [] : try transaction.deputyEnvelopes(about: person.id)
        return rows.map { row in
            let standing = DeputyStanding(row)
            let held = alarms.map { alarm in
                envelopes.first { $0.deputy == row.id && $0.alarm == alarm && $0.endAt == nil }?.confirmedAt
            }
            return GuardingDeputy(
                name: row.name,
                confirmedAt: held.contains(nil) ? nil : held.compactMap { $0 }.max(),
                heardAt: row.heardAt,
                isHeard: standing.isHeard(now: now)
            )
        }
    }
}

extension MemberRow {
    /// Whether adults of the family decide for a child of less than ten years (F44).
    func isDecidedFor(now: Timestamp) -> Bool {
        if case .child(let childhood) = familyRole(now: now) { !childhood.agreesItself } else { false }
    }
}

extension Transaction {
    /// Whether something of a member may be handed to a deputy.
    ///
    /// For a child of less than ten years an adult of its family said yes to it, and none said no. Their "no" counts from the
    /// next trip on: what a deputy holds of a trip that runs, it keeps.
    func isGuarded(_ person: MemberRow, by deputy: ID<DeputyMachine>, now: Timestamp) throws(StorageError) -> Bool {
        if !person.isDecidedFor(now: now), let own = try deputyChoice(of: person.id, by: deputy) { return own }
        if person.isDecidedFor(now: now) {
            var choices: Set<Bool> = []
            for adult in try members(of: person.family) where !adult.isChild(now: now) {
                if let choice = try deputyChoice(of: adult.id, by: deputy) { choices.insert(choice) }
            }
            if choices == [true] { return true }
        }
        return try deputyEnvelopes(about: person.id).contains { $0.deputy == deputy && $0.endAt == nil }
    }
}
