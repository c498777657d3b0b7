import Family

/// How often a phone app is asked to report, in the answer to what it sent.
///
/// Nothing tells an app's own settings but by a message that holds its password too, which nobody asks for: what its
/// messages say in passing is what it is set back to, and the app's own standard elsewhere.
package enum PhonePace: Hashable, Sendable {
    /// Every five seconds, while a trip or an alarm is watched over.
    case hurried
    /// As before, in the words of ``OwnTracks/usualPace(_:)`` or ``Overland/usualPace(everyMilliseconds:)``.
    case usual(String)
}

extension OwnTracks {
    /// The ways of reporting that are changed: what is set to be quiet, or to report by hand alone, stays so.
    private static let modes = 1...2
    private static let moveMode = 2
    private static let hurriedSeconds: Int64 = 5
    /// What the apps use in their move mode until somebody says otherwise.
    private static let standardSeconds: (android: Int64, other: Int64) = (30, 180)

    /// How a phone reports now, as far as its message says it; nil for one that is to be left alone.
    package static func usualPace(_ report: PhoneReport) -> String? {
        let mode = report.monitoringMode ?? modes.lowerBound
        return modes.contains(mode) ? "\(mode)" : nil
    }

    /// The command that changes how often a phone reports; nil for words that are none of ``usualPace(_:)``.
    ///
    /// Phones obey where their owner allowed remote commands and configuration; the others take no notice.
    package static func answer(friends: [Friend], pace: PhonePace, isAndroid: Bool) -> [UInt8]? {
        let mode: Int
        switch pace {
        case .hurried: mode = moveMode
        case .usual(let word):
            guard let known = Int(word), modes.contains(known) else { return nil }
            mode = known
        }
        let standard = isAndroid ? standardSeconds.android : standardSeconds.other
        let seconds = pace == .hurried ? hurriedSeconds : standard
        return answer(friends: friends) { answer in
            answer.object { command in
                command.text("_type", "cmd")
                command.text("action", "setConfiguration")
                command.object("configuration") { configuration in
                    configuration.text("_type", "configuration")
                    configuration.number("monitoring", Int64(mode))
                    // The interval of Android's move mode has a name of its own; iOS has one for all.
                    configuration.number(isAndroid ? "moveModeLocatorInterval" : "locatorInterval", seconds)
                }
            }
        }
    }
}

extension Overland {
    /// What may be chosen on the phone, in seconds.
    private static let intervals: [(word: String, seconds: Double)] = [
        ("1s", 1), ("5s", 5), ("10s", 10), ("15s", 15), ("30s", 30), ("1m", 60), ("2m", 120), ("5m", 300),
        ("10m", 600), ("30m", 1_800),
    ]
    private static let hurried = "5s"

    /// The choice nearest to how often a phone sends; nil for one that sends as often as on a trip already.
    ///
    /// A phone that is heard for the first time is taken to send every minute.
    package static func usualPace(everyMilliseconds: Int64?) -> String? {
        let seconds = max(1, Double(everyMilliseconds ?? 60_000) / 1_000)
        // By the ratio: 40 s are nearer to 30 than to 60.
        let nearest = intervals.min { ratio($0.seconds, seconds) < ratio($1.seconds, seconds) }
        guard let nearest, nearest.seconds > 5 else { return nil }
        return nearest.word
    }

    /// The answer that also sets how often the phone sends; nil for words that are none of ``usualPace``.
    package static func answer(pace: PhonePace) -> [UInt8]? {
        let word: String
        switch pace {
        case .hurried: word = hurried
        case .usual(let usual): word = usual
        }
        guard intervals.contains(where: { $0.word == word }) else { return nil }
        var writer = JSONWriter()
        writer.object { answer in
            answer.text("result", "ok")
            answer.object("set") { $0.text("send_interval", word) }
        }
        return writer.bytes
    }

    private static func ratio(_ one: Double, _ other: Double) -> Double { max(one / other, other / one) }
}
