/// A moment in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds ignored as in Unix time.
@frozen
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the start of 1970, negative before it.
    public let milliseconds: Int64

    @inlinable
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// This moment moved by a number of milliseconds, held at the ends of the range instead of overflowing.
    @inlinable
    public func advanced(byMilliseconds step: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(step)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: step > 0 ? .max : .min)
    }

    /// This moment moved by a number of seconds.
    @inlinable
    public func advanced(bySeconds step: Int64) -> Timestamp {
        let (product, overflow) = step.multipliedReportingOverflow(by: 1_000)
        return advanced(byMilliseconds: overflow ? (step > 0 ? .max : .min) : product)
    }

    /// How many milliseconds this moment lies after `earlier`: negative when it lies before.
    @inlinable
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard overflow else { return difference }
        return milliseconds > earlier.milliseconds ? .max : .min
    }

    /// How many seconds this moment lies after `earlier`, with fractions.
    @inlinable
    public func seconds(since earlier: Timestamp) -> Double {
        Double(milliseconds(since: earlier)) / 1_000
    }
}
