/// How patient a trip is: each time within the range that it may have.
public struct TripSettings: Hashable, Sendable {
    /// From the expected arrival until the traveller is asked (F10).
    public let graceMinutes: Int64
    /// From that question until the companions are alarmed (F10).
    public let answerMinutes: Int64
    /// Without a sign of life until the companions are told (F11).
    public let silenceMinutes: Int64

    /// What everybody begins with: 15, 5 and 5 minutes.
    public static let usual = TripSettings()

    /// Nil where a time lies outside its range: 5 to 60, 2 to 15 and 2 to 30 minutes.
    public init?(graceMinutes: Int64, answerMinutes: Int64, silenceMinutes: Int64) {
        guard 5...60 ~= graceMinutes, Self.answerMinutesMin...15 ~= answerMinutes, 2...30 ~= silenceMinutes else {
            return nil
        }
        self.graceMinutes = graceMinutes
        self.answerMinutes = answerMinutes
        self.silenceMinutes = silenceMinutes
    }

    private init() {
        graceMinutes = 15
        answerMinutes = 5
        silenceMinutes = 5
    }

    /// The shortest time for an answer; also what is left of it when the hub asks late.
    static let answerMinutesMin: Int64 = 2
}

extension Timestamp {
    /// This moment moved by a number of minutes.
    func advanced(byMinutes step: Int64) -> Timestamp {
        advanced(bySeconds: step * 60)
    }
}
