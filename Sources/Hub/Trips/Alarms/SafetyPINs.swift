import Bus
package import Family
import Languages
import SQL
import Storage

extension Hub {
    /// How long a first PIN waits while an alarm or countdown runs.
    private static let firstPINMilliseconds: Int64 = 60_000
    /// More characters than any PIN has are not hashed.
    private static let typedMax = 64

    /// Whether a member has set a PIN; whether there is a second one is told nowhere (F30).
    package func hasPINs(_ member: ID<Member>) async throws -> Bool {
        try await database.read { try $0.safetyPIN(of: member) != nil }
    }

    /// Sets the first PIN, or changes both with the present one; nobody sees which of the two was given (F68).
    ///
    /// Without `duress` the second PIN stays as it is, or is removed where that is asked for; chance takes its place, so
    /// that it looks alike (F30). The second PIN as the present one changes neither: what was set does from then on what
    /// the second one did, and the second one looks like a PIN that was changed and still calls for help. A
    /// first PIN waits a minute while an alarm or countdown runs (F93). Throws `ProofRefusal` without a proof of the last five
    /// minutes, `SafetyRefusal`, or `StorageError`.
    package func setPINs(
        of caller: AuthenticatedSession,
        present: String? = nil,
        pin: String,
        duress: String?,
        removesDuress: Bool = false,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws {
        try await requireRecentProof(caller)
        guard areUsable(pin, duress) else { throw SafetyRefusal.pinsUnusable }
        let member = caller.member
        guard try await hasPINs(member) else { return try await setFirstPINs(pin, duress, of: member, from: origin) }
        guard let present = present ?? caller.pin else { throw SafetyRefusal.pinNeeded }
        // The same work for both PINs (F28), and none after the verdict that could fail: the second one calls for help.
        let new = (pin, duress ?? newToken())
        let (match, before, hashes) = try await match(of: present, of: member, hashing: new)
        let tags = (first: vault.tag(pin: pin, of: member), second: vault.tag(pin: new.1, of: member))
        let isSecondNew = duress != nil || removesDuress
        let pins = before.changed(match, to: hashes, tags, isSecondNew: isSecondNew)
        let (verdict, now) = (before.verdict(match), safetyNow)
        let (done, runs) = try await database.transaction { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            let runs = turn.watch.needsPIN
            guard try transaction.safetyPIN(of: member) == before else { throw SafetyRefusal.busy }
            let answer = try turn.apply(.entered(verdict, for: .weaken))
            if answer == .done, !runs { try turn.change(pins) }
            turn.isNewsForTraveller = true
            return (try turn.save(answer), runs)
        }
        finish(done)
        try done.answer.get(now: now)
        guard !runs else { throw SafetyRefusal.safetyRuns }
        note(.pinsChanged, member, from: origin)
    }

    /// Sets the first PINs, and tells of it as of a change (F93).
    ///
    /// While an alarm or countdown runs that no PIN guards yet, the holder of the phone could end it by a PIN of their own:
    /// these wait a minute, as a reset does, in which every session, the number and the mail can cancel them.
    private func setFirstPINs(
        _ pin: String,
        _ duress: String?,
        of member: ID<Member>,
        from origin: RequestOrigin
    ) async throws {
        let hashes = try await hashedPINs(pin, duress ?? newToken())
        let now = safetyNow
        let waits = try await database.transaction { transaction in
            // Another session was faster: the present PIN is needed now.
            guard let row = try transaction.member(member), try transaction.safetyPIN(of: member) == nil else {
                throw SafetyRefusal.pinNeeded
            }
            guard try self.safetyWatch(of: member, in: transaction).needsPIN else {
                try transaction.setSafetyPIN(
                    SafetyPINRow(pinHash: hashes.first, duressHash: hashes.second),
                    of: member
                )
                try transaction.removePINReset(of: member)
                try self.tellEverywhere(.pinsChanged, self.pinsChangedText, to: row, in: transaction)
                return false
            }
            let reset = PINResetRow(
                member: member,
                pinHash: hashes.first,
                duressHash: hashes.second,
                requestedAt: now,
                readyAt: now.advanced(byMilliseconds: Hub.firstPINMilliseconds)
            )
            try self.addPINReset(
                reset,
                .firstPINWaits,
                "Hearth: a PIN was set during your alarm. It applies in 1 minute.",
                to: row,
                in: transaction
            )
            return true
        }
        bus.publish([.notice(member), .trips(member)])
        ringOutbox()
        note(waits ? .pinResetRequested : .pinsChanged, member, from: origin)
    }

    /// Four to eight digits each, and not the same twice.
    func areUsable(_ pin: String, _ duress: String?) -> Bool {
        SafetyPIN(pin) != nil && duress.map { SafetyPIN($0) != nil } ?? true && duress != pin
    }

    /// The hashes of a PIN and of what is stored as the second one.
    func hashedPINs(_ pin: String, _ second: String) async throws -> (first: String, second: String) {
        let vault = vault
        let hashes = await slowWork.run { (vault.hash(password: pin), vault.hash(password: second)) }
        guard let (first, other) = hashes, let first, let other else { throw SafetyRefusal.busy }
        return (first, other)
    }

    /// Takes a request that only the PIN lets through (F31, F32).
    ///
    /// Both PINs are answered alike and take as long (F28). Throws `SafetyRefusal`, or `StorageError`.
    package func enter(_ pin: String, for request: PINRequest, by member: ID<Member>) async throws {
        let (match, pins, _) = try await match(of: pin, of: member)
        let verdict = pins.verdict(match)
        try await apply(.entered(verdict, for: request), of: member).get(now: safetyNow)
    }

    /// Lets pass whoever wants to weaken what protects them, where nothing runs or the PIN came along (F32).
    ///
    /// Throws `SafetyRefusal.pinNeeded` without one, as ``enter(_:for:by:)`` does otherwise, or `StorageError`.
    package func requirePIN(_ caller: AuthenticatedSession, for request: PINRequest = .weaken) async throws {
        let member = caller.member
        let (needsPIN, lockedUntil) = try await database.read { transaction in
            guard try transaction.safetyWatch(of: member)?.isActive ?? false else { return (false, nil as Timestamp?) }
            let watch = try self.safetyWatch(of: member, in: transaction)
            return (watch.needsPIN, watch.pad.lockedUntil)
        }
        guard needsPIN else { return }
        let now = safetyNow
        if let lockedUntil, now < lockedUntil { try SafetyAnswer.locked(until: lockedUntil).get(now: now) }
        guard let pin = caller.pin else { throw SafetyRefusal.pinNeeded }
        try await enter(pin, for: request, by: member)
    }

    /// What was typed, compared with all PINs, always (F28); while the pad is locked nothing is looked at.
    ///
    /// With it new ones are hashed, unless it looks wrong; then the hashes are empty.
    private func match(
        of pin: String,
        of member: ID<Member>,
        hashing new: (first: String, second: String)? = nil
    ) async throws -> (match: PINMatch, before: SafetyPINRow, hashes: (first: String, second: String)) {
        let now = safetyNow
        let (pins, pad) = try await database.read { transaction in
            (try transaction.safetyPIN(of: member), try self.safetyWatch(of: member, in: transaction).pad)
        }
        guard let pins else { throw SafetyRefusal.pinsNotSet }
        if let until = pad.lockedUntil, pad.isLocked(now: now) { try SafetyAnswer.locked(until: until).get(now: now) }
        let typed = String(pin.prefix(Hub.typedMax))
        let vault = vault
        let judged = await pinWork.run(for: member) { () -> (PINMatch, String?, String?) in
            let match = vault.match(of: typed, of: member, with: pins)
            let looksRight = [.right, .duress].contains(pins.verdict(match))
            guard let new, looksRight else { return (match, "", "") }
            return (match, vault.hash(password: new.first), vault.hash(password: new.second))
        }
        guard case (let match, let first?, let second?)? = judged else { throw SafetyRefusal.busy }
        return (match, pins, (first, second))
    }
}

extension SafetyTransaction {
    /// Writes other PINs and tells everybody, the same whichever PIN was given.
    fileprivate mutating func change(_ pins: SafetyPINRow) throws {
        try transaction.setSafetyPIN(pins, of: member)
        try transaction.removePINReset(of: member)
        try hub.tellEverywhere(.pinsChanged, hub.pinsChangedText, to: person, in: transaction)
        events.insert(.notice(member))
        hasMessages = true
    }
}
