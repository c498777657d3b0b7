/// The device that counts on a trip (F83).
extension SafetyWatch {
    /// Whether the trip counts what a device reports: any until one is the trip's.
    ///
    /// Everything that a report moves asks this first.
    public func counts(_ device: ID<Device>) -> Bool {
        trip?.device.map { $0 == device } ?? true
    }

    /// Makes a device the trip's.
    ///
    /// An ended trip takes one too: behind the duress PIN it goes on.
    public mutating func choose(_ device: ID<Device>) {
        trip?.device = device
    }

    /// Makes the device the trip's that went along all the time, nil where none had left where it was; it was heard last
    /// at that moment.
    public mutating func goBack(
        to device: ID<Device>?,
        heardAt: Timestamp,
        patienceMilliseconds: Int64,
        now: Timestamp
    ) {
        trip?.device = device
        // What another device sent since explains no silence; one that lasts too long already is news at once.
        trip?.signal = TripSignal(heardAt: heardAt, patienceMilliseconds: patienceMilliseconds, now: now)
    }
}

extension Trip {
    /// How the signal would stand if a device of that patience had been heard then for the last time.
    public func reading(ifHeardAt at: Timestamp, patienceMilliseconds: Int64, now: Timestamp) -> TripSignal.Reading {
        let silence = now.milliseconds(since: at)
        if !hasEnded, silence >= patienceMilliseconds { return .lost }
        return silence > TripSignal.delayedMilliseconds ? .delayed : .heard
    }
}

extension Fix {
    private static let awayMetres = 200.0

    /// Whether a device has surely left where it was: of several of a traveller's the first to do so is the trip's.
    public func isAway(from start: Fix) -> Bool {
        let metres = coordinate.distanceMetres(to: start.coordinate)
        return metres > Fix.awayMetres + assumedAccuracyMetres + start.assumedAccuracyMetres
    }
}
