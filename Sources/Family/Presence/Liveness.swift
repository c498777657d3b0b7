/// Whether a fix may still be drawn as where somebody is, and not as where they were (F51).
public enum Liveness {
    /// A fix older than this is never live outside a trip.
    public static let secondsMax: Int64 = 300
    /// A fix older than this is never live on a trip.
    public static let onTripSecondsMax: Int64 = 60
    /// A fix less exact than this is never live.
    public static let accuracyMetresMax = 100.0

    /// Whether a fix of this age is live, on a trip or outside one.
    ///
    /// The age counts in whole seconds, fractions are cut off. The accuracy is a 68 % radius; where the phone gave none,
    /// 50 m are assumed.
    public static func isLive(ageSeconds: Double, accuracyMetres: Double?, isOnTrip: Bool = false) -> Bool {
        let secondsMax = isOnTrip ? onTripSecondsMax : secondsMax
        return ageSeconds < Double(secondsMax + 1) && Fix.assumedAccuracyMetres(accuracyMetres) <= accuracyMetresMax
    }
}
