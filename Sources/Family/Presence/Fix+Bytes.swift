/// A fix as it is kept: with its receipt time and what was found out about it.
public struct FixRecord: Hashable, Sendable {
    public var fix: Fix
    public var receivedAt: Timestamp
    public var marks: FixMarks

    public init(fix: Fix, receivedAt: Timestamp, marks: FixMarks) {
        self.fix = fix.rounded
        self.receivedAt = receivedAt
        self.marks = marks
    }

    /// A fix that is as exact as it is kept already.
    init(asKept fix: Fix, receivedAt: Timestamp, marks: FixMarks) {
        self.fix = fix
        self.receivedAt = receivedAt
        self.marks = marks
    }

    /// The row: 18 bytes for a bare position, some 28 with everything a phone tells.
    ///
    /// Coordinates are exact to 1e-7 degree, times to the millisecond, accuracy and altitude to 0.1 m, speed to
    /// 0.01 m/s, course to 0.01 degree, battery to 0.1 percent.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 40)
        // Four marks, the version, and the fifth mark on top; the version says the sixth.
        let version = marks.contains(.hidden) ? FixRecord.hiddenVersion : FixRecord.version
        row.byte((marks.rawValue & 0x10) << 3 | version << 4 | (marks.rawValue & 0x0F))
        row.signed(receivedAt.milliseconds(since: fix.at))
        row.fix(fix)
        return row.bytes
    }

    /// Reads a row; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard let head = row.byte(), FixRecord.versions.contains(head >> 4 & 7), let delay = row.signed(),
            let fix = row.fix(),
            row.atEnd
        else { return nil }
        self.fix = fix
        receivedAt = fix.at.advanced(byMilliseconds: delay)
        marks = FixMarks(rawValue: (head & 0x80) >> 3 | (head & 0x0F))
        if head >> 4 & 7 == FixRecord.hiddenVersion { marks.insert(.hidden) }
    }

    private static let version: UInt8 = 1
    private static let hiddenVersion: UInt8 = 2
    private static let versions = version...hiddenVersion
}

extension Fix {
    /// The fix with its figures as exact as a row keeps them; an accuracy that is not positive is none.
    public var rounded: Fix {
        var fix = self
        fix.coordinate = Spot(coordinate).coordinate ?? coordinate
        fix.accuracyMetres = accuracyMetres.flatMap { $0 > 0 ? Quantity.accuracy.rounded($0) : nil }
        fix.altitudeMetres = altitudeMetres.flatMap { Quantity.altitude.rounded($0) }
        fix.speedMetresPerSecond = speedMetresPerSecond.flatMap { Quantity.speed.rounded($0) }
        fix.courseDegrees = courseDegrees.flatMap { Quantity.course.rounded($0) }
        fix.batteryPercent = batteryPercent.flatMap { Quantity.battery.rounded($0) }
        return fix
    }

    /// The fix alone as bytes, for whoever keeps receipt and marks elsewhere.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 36)
        row.fix(rounded)
        return row.bytes
    }

    /// Reads them again; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard let fix = row.fix(), row.atEnd else { return nil }
        self = fix
    }
}

/// A figure of a fix as a whole number of its smallest step.
struct Quantity: Sendable {
    let stepsPerUnit: Double
    let range: ClosedRange<Int64>

    static let accuracy = Quantity(stepsPerUnit: 10, range: 1...1_000_000_000)
    static let altitude = Quantity(stepsPerUnit: 10, range: -10_000_000...1_000_000_000)
    static let speed = Quantity(stepsPerUnit: 100, range: 0...100_000_000)
    static let course = Quantity(stepsPerUnit: 100, range: 0...35_999)
    static let battery = Quantity(stepsPerUnit: 10, range: 0...1_000)

    /// The number of steps, held at the ends of the range; nil for what is not a number.
    func steps(_ value: Double) -> Int64? {
        let steps = (value * stepsPerUnit).rounded()
        guard steps == steps else { return nil }
        if steps <= Double(range.lowerBound) { return range.lowerBound }
        if steps >= Double(range.upperBound) { return range.upperBound }
        return Int64(steps)
    }

    func value(_ steps: Int64) -> Double? {
        range.contains(steps) ? Double(steps) / stepsPerUnit : nil
    }

    func rounded(_ value: Double) -> Double? {
        steps(value).flatMap(self.value)
    }
}

extension ByteRowWriter {
    /// One byte says what follows: five figures and the motion in its top three bits.
    mutating func fix(_ fix: Fix) {
        let accuracy = fix.accuracyMetres.flatMap(Quantity.accuracy.steps)
        let altitude = fix.altitudeMetres.flatMap(Quantity.altitude.steps)
        let speed = fix.speedMetresPerSecond.flatMap(Quantity.speed.steps)
        let course = fix.courseDegrees.flatMap(Quantity.course.steps)
        let battery = fix.batteryPercent.flatMap(Quantity.battery.steps)
        var head = (fix.motion?.rawValue ?? 0) << 5
        if accuracy != nil { head |= 1 }
        if altitude != nil { head |= 2 }
        if speed != nil { head |= 4 }
        if course != nil { head |= 8 }
        if battery != nil { head |= 16 }
        byte(head)
        spot(Spot(fix.coordinate))
        signed(fix.at.milliseconds)
        if let accuracy { signed(accuracy) }
        if let altitude { signed(altitude) }
        if let speed { signed(speed) }
        if let course { signed(course) }
        if let battery { signed(battery) }
    }
}

extension ByteRowReader {
    mutating func fix() -> Fix? {
        guard let head = byte(), head >> 5 == 0 || Motion(rawValue: head >> 5) != nil,
            let coordinate = spot()?.coordinate, let at = signed()
        else { return nil }
        var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: at))
        fix.motion = Motion(rawValue: head >> 5)
        guard figure(head & 1, .accuracy, &fix.accuracyMetres), figure(head & 2, .altitude, &fix.altitudeMetres),
            figure(head & 4, .speed, &fix.speedMetresPerSecond), figure(head & 8, .course, &fix.courseDegrees),
            figure(head & 16, .battery, &fix.batteryPercent)
        else { return nil }
        return fix
    }

    private mutating func figure(_ flag: UInt8, _ quantity: Quantity, _ into: inout Double?) -> Bool {
        guard flag != 0 else { return true }
        guard let steps = signed(), let value = quantity.value(steps) else { return false }
        into = value
        return true
    }
}
