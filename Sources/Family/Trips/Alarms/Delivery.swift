/// How far one message to one companion over one channel has come (F17).
///
/// It only goes forward: reports come twice, late and in any order.
public enum Delivery: UInt8, CaseIterable, Comparable, Hashable, Sendable {
    case queued = 0
    /// The provider did not take it, or gave it up; another report may still show that it came.
    case failed = 1
    /// The provider took it: no proof that anybody got it, and never drawn as a tick.
    case accepted = 2
    /// The device showed it: our service worker said so, or the text's own report.
    case delivered = 3
    /// Its page was opened.
    case seen = 4
    /// "I'm on it."
    case acknowledged = 5

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Where it stands after a report; a failure that is told after the provider took it is one all the same.
    public func after(_ report: Delivery) -> Delivery {
        if report == .failed { return self <= .accepted ? .failed : self }
        return max(self, report)
    }

    /// Whether a person may be shown it as arrived.
    public var hasArrived: Bool { self >= .delivered }
}
