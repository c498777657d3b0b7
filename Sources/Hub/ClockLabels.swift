/// The words on a clock that every family has, and those that no place may take.
package enum ClockLabels {
    /// What a new clock shows beside the states.
    package static let firstSlots = ["Home", "Work", "School"]

    /// Whether a label names a state rather than a place.
    package static func isReserved(_ label: String) -> Bool {
        ["travelling", "unknown", "lost", "in danger"].contains(label.lowercased())
    }
}
