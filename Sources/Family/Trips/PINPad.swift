/// What was typed, as the vault judges it: all hashes are always compared, so that none takes longer (F28).
public enum PINVerdict: UInt8, CaseIterable, Hashable, Sendable {
    case wrong = 0
    case right = 1
    case duress = 2
    /// The second PIN of before, after it was given as the present one (F68): it looks wrong, as a PIN that was changed
    /// does, and calls for help all the same.
    case formerDuress = 3
}

/// Slows down guessing at a PIN: after five wrong ones in a row it locks for a minute (F31).
///
/// It stops no timer, and knows no difference between the two PINs that are right.
public struct PINPad: Hashable, Sendable {
    /// Wrong ones since the last right one or the last lock.
    var wrongCount: UInt8 = 0
    /// Nothing is taken before then.
    public internal(set) var lockedUntil: Timestamp?

    static let wrongMax: UInt8 = 5
    static let lockedMilliseconds: Int64 = 60_000

    public init() {}

    /// Whether the pad takes anything now; where it does not, what was typed need not be judged.
    public func isLocked(now: Timestamp) -> Bool {
        lockedUntil.map { now < $0 } ?? false
    }

    /// Takes what was typed, where the pad is not locked.
    mutating func take(_ verdict: PINVerdict, now: Timestamp) {
        guard verdict == .wrong || verdict == .formerDuress else {
            self = PINPad()
            return
        }
        lockedUntil = nil
        wrongCount += 1
        guard wrongCount >= PINPad.wrongMax else { return }
        wrongCount = 0
        lockedUntil = now.advanced(byMilliseconds: PINPad.lockedMilliseconds)
    }
}
