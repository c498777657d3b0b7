/// How much companions see of a trip (F50, F55).
public enum TripVisibility: UInt8, Hashable, Sendable {
    /// All of it, with where the traveller is.
    case live = 1
    /// That and how it ended, for a quarter of an hour.
    case ending = 2
    case nothing = 3

    public static let endingMilliseconds: Int64 = 15 * 60_000
}

extension SafetyWatch {
    /// How much an observer sees of a trip; an alarm of that trip shows more than the trip does.
    ///
    /// `told` are the alarms under duress that the observer is a recipient of: those go on showing the trip, whatever
    /// the traveller's own screens say (F29). For anybody else there is no such alarm (F67).
    public func sight(of id: ID<Trip>, now: Timestamp, told: Set<ID<Alarm>>) -> TripVisibility {
        let isShown = alarms.contains { alarm in
            alarm.trip == id && alarm.sharesPosition(now: now) && (!alarm.isUnderDuress || told.contains(alarm.id))
        }
        if isShown { return .live }
        guard let trip, trip.id == id else { return .nothing }
        return trip.sight(now: now)
    }
}

extension Trip {
    /// How much they see by the trip alone.
    public func sight(now: Timestamp) -> TripVisibility {
        if case .ended(_, let at) = phase {
            return now.milliseconds(since: at) < TripVisibility.endingMilliseconds ? .ending : .nothing
        }
        return now < startedAt.advanced(byMinutes: Trip.lengthMinutesMax) ? .live : .nothing
    }
}
