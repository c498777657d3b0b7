/// A person without an account whom a member names to be called in an alarm; the domain only tells one from another.
public enum Contact: Sendable {}

/// Whether an outside contact wants to be called (F77).
///
/// Only the contact changes it, by their own link. A member asks once and never again.
public struct ContactConsent: Hashable, Sendable {
    /// How the contact answered so far.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// The question was sent, no answer yet.
        case asked
        case agreed
        case declined
        /// Agreed first, then ended it.
        case ended
    }

    public private(set) var state: State
    public let askedAt: Timestamp
    public private(set) var answeredAt: Timestamp?

    /// A question that is sent now.
    public init(askedAt: Timestamp) {
        state = .asked
        self.askedAt = askedAt
    }

    /// A consent as it was stored.
    public init(state: State, askedAt: Timestamp, answeredAt: Timestamp?) {
        self.state = state
        self.askedAt = askedAt
        self.answeredAt = answeredAt
    }

    /// Whether alarms go to the contact.
    public var isCalled: Bool { state == .agreed }

    /// Whether the contact does not want to hear from this member.
    public var isRefusal: Bool { state == .declined || state == .ended }

    /// Takes the contact's answer; false where it changes nothing.
    ///
    /// The contact may change their mind with the same link: nothing is sent for that.
    public mutating func answer(wantsCalls: Bool, now: Timestamp) -> Bool {
        let next: State =
            switch (wantsCalls, state) {
            case (true, _): .agreed
            case (false, .asked), (false, .declined): .declined
            case (false, .agreed), (false, .ended): .ended
            }
        guard next != state else { return false }
        state = next
        answeredAt = now
        return true
    }

    /// What the member's own pages show.
    ///
    /// A contact who ended it while an alarm of the duress PIN that they were told of is open looks as before: the
    /// change would show that they were told (F29).
    public func shown(isTold: Bool) -> State {
        isTold && state == .ended ? .agreed : state
    }
}

/// How many contacts a member has, and how many people they may ask (F77): asking strangers must not become harassment.
public enum ContactLimits {
    /// Contacts of one member.
    public static let most = 3
    /// People whom one member asks in a day, and in thirty days.
    public static let asksADay = 3
    public static let asksAMonth = 6
    /// Members who ask one person in thirty days; more are not sent, and are answered the same.
    public static let askersAMonth = 3
    /// The period of a month, in days.
    public static let monthDays: Int64 = 30

    /// Why a contact is not added, by how many are listed and when the member asked others; nil where nothing forbids it.
    public static func refusal(listed: Int, askedAt: [Timestamp], now: Timestamp) -> ContactRefusal? {
        if listed >= most { return .tooMany }
        var (today, month) = (0, 0)
        for at in askedAt {
            let age = now.milliseconds(since: at)
            if age < 86_400_000 { today += 1 }
            if age < monthDays * 86_400_000 { month += 1 }
        }
        return today >= asksADay || month >= asksAMonth ? .askedTooOften : nil
    }
}

/// Why a contact is not added.
public enum ContactRefusal: Error, Hashable, Sendable {
    /// Three are listed.
    case tooMany
    /// The contact said no, or ended it: they are not asked again.
    case saidNo
    /// The member asked too many people lately.
    case askedTooOften
}
