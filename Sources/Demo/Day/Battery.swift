/// How full a phone is over the day, which repeats: straight lines between known times.
package struct Battery: Sendable, Equatable {
    /// One known charge, 0...100.
    package struct Charge: Sendable, Equatable {
        package let at: TimeOfDay
        package let percent: Double

        /// So much at a time of day.
        package init(_ hour: Int, _ minute: Int, percent: Double) {
            at = TimeOfDay(hour, minute)
            self.percent = percent
        }
    }

    private let charges: [Charge]

    /// Needs at least one charge; times grow.
    package init(_ charges: [Charge]) {
        precondition(!charges.isEmpty && zip(charges, charges.dropFirst()).allSatisfy { $0.at < $1.at })
        self.charges = charges
    }

    /// The charge at a millisecond of the day.
    package func percent(at millisecond: Int64) -> Double {
        let next = charges.firstIndex { $0.at.milliseconds > millisecond } ?? charges.count
        let before = charges[next > 0 ? next - 1 : charges.count - 1]
        let after = charges[next < charges.count ? next : 0]
        let whole: Int64 = 86_400_000
        let length = (after.at.milliseconds - before.at.milliseconds + whole) % whole
        guard length > 0 else { return before.percent }
        let gone = (millisecond - before.at.milliseconds + whole) % whole
        return before.percent + (after.percent - before.percent) * Double(gone) / Double(length)
    }

    /// Whether the phone is on.
    package func isOn(at millisecond: Int64) -> Bool {
        percent(at: millisecond) >= 0.5
    }
}
