import Family
import SQL
import Storage

/// How many texts may carry trip news in a day (F78).
///
/// They are counted apart from codes (S8) and alarms: none can use up the texts of another. Beyond these limits a
/// companion with a mail address gets a mail, and the notice is there in any case.
package struct TripNewsLimits: Sendable {
    /// From one traveller to one companion.
    package var perCompanionADay = 24
    /// From the whole hub.
    package var textsADay = 300

    package init() {}

    private static let day: Int64 = 86_400_000

    /// Whether one more text may go from a traveller to a companion.
    func mayText(
        _ companion: ID<Member>,
        about traveller: ID<Member>,
        in transaction: Transaction,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let since = now.advanced(byMilliseconds: -Self.day)
        guard try transaction.newsTexts(of: traveller, to: companion, since: since) < perCompanionADay else {
            return false
        }
        return try transaction.newsTexts(since: since) < textsADay
    }
}
