package import Family
import SQL
import Storage

/// All that a member's own pages show of what is watched over for them, in one answer.
package struct SafetyOverview: Sendable {
    package var hasPINs: Bool
    package var face: TravellerVisibleState
    /// The newest trip, also for a quarter of an hour after its end.
    package var trip: TripReport?
    package var alarms: [AlarmReport]
    package var protection: ProtectionStatus
    /// The phones that may go along on a trip.
    package var phones: [TripPhone]
    /// Machines elsewhere that would notify the recipients if this hub were silent.
    package var deputies: [GuardingDeputy]
    /// Those who may be asked to watch and whom no channel reaches (F78).
    package var unreachable: [ID<Member>]
    /// Those who would get no text of a trip that began now: the share of the day is used up (F89).
    package var notTexted: [ID<Member>]
    /// What to dial where the member is.
    package var emergency: EmergencyAdvice
    /// Whom an alarm would reach now (F76).
    package var reach: AlarmReach
    /// The ended countdowns of which people were notified (F82).
    package var told: Set<ID<HelpCountdown>>
}

/// A phone that may go along on a trip.
package struct TripPhone: Sendable {
    package var id: ID<Device>
    package var name: String
}

extension Hub {
    /// Takes a call for help; it is on disk with its end before this returns (F1, F8), or answered as not recorded (F73).
    ///
    /// A repeat is known, whatever became of the first. Its id is known within the member's own calls alone, and the alarm's
    /// is the hub's: none can be that of another incident. A call that was lost from memory is the same alarm when it is sent
    /// again (F73). Throws `StorageError`.
    package func startCountdown(
        _ request: HelpRequest,
        by member: ID<Member>
    ) async throws -> (countdown: HelpCountdown, isTold: Bool, isRecorded: Bool) {
        let now = safetyNow
        let ((done, countdown, isTold), isRecorded) = try await database.help { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            let answer = try turn.apply(.help(request), fresh: self.alarm(of: request.id, member, in: transaction))
            let kept = turn.watch.countdowns.first { $0.id == request.id }
            let done = try turn.save(answer)
            return (done, kept, try kept.map { try self.isTold($0, turn.watch, in: transaction) } ?? false)
        }
        finish(done)
        // Of too many that run at once the last one goes: the others tell of it sooner.
        let known =
            countdown
            ?? HelpCountdown(
                id: request.id,
                alarm: outside.newID(),
                trip: nil,
                cause: request.cause,
                startedAgoMilliseconds: request.startedAgoMilliseconds,
                now: now
            )
        return (known, isTold, isRecorded)
    }

    /// The alarm of a call: the same each time, but never one that was told already.
    private func alarm(
        of call: ID<HelpCountdown>,
        _ member: ID<Member>,
        in transaction: Transaction
    ) -> ID<Alarm> {
        let known = ID<Alarm>(bytes: Array(vault.hash(request: ["alarm", call.text], by: member).prefix(16)))
        do {
            if let known, try transaction.alarm(known) == nil { return known }
        } catch {
            // An error holds up no call for help.
        }
        return outside.newID()
    }

    /// "I'm safe": cancels every countdown, the one named also where it comes only later, and clears every alarm.
    ///
    /// Returns whether anybody had been notified before: the caller's page must not conclude it by itself (F72).
    @discardableResult
    package func cancelCountdown(_ id: ID<HelpCountdown>, pin: String, by member: ID<Member>) async throws -> Bool {
        try await enter(pin, for: .safe(id), by: member)
        return try await database.read { transaction in
            let watch = try self.safetyWatch(of: member, in: transaction)
            guard let countdown = watch.countdowns.first(where: { $0.id == id }) else { return false }
            return try self.isTold(countdown, watch, in: transaction)
        }
    }

    /// What the member's own pages show (F28, F29).
    package func safetyOverview(of member: ID<Member>) async throws -> SafetyOverview {
        let now = safetyNow
        return try await database.read { transaction -> SafetyOverview in
            let (person, key, watch) = try self.traveller(member, in: transaction)
            let face = watch.travellerFace
            var trip: TripReport?
            if let own = watch.trip, own.sight(now: now) != .nothing, let row = try transaction.trip(own.id) {
                trip = try self.ownReport(row, person, key, watch: watch, in: transaction, now: now)
            }
            let hasPINs = try transaction.safetyPIN(of: member) != nil
            let drilled = try transaction.drills(by: member).compactMap(\.confirmedAt)
            let deputies = try self.guardingDeputies(of: person, trip: nil, watch: watch, in: transaction, now: now)
            let gaps = try self.companionGaps(of: member, in: transaction, now: now)
            let phones = try self.phones(of: member, in: transaction)
            let running = watch.isOnTrip ? watch.trip?.id : nil
            let known = try self.lastKnown(of: member, watch, onTrip: running, in: transaction, now: now)
            return SafetyOverview(
                hasPINs: hasPINs,
                face: face,
                trip: trip,
                alarms: try self.ownAlarms(of: member, in: transaction, now: now),
                protection: ProtectionStatus(
                    source: self.isAnyHeard(of: phones, now: now) ? .phoneApp : .screen,
                    hasPIN: hasPINs,
                    watchdog: self.settings.watchdog,
                    companionsDrilledAt: drilled.isEmpty ? [nil] : drilled.map { $0 },
                    isDeputySilent: deputies.contains { !$0.isHeard },
                    now: now
                ),
                phones: phones.map { TripPhone(id: $0.id, name: $0.name) },
                deputies: deputies,
                unreachable: gaps.unreachable,
                notTexted: gaps.notTexted,
                emergency: self.emergency(of: person, at: known.emergencyFix, now: now),
                reach: try self.reach(of: person, trip: running, in: transaction, now: now),
                told: Set(try watch.countdowns.filter { try self.isTold($0, watch, in: transaction) }.map(\.id))
            )
        }
    }
}
