/// What companions must not miss of a trip (F78).
extension TripNews {
    /// A turn of the trip that reaches each companion by every channel and stands in their notices.
    public enum Milestone: CaseIterable, Hashable, Sendable {
        case started
        case delayed
        case loggedOut
        case pinGuessed
        case arrived
        case ended
    }

    /// The milestone; nil for signs from the way, which browsers alone show.
    public var milestone: Milestone? {
        switch self {
        case .started: .started
        case .extended, .goesOn: .delayed
        case .loggedOut: .loggedOut
        case .pinGuessed: .pinGuessed
        case .arrived: .arrived
        case .cancelled: .ended
        case .signalLost, .signalBack, .batteryLow, .longStop, .leftRoute, .backOnRoute: nil
        }
    }

    /// Whether the traveller said it, with a PIN: somebody may have made them.
    public var isWordOfTraveller: Bool {
        switch self {
        case .extended, .goesOn, .arrived, .cancelled: true
        case .started, .signalLost, .signalBack, .batteryLow, .longStop, .leftRoute, .backOnRoute, .loggedOut,
            .pinGuessed:
            false
        }
    }
}

extension SafetyWatch {
    /// Whether companions of a trip were told that its traveller may be forced, and nobody has seen them safe since.
    ///
    /// Until then no PIN makes the traveller's word true to companions: who forced one PIN may have forced the other.
    public func isForced(on trip: ID<Trip>) -> Bool {
        alarms.contains { $0.trip == trip && $0.isOpen && $0.isUnderDuress }
    }

    /// The alarms of a trip, open and over.
    public func alarms(of trip: ID<Trip>) -> Set<ID<Alarm>> {
        Set(alarms.filter { $0.trip == trip }.map { $0.id })
    }
}
