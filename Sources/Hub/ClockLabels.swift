/// The words on a clock that no place may take.
package enum ClockLabels {
    /// Whether a label names a state rather than a place.
    package static func isReserved(_ label: String) -> Bool {
        ["travelling", "unknown", "lost", "in danger"].contains(label.lowercased())
    }
}
