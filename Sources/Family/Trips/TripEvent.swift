/// What can happen to a trip.
///
/// Requests come from its traveller and were checked: where one needs the PIN, the right one was given.
public enum TripEvent: Hashable, Sendable {
    /// A heartbeat of the page, or of an app without a position.
    case heard(usualIntervalMilliseconds: Int64?)
    case fix(TripFix)
    /// "I'm fine" to what was asked on the way.
    case answer
    case extend(minutes: Int64)
    case arrive
    case cancel
    /// "I'm safe", which ends alarms but not the trip.
    case safe
    /// A countdown after a shake was called off.
    case shakeCalledOff
    /// The moment of `deadline` has come.
    case deadline
}

/// What a trip wants done; told in the order that it happened.
public enum TripEffect: Hashable, Sendable {
    /// For the traveller alone.
    case ask(TravellerPrompt)
    /// For every companion, as a piece of news.
    case tell(TripNews)
    /// An alarm is to be opened that was promised for a moment.
    case raise(ID<Alarm>, promisedAt: Timestamp)
    /// From now on no companion sees where the traveller is.
    case endSharing
    /// It is too late to say anything: the keeper is to look at it (F5).
    case leaveToPerson(promisedAt: Timestamp)
}

/// What companions hear of a trip; nothing in it is an alarm, and nothing says where anybody is (F22).
public enum TripNews: Hashable, Sendable {
    /// The traveller has set out.
    case started(dueAt: Timestamp)
    /// The traveller takes longer, for the first, second or third time (F13).
    case extended(minutes: Int64, dueAt: Timestamp, number: UInt8)
    /// Asked, the traveller gave the PIN and goes on.
    case goesOn(dueAt: Timestamp)
    /// Nothing was heard since a moment (F11).
    case signalLost(heardAt: Timestamp)
    case signalBack
    /// F14.
    case batteryLow(percent: Double)
    /// Asked about it, the traveller did not answer (F15).
    case longStop(since: Timestamp)
    /// Asked about it, the traveller did not answer (F15).
    case leftRoute(since: Timestamp)
    case backOnRoute
    /// The keeper ended the traveller's sessions: the traveller cannot answer until they log in again.
    case loggedOut
    /// Twenty wrong PINs: another person may have the traveller's phone (F94).
    case pinGuessed
    case arrived
    case cancelled
}

/// What only the traveller is asked or offered.
public enum TravellerPrompt: Hashable, Sendable {
    /// It is due: arrived, or more time? Over every channel (F10).
    case due(answerBy: Timestamp)
    case onTheWay(TripQuestion)
    /// F55.
    case arrival
    /// More than two shakes of this trip were called off (F25).
    case switchShakeOff
}
