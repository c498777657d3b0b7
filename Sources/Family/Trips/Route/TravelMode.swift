/// How somebody means to travel.
public enum TravelMode: UInt8, CaseIterable, Sendable {
    case walk = 1
    case cycle = 2
    case drive = 3
    /// By bus and train, and on foot between them.
    case transit = 4
}
