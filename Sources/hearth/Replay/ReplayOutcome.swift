import PhoneProtocols
import Replay

/// What came of a replay, for people and as JSON.
struct ReplayOutcome: Encodable {
    let app: String
    /// In the files, fit to be sent.
    let fixes: Int
    /// Acknowledged by the hub, which means stored.
    let sent: Int
    let requests: Int
    let retries: Int
    /// What the reader left out, by reason.
    let refused: [String: Int]
    /// False where a file breaks off or is damaged.
    let whole: Bool
    let times: String
    let oldestSeconds: Double
    let seconds: Double
    private let timesSentence: String
    private let reasonsText: String

    private enum CodingKeys: String, CodingKey {
        case app, fixes, sent, requests, retries, refused, whole, times, oldestSeconds, seconds
    }

    init(
        _ order: ReplayOrder,
        _ tracks: [TrackFile],
        _ timetable: Timetable,
        _ tally: Playback.Tally,
        milliseconds: Int64
    ) {
        app = order.app.rawValue
        fixes = timetable.entries.count
        sent = tally.sent
        requests = tally.answers
        retries = tally.retries
        refused = Dictionary(uniqueKeysWithValues: refusals(tracks).map { ("\($0.key)", $0.value) })
        whole = tracks.allSatisfy(\.isWhole)
        times = timetable.times.rawValue
        oldestSeconds = Double(timetable.oldestMilliseconds) / 1_000
        seconds = Double(milliseconds) / 1_000
        timesSentence = timesText(timetable)
        reasonsText = reasons(tracks)
    }

    /// Prints it to standard output.
    func show(asJSON: Bool) throws {
        if asJSON { return try json(self) }
        let again = retries > 0 ? ", \(retries) sent again" : ""
        result("sent     \(sent) of \(fixes) fixes; \(requests) requests stored\(again)")
        result("left out \(reasonsText.isEmpty ? "nothing" : String(reasonsText.dropFirst(2)))")
        if !whole { result("a file breaks off; what stood before the break was used") }
        result(timesSentence)
        result("took     \(durationText(Int64(seconds * 1_000)))")
    }
}

/// Why points were left out, as the end of a sentence: `: 358 without a time, 1 off the globe`; empty where none was.
func reasons(_ tracks: [TrackFile]) -> String {
    let counted = refusals(tracks)
    let parts = TrackFile.Refusal.allCases.compactMap { refusal in
        counted[refusal].map { "\($0) \(words(refusal))" }
    }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
}

private func refusals(_ tracks: [TrackFile]) -> [TrackFile.Refusal: Int] {
    tracks.reduce(into: [:]) { all, track in all.merge(track.refusals, uniquingKeysWith: +) }
}

private func words(_ refusal: TrackFile.Refusal) -> String {
    switch refusal {
    case .noPosition: "without a position"
    case .offTheGlobe: "off the globe"
    case .noTime: "without a time"
    case .impossibleTime: "with an impossible time"
    case .unreadable: "unreadable"
    }
}
