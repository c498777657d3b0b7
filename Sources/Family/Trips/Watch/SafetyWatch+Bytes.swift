/// The watch as a row of bytes, which reads back exactly: what a store keeps, sealed, beside the deadline.
extension SafetyWatch {
    /// Some 200 bytes for a trip, 60 for each countdown and 150 for each alarm.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 512)
        row.byte(SafetyWatch.versions.upperBound)
        row.byte(pad.wrongCount)
        row.time(pad.lockedUntil)
        row.guessing(pad.guessing)
        row.optional(trip) { $0.trip($1) }
        row.list(countdowns) { $0.countdown($1) }
        row.list(alarms) { $0.alarm($1) }
        return row.bytes
    }

    /// Reads it again; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        self.init()
        guard let version = row.byte(), SafetyWatch.versions.contains(version), let wrongCount = row.byte(),
            wrongCount < PINPad.wrongMax,
            row.time(into: &pad.lockedUntil), let guessing = row.guessing(version: version),
            row.optional(into: &trip, { $0.trip(version: version) }),
            let countdowns = row.list({ $0.countdown(version: version) }),
            let alarms = row.list({ $0.alarm(version: version) }),
            row.atEnd
        else { return nil }
        pad.wrongCount = wrongCount
        pad.guessing = guessing
        self.countdowns = countdowns
        self.alarms = alarms
    }

    /// Version 1 did not know who holds an alarm, and for how long; version 2 not what one was that looks cleared;
    /// version 3 forgot what was guessed at the pad; version 4 had no device of a trip; up to version 5 the alarm of a
    /// countdown had its id.
    private static let versions: ClosedRange<UInt8> = 1...6
}

extension ByteRowWriter {
    mutating func id<Subject>(_ id: ID<Subject>) {
        fixed64(id.high)
        fixed64(id.low)
    }

    mutating func moment(_ moment: Timestamp) {
        signed(moment.milliseconds)
    }

    mutating func flag(_ flag: Bool) {
        byte(flag ? 1 : 0)
    }

    /// Exactly as it is, unlike `spot`.
    mutating func coordinate(_ coordinate: Coordinate) {
        fixed64(coordinate.latitude.bitPattern)
        fixed64(coordinate.longitude.bitPattern)
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout ByteRowWriter, Element) -> Void) {
        unsigned(UInt64(elements.count))
        for element in elements { write(&self, element) }
    }

    fileprivate mutating func guessing(_ guessing: PINPad.Guessing) {
        list(guessing.times) { $0.moment($1) }
        byte(guessing.count)
        byte(guessing.lockCount)
        byte(guessing.sinceLock)
    }

    fileprivate mutating func countdown(_ countdown: HelpCountdown) {
        id(countdown.id)
        id(countdown.alarm)
        optional(countdown.trip) { $0.id($1) }
        byte(countdown.cause.rawValue)
        moment(countdown.startedAt)
        moment(countdown.firesAt)
        switch countdown.phase {
        case .running:
            byte(0)
        case .stopped(let at):
            byte(countdown.isStoppedInAlarm ? 3 : 1)
            moment(at)
        case .fired(let at):
            byte(2)
            moment(at)
        case .missed(let at):
            byte(4)
            moment(at)
        }
    }
}

extension ByteRowReader {
    mutating func id<Subject>() -> ID<Subject>? {
        guard let high = fixed64(), let low = fixed64() else { return nil }
        return ID(high: high, low: low)
    }

    mutating func moment() -> Timestamp? {
        signed().map(Timestamp.init(milliseconds:))
    }

    mutating func flag() -> Bool? {
        guard let flag = byte(), flag < 2 else { return nil }
        return flag == 1
    }

    mutating func coordinate() -> Coordinate? {
        guard let latitude = fixed64(), let longitude = fixed64() else { return nil }
        return Coordinate(latitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude))
    }

    /// As many as are told; more than any writer writes are damage.
    mutating func list<Element>(_ read: (inout ByteRowReader) -> Element?) -> [Element]? {
        guard let count = unsigned(), count <= 4_096 else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = read(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }

    fileprivate mutating func guessing(version: UInt8) -> PINPad.Guessing? {
        var guessing = PINPad.Guessing()
        guard version > 3 else { return guessing }
        guard let times = list({ $0.moment() }), times.count <= PINPad.guessesMax, let count = byte(),
            let lockCount = byte(), let sinceLock = byte()
        else { return nil }
        (guessing.times, guessing.count) = (times, count)
        (guessing.lockCount, guessing.sinceLock) = (lockCount, sinceLock)
        return guessing
    }

    fileprivate mutating func countdown(version: UInt8) -> HelpCountdown? {
        var trip: ID<Trip>?
        guard let id = id() as ID<HelpCountdown>?,
            let alarm = version > 5 ? self.id() as ID<Alarm>? : ID(sharing: id),
            optional(into: &trip, { $0.id() }),
            let cause = byte().flatMap(HelpCountdown.Cause.init), let startedAt = moment(), let firesAt = moment(),
            let kind = byte(), let phase = countdownPhase(kind)
        else { return nil }
        var countdown = HelpCountdown(
            id: id,
            alarm: alarm,
            trip: trip,
            cause: cause,
            startedAt: startedAt,
            firesAt: firesAt,
            phase: phase
        )
        countdown.isStoppedInAlarm = kind == 3
        return countdown
    }

    private mutating func countdownPhase(_ kind: UInt8) -> HelpCountdown.Phase? {
        switch kind {
        case 0: .running
        case 1, 3: moment().map { .stopped(at: $0) }
        case 2: moment().map { .fired(at: $0) }
        case 4: moment().map { .missed(at: $0) }
        default: nil
        }
    }
}
