/// What was typed, as the vault judges it: all hashes are always compared, so that none takes longer (F28).
public enum PINVerdict: UInt8, CaseIterable, Hashable, Sendable {
    case wrong = 0
    case right = 1
    case duress = 2
    /// The second PIN of before, after it was given as the present one (F68): it looks wrong, as a PIN that was changed
    /// does, and calls for help all the same.
    case formerDuress = 3
}

/// Slows down guessing at a PIN: after five wrong ones in a row it locks for a minute (F31), after ten within an hour for
/// two minutes, and then for twice as long each time, an hour at most (F94).
///
/// It stops no timer, and knows no difference between the two PINs that are right: neither makes it forget the guessing.
public struct PINPad: Hashable, Sendable {
    /// Wrong ones since the last right one or the last lock.
    var wrongCount: UInt8 = 0
    /// Nothing is taken before then.
    public internal(set) var lockedUntil: Timestamp?
    /// The guesses, until an hour passed without a wrong one.
    var guessing = Guessing()

    /// Wrong ones with less than an hour between each and the next, or the end of the lock between them.
    struct Guessing: Hashable, Sendable {
        /// The last ten of them.
        var times: [Timestamp] = []
        var count: UInt8 = 0
        /// How often they locked the pad for longer than a minute.
        var lockCount: UInt8 = 0
        /// How many there were since then.
        var sinceLock: UInt8 = 0
    }

    static let wrongMax: UInt8 = 5
    static let lockedMilliseconds: Int64 = 60_000
    static let guessesMax = 10
    static let guessesTold: UInt8 = 20
    static let hourMilliseconds: Int64 = 3_600_000

    public init() {}

    /// Whether the pad takes anything now; where it does not, what was typed need not be judged.
    public func isLocked(now: Timestamp) -> Bool {
        lockedUntil.map { now < $0 } ?? false
    }

    /// Takes what was typed, where the pad is not locked; answers whether others are to hear of the guessing.
    mutating func record(_ verdict: PINVerdict, now: Timestamp) -> Bool {
        let unlockedAt = lockedUntil
        lockedUntil = nil
        guard verdict == .wrong || verdict == .formerDuress else {
            wrongCount = 0
            return false
        }
        wrongCount += 1
        let isLongLock = guessing.record(now: now, unlockedAt: unlockedAt)
        if isLongLock || wrongCount >= PINPad.wrongMax {
            wrongCount = 0
            let length = isLongLock ? guessing.lockMilliseconds : PINPad.lockedMilliseconds
            lockedUntil = now.advanced(byMilliseconds: length)
        }
        return guessing.count == PINPad.guessesTold
    }
}

extension PINPad.Guessing {
    /// For how long the last of the longer locks is.
    fileprivate var lockMilliseconds: Int64 {
        min(PINPad.lockedMilliseconds << Int64(min(lockCount, 6)), PINPad.hourMilliseconds)
    }

    /// Counts a wrong one; answers whether it locks the pad for longer than a minute.
    fileprivate mutating func record(now: Timestamp, unlockedAt: Timestamp?) -> Bool {
        if let last = times.last {
            let restedSince = max(last, unlockedAt ?? last)
            if now.milliseconds(since: restedSince) >= PINPad.hourMilliseconds { self = Self() }
        }
        times = times.suffix(PINPad.guessesMax - 1) + [now]
        count = min(count, .max - 1) + 1
        sinceLock = min(sinceLock, .max - 1) + 1
        guard times.count == PINPad.guessesMax, now.milliseconds(since: times[0]) < PINPad.hourMilliseconds,
            lockCount == 0 || sinceLock >= PINPad.wrongMax
        else { return false }
        lockCount = min(lockCount, .max - 1) + 1
        sinceLock = 0
        return true
    }
}
