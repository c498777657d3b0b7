import Family
import SQL
import Storage

/// A deputy that is gone would raise no alarm, and says so to no one itself.
extension Hub {
    /// Tells the keepers, once a silence, of a deputy that is not heard for five minutes; where that could not be written, it is
    /// tried again at the next look.
    func tellOfSilentDeputies() async {
        let now = outside.now()
        do {
            let rows = try await database.read { try $0.deputies() }.filter { $0.endedAt == nil }
            let silent = deputies.silent(of: rows, now: now)
            if !deputies.areTold(silent) {
                outside.log(LogEntry(.warning, "a deputy is not heard"))
                guard await tellKeepers(.deputySilent) else { return }
            }
            deputies.noteTold(silent)
        } catch {
            outside.log(LogEntry(.error, "deputies could not be looked at", [("reason", safeWords(error))]))
        }
    }
}
