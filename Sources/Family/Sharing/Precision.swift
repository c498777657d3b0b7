/// How much of a subject one viewer sees; each level includes the ones before it.
public enum Precision: UInt8, CaseIterable, Comparable, Sendable {
    /// Nothing.
    case off = 0
    /// State, place label and since when.
    case place = 1
    /// Also a 1 km cell, motion and battery.
    case coarse = 2
    /// Also position, accuracy, speed, course, and the track of the last 24 hours.
    case exact = 3

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
