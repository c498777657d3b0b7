/// The hub's time of every fuzzed request.
let fuzzedAt = Timestamp(milliseconds: 1_772_352_301_000)

/// Stops the run where a report breaks its promises.
func checkFuzzed(_ report: PhoneReport) {
    precondition(report.heard == report.fixes.isEmpty)
    precondition(report.notes.count <= PhoneReport.notesMax)
    checkFuzzed(report.fixes)
}

/// Stops the run where a position is none.
func checkFuzzed(_ fixes: [Fix]) {
    for fix in fixes {
        precondition(Coordinate(latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude) != nil)
        precondition(fix.at.milliseconds > 0)
        precondition(fix.accuracyMetres.map { $0 > 0 && $0.isFinite } ?? true)
        precondition(fix.altitudeMetres?.isFinite ?? true)
        precondition(fix.speedMetresPerSecond.map { $0 >= 0 && $0.isFinite } ?? true)
        precondition(fix.courseDegrees.map { $0 >= 0 && $0 < 360 } ?? true)
        precondition(fix.batteryPercent.map { $0 >= 0 && $0 <= 100 } ?? true)
    }
}
