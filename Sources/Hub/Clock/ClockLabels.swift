import Languages

/// The words on a clock that no place may take.
package enum ClockLabels {
    private static let states: [Phrase] = ["Travelling", "Unknown", "Lost", "In Danger"]

    /// Whether a label names a state rather than a place, in any language in which a page shows it.
    package static func isReserved(_ label: String) -> Bool {
        let label = label.lowercased()
        return states.contains { state in
            Language.allCases.contains { state.text(in: $0).lowercased() == label }
        }
    }
}
