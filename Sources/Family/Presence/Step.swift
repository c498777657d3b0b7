/// One believed fix on its way through the rules.
struct Step {
    let fix: Fix
    let waypoint: Waypoint
    /// The believed fix before it.
    let previous: Waypoint?
    let scale: LocalScale
    /// The fix held back for its far jump, where this is the one that confirmed it.
    let confirmed: Waypoint?

    var at: Timestamp { fix.at }

    /// Whether this confirmed a far jump: it counts as no evidence for a place by itself.
    var relocated: Bool { confirmed != nil }

    /// Whether the fix before is so near in time that the speed between them is the speed now.
    var isDense: Bool {
        guard let previous else { return false }
        return at.milliseconds(since: previous.at) <= 60_000
    }

    var accuracy: Double { Double(waypoint.accuracy) }
}
