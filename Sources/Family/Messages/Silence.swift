/// When those who watch somebody are told that nothing is heard of them, or that their battery runs low.
///
/// It decides on what a viewer sees alone, so that it cannot tell a pause from a phone without signal (F39).
public struct Silence: Hashable, Sendable {
    /// What a viewer is told now.
    public enum News: Hashable, Sendable {
        case quiet
        case lowBattery
    }

    /// The time of the newest fix after which silence was told of, or was too old to be told.
    public var quietSince: Timestamp?
    /// Whether a low battery was told of, and not seen charged since.
    public var isBatteryTold: Bool

    /// At this charge and below a battery is low (F14).
    public static let lowPercent = 15.0
    /// Above this one it counts as charged again.
    public static let chargedPercent = 25.0

    public init(quietSince: Timestamp? = nil, isBatteryTold: Bool = false) {
        self.quietSince = quietSince
        self.isBatteryTold = isBatteryTold
    }

    /// What is news to a viewer who watches for both; each is told once, and nothing that is older than ten minutes.
    ///
    /// `view` is what the viewer sees now; while they may not find the member at all, `isHidden`, nothing is told. After
    /// `lostAfterMilliseconds` without a fix a member is lost.
    public mutating func news(
        _ view: PresenceView,
        isHidden: Bool,
        now: Timestamp,
        lostAfterMilliseconds: Int64
    ) -> [News] {
        var news: [News] = []
        if view.state == .lost, let since = view.since, since != quietSince {
            quietSince = since
            let late = now.milliseconds(since: since) - lostAfterMilliseconds
            if !isHidden, late <= Presence.eventAgeMillisecondsMax { news.append(.quiet) }
        }
        guard !isHidden, let percent = view.batteryPercent, let age = view.ageSeconds,
            age * 1_000 <= Presence.eventAgeMillisecondsMax
        else { return news }
        if percent <= Silence.lowPercent, !isBatteryTold {
            isBatteryTold = true
            news.append(.lowBattery)
        } else if percent > Silence.chargedPercent {
            isBatteryTold = false
        }
        return news
    }
}
