/// A time on the wall clock, to the minute.
package struct TimeOfDay: Hashable, Comparable, Sendable {
    /// Since midnight, 0..<1440.
    package let minutes: Int

    package init(_ hour: Int, _ minute: Int) {
        precondition((0..<24).contains(hour) && (0..<60).contains(minute))
        minutes = hour * 60 + minute
    }

    /// Reads `HH:MM`; nil for anything else.
    package init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(String(decoding: parts[0], as: UTF8.self)), hour < 24,
            let minute = Int(String(decoding: parts[1], as: UTF8.self)), minute < 60
        else { return nil }
        self.init(hour, minute)
    }

    package var milliseconds: Int64 { Int64(minutes) * 60_000 }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.minutes < right.minutes
    }
}
