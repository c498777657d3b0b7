/// What can happen to an occurrence of a mission.
public enum MissionEvent: Hashable, Sendable {
    /// Somebody started a countdown for it.
    case started(ID<FocusSession>, by: ID<Member>)
    /// That countdown is over, in whatever way.
    case ended(FocusSession)
    /// "It is done."
    case claim(by: ID<Member>, version: UInt32)
    /// An adult agrees; the gold is the adult's word, which only the rule `ask` takes and needs.
    case approve(version: UInt32, gold: Amount?)
    /// An adult does not agree: it is open again.
    case reject(version: UInt32)
    /// An adult takes an approval back: it waits for a decision again.
    case undo(version: UInt32)
    /// A new day has begun where its doer lives.
    case dayPassed
    /// The mission is about to be deleted.
    case removed
    /// The mission was described anew, as the context has it.
    case changed
}

/// What an event is judged by.
public struct MissionContext: Hashable, Sendable {
    public var mission: Mission
    public var settings: MissionSettings
    public var now: Timestamp
    /// The day it is for who is to do it.
    public var today: LocalDay
    /// Of those who take turns at it, who cannot: they are shut out.
    public var away: Set<ID<Member>>

    public init(
        mission: Mission,
        settings: MissionSettings,
        now: Timestamp,
        today: LocalDay,
        away: Set<ID<Member>> = []
    ) {
        self.mission = mission
        self.settings = settings
        self.now = now
        self.today = today
        self.away = away
    }
}

/// What became of an event that was not refused.
public enum MissionAnswer: Hashable, Sendable {
    /// It was taken; this is to be done, in this order.
    case taken([MissionEffect])
    /// The state moved on since the asker saw it: nothing changed (F60).
    case alreadyHandled
}

/// What an occurrence wants done.
public enum MissionEffect: Hashable, Sendable {
    /// Gold is minted.
    case pay(GoldPayment)
    /// The same gold goes back.
    case reverse(GoldPayment)
    /// Somebody is to hear of it.
    case tell(MissionNews)
    /// The mission's next occurrence.
    case follow(Occurrence)
}

/// A piece of news of an occurrence.
public enum MissionNews: Hashable, Sendable {
    /// For the adults: something waits for them.
    case claimed
    /// For its doer, as is everything that follows.
    case approved(Amount)
    case rejected
    case undone(Amount)
    /// It was done without anybody being asked.
    case done(Amount)

    /// Whether it is for the family's adults; otherwise it is for whoever did it.
    public var isForAdults: Bool { self == .claimed }
}

/// Why an occurrence does not take an event; it is as it was before.
public enum MissionRefusal: Error, Hashable, Sendable {
    /// The mission was deleted.
    case isRemoved
    /// Its day has not come.
    case notYetDue
    /// Somebody else has taken it.
    case takenByOther
    /// A countdown runs for it.
    case isRunning
    /// It is done, or lapsed.
    case isOver
    /// It waits for an adult.
    case isClaimed
    /// Nobody says that it is done.
    case notClaimed
    /// There is no approval to take back.
    case notApproved
    /// A day has passed since it was approved.
    case tooLateToUndo
    /// The rule wants an adult's word for how much.
    case goldNeeded
    /// The rule says how much, or it would be more than all of it pays.
    case wrongGold
}
