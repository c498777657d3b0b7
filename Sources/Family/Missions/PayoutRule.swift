/// What a mission list pays for what was not done in full (F66).
public enum PayoutRule: UInt8, CaseIterable, Hashable, Sendable {
    /// Everything, however much was done.
    case full = 1
    /// The part that was done, in whole units.
    case part = 2
    /// Nothing, unless all of it was done.
    case none = 3
    /// What an adult says each time.
    case ask = 4

    /// What is due of `whole` where `done` of `all` was done; nil where an adult has to say.
    ///
    /// What was done in full pays all of it by every rule but `ask`. Of minutes of a mission or missions of a list alike;
    /// counts below nothing are nothing, and more than all is all.
    public func payable(_ whole: Amount, done: Int64, of all: Int64) -> Amount? {
        let isWhole = done >= all
        switch self {
        case .full: return whole
        case .part where isWhole: return whole
        case .part:
            let (done, all) = (UInt128(max(0, done)), UInt128(all))
            // Whole parts first, so that no product is larger than what is shared.
            let (each, rest) = whole.units.quotientAndRemainder(dividingBy: all)
            return Amount(each * done + rest * done / all)
        case .none: return isWhole ? whole : .zero
        case .ask: return nil
        }
    }
}
