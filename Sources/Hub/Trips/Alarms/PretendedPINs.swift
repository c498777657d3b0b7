import Crypto
import Family
import Storage

/// Which PIN was typed: of a level, where 0 are the true ones, and each other level was set by the second PIN of the one before.
enum PINMatch: Hashable, Sendable {
    case pin(level: Int)
    case duress(level: Int)
    case none
}

/// PINs that only look set (F68).
///
/// An attacker who gives the second PIN as the present one sees what the true one would do: a first PIN that works, a second
/// one that can be given as the present one in turn, and PINs from before that are wrong. So each such change is a level of
/// its own, and each rule is the same at every level. All of them call for help.
extension SafetyPINRow {
    /// More levels than this are not kept; the oldest goes.
    static let levelsMax = 32

    /// What a match means: the second PIN of any level but the last looks like one that was changed, and still calls.
    func verdict(_ match: PINMatch) -> PINVerdict {
        switch match {
        case .pin(let level): level == 0 ? .right : .duress
        case .duress(let level): level == pretended.count ? .duress : .formerDuress
        case .none: .wrong
        }
    }

    /// These PINs after a change with a present one, in true hashes and in tags for what is pretended.
    ///
    /// The levels after one stay, unless its second PIN is new: then they are wrong.
    func changed(
        _ present: PINMatch,
        to hashes: (first: String, second: String),
        _ tags: (first: [UInt8], second: [UInt8]),
        isSecondNew: Bool
    ) -> SafetyPINRow {
        var changed = self
        switch present {
        case .pin(level: 0):
            changed.pinHash = hashes.first
            if isSecondNew { (changed.duressHash, changed.pretended) = (hashes.second, []) }
        case .pin(let level):
            changed.pretended[level - 1].pin = tags.first
            guard isSecondNew else { break }
            changed.pretended[level - 1].duress = tags.second
            changed.pretended.removeSubrange(level...)
        case .duress:
            changed.pretended.append(Pretended(pin: tags.first, duress: tags.second))
            changed.pretended = Array(changed.pretended.suffix(Self.levelsMax))
        case .none: break
        }
        return changed
    }

    /// The PINs after a reset that names no second one: every first PIN of before is wrong, every second one looks so.
    func reset(to pinHash: String, noise: () -> [UInt8]) -> SafetyPINRow {
        var changed = self
        changed.pinHash = pinHash
        changed.pretended = pretended.map { Pretended(pin: noise(), duress: $0.duress) }
        changed.pretended.append(Pretended(pin: noise(), duress: noise()))
        changed.pretended = Array(changed.pretended.suffix(Self.levelsMax))
        return changed
    }
}

extension Vault {
    /// The form in which a PIN that only looks set is kept.
    func tag(pin: String, of member: ID<Member>) -> [UInt8] {
        keys.tokens.authenticate(Purpose.pretendedPIN.binding(member.bytes + Array(pin.utf8)))
    }

    /// The PIN that was typed: one that is accepted before one that is not, of lower levels first.
    func match(of typed: String, of member: ID<Member>, with pins: SafetyPINRow) -> PINMatch {
        let isRight = verify(password: typed, hash: pins.pinHash)
        let isDuress = verify(password: typed, hash: pins.duressHash)
        let tag = tag(pin: typed, of: member)
        guard !isRight else { return .pin(level: 0) }
        if let level = pins.pretended.firstIndex(where: { $0.pin == tag }) { return .pin(level: level + 1) }
        if let level = pins.pretended.lastIndex(where: { $0.duress == tag }) { return .duress(level: level + 1) }
        return isDuress ? .duress(level: 0) : .none
    }
}
