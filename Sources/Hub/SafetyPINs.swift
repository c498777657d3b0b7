import Bus
import Crypto
package import Family
import SQL
import Storage

extension Hub {
    /// More characters than any PIN has are not hashed.
    private static let typedMax = 64

    /// Whether a member has set a PIN; whether there is a second one is told nowhere (F30).
    package func hasPINs(_ member: ID<Member>) async throws -> Bool {
        try await database.read { try $0.safetyPIN(of: member) != nil }
    }

    /// Replaces both PINs; without a second one, chance takes its place, so that it looks alike (F30).
    ///
    /// Throws `ProofRefusal` without a proof of the last five minutes, `SafetyRefusal.pinsUnusable`, `.safetyRuns` where
    /// something runs that the PIN of before is to end, or `StorageError`.
    package func setPINs(of visitor: Visitor, pin: String, duress: String?) async throws {
        try await requireRecentProof(visitor)
        guard SafetyPIN(pin) != nil, duress.map({ SafetyPIN($0) != nil }) ?? true, duress != pin else {
            throw SafetyRefusal.pinsUnusable
        }
        let second = duress ?? SecureRandom.token(bits: 256)
        let vault = vault
        let hashes = await slowWork.run { (vault.hash(password: pin), vault.hash(password: second)) }
        guard let (first, other) = hashes, let first, let other else { throw SafetyRefusal.busy }
        let member = visitor.member
        try await database.transaction { transaction in
            let watch = try self.safetyWatch(of: member, in: transaction)
            let isSet = try transaction.safetyPIN(of: member) != nil
            guard !isSet || !watch.needsPIN else { throw SafetyRefusal.safetyRuns }
            try transaction.setSafetyPIN(SafetyPINRow(pinHash: first, duressHash: other), of: member)
        }
        bus.publish([.trips(member)])
    }

    /// Takes a request that only the PIN lets through (F31, F32).
    ///
    /// Both PINs are answered alike and take as long (F28). Throws `SafetyRefusal`, or `StorageError`.
    package func enter(_ pin: String, for request: PINRequest, by member: ID<Member>) async throws {
        let verdict = try await verdict(on: pin, of: member)
        try await take(.entered(verdict, for: request), of: member).get(now: safetyNow)
    }

    /// Lets pass whoever wants to weaken what protects them, where nothing runs or the PIN came along (F32).
    ///
    /// Throws `SafetyRefusal.pinNeeded` without one, as ``enter(_:for:by:)`` does otherwise, or `StorageError`.
    package func requirePIN(_ visitor: Visitor, for request: PINRequest = .weaken) async throws {
        let member = visitor.member
        let (needsPIN, lockedUntil) = try await database.read { transaction in
            guard try transaction.safetyWatch(of: member)?.isActive ?? false else { return (false, nil as Timestamp?) }
            let watch = try self.safetyWatch(of: member, in: transaction)
            return (watch.needsPIN, watch.pad.lockedUntil)
        }
        guard needsPIN else { return }
        let now = safetyNow
        if let lockedUntil, now < lockedUntil { try SafetyAnswer.locked(until: lockedUntil).get(now: now) }
        guard let pin = visitor.pin else { throw SafetyRefusal.pinNeeded }
        try await enter(pin, for: request, by: member)
    }

    /// What was typed, judged: both hashes are always compared (F28); while the pad is locked nothing is looked at.
    private func verdict(on pin: String, of member: ID<Member>) async throws -> PINVerdict {
        let now = safetyNow
        let (pins, pad) = try await database.read { transaction in
            (try transaction.safetyPIN(of: member), try self.safetyWatch(of: member, in: transaction).pad)
        }
        guard let pins else { throw SafetyRefusal.pinsNotSet }
        if let until = pad.lockedUntil, pad.isLocked(now: now) { try SafetyAnswer.locked(until: until).get(now: now) }
        let typed = String(pin.prefix(Hub.typedMax))
        let vault = vault
        let judged = await pinWork.run {
            let isRight = vault.verify(password: typed, hash: pins.pinHash)
            let isDuress = vault.verify(password: typed, hash: pins.duressHash)
            return isRight ? PINVerdict.right : isDuress ? .duress : .wrong
        }
        guard let judged else { throw SafetyRefusal.busy }
        return judged
    }
}
