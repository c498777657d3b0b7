package import Family

/// How many texts may carry trip news in a day (F78): each traveller has a share of their own, which no one else can use
/// up (F89).
///
/// They are counted apart from codes (S8) and alarms. Beyond these limits a companion with a mail address gets a mail, and
/// the notice is there in any case. The share is counted in trips, of which both PINs leave the same: texts that an alarm
/// of the second one holds back would show that it was given (F28).
package struct TripNewsLimits: Sendable {
    /// To one companion about one trip, the last of them about its end.
    package var textsATrip = 6
    /// Trips of one traveller of which one companion gets texts.
    package var tripsADay = 8
    /// The traveller's share, in which a trip counts once for each companion.
    ///
    /// All companions of a trip that begins below it are texted.
    package var companionsADay = 40

    package init() {}

    /// Whether a traveller's share of the day has a trip left for a companion, after trips with these companions.
    package func mayText(_ companion: ID<Member>, afterTripsWith earlier: [ID<Member>]) -> Bool {
        earlier.count < companionsADay && earlier.filter { $0 == companion }.count < tripsADay
    }
}
