extension Presence {
    /// The row, under 400 bytes: a version, then each part with a byte before it that says whether it is there.
    public var bytes: [UInt8] {
        var row = ByteRowWriter(capacity: 256)
        row.byte(Presence.version)
        let parts: UInt8 = (toldRegions.isEmpty ? 0 : 4) | (wayMadeSeconds > 0 ? 8 : 0)
        row.byte((isAssumed ? 1 : 0) | (isTravelling ? 2 : 0) | parts)
        row.byte(unmovedChanges)
        row.optional(current) { $0.fix($1) }
        row.optional(batteryPercent.flatMap(Quantity.battery.steps)) { $0.signed($1) }
        row.byte(motion?.rawValue ?? 0)
        row.optional(cell) {
            $0.fixed32(UInt32(bitPattern: $1.row)); $0.fixed32(UInt32(bitPattern: $1.column))
        }
        for time in [lastHeardAt, motionSince, movedAt, phoneMotionAt, toldAt, outsideSince] { row.time(time) }
        for waypoint in [newest, last, doubted] { row.optional(waypoint) { $0.waypoint($1) } }
        row.optional(still) { row, still in
            row.waypoint(Waypoint(spot: still.spot, at: still.at, accuracy: still.accuracy))
            row.signed(still.at.milliseconds(since: still.since))
        }
        row.pace(pace)
        row.optional(motionCandidate) {
            $0.byte($1.motion.rawValue); $0.signed($1.since.milliseconds)
        }
        row.optional(candidate) { $0.membership($1) }
        row.optional(denied) {
            $0.fixed64($1.high); $0.fixed64($1.low)
        }
        row.byte(UInt8(memberships.count))
        for membership in memberships { row.membership(membership) }
        if !toldRegions.isEmpty { row.toldRegions(toldRegions) }
        if wayMadeSeconds > 0 { row.byte(wayMadeSeconds) }
        return row.bytes
    }

    /// Reads a row; nil for anything that `bytes` never writes.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard row.byte() == Presence.version, let flags = row.byte(), flags < 16, let changes = row.byte() else {
            return nil
        }
        isAssumed = flags & 1 != 0
        isTravelling = flags & 2 != 0
        unmovedChanges = changes
        guard readSelf(&row), readTimes(&row), readPast(&row), readPlaces(&row) else { return nil }
        if flags & 4 != 0 {
            guard let regions = row.toldRegions() else { return nil }
            toldRegions = regions
        }
        if flags & 8 != 0 {
            guard let seconds = row.byte(), seconds > 0 else { return nil }
            wayMadeSeconds = seconds
        }
        guard row.atEnd else { return nil }
    }

    private static let version: UInt8 = 1

    private mutating func readSelf(_ row: inout ByteRowReader) -> Bool {
        guard row.optional(into: &current, { $0.fix() }),
            row.optional(into: &batteryPercent, { $0.signed().flatMap(Quantity.battery.value) }),
            let motionByte = row.byte(), motionByte == 0 || Motion(rawValue: motionByte) != nil
        else { return false }
        motion = Motion(rawValue: motionByte)
        return row.optional(into: &cell) { row in
            guard let line = row.fixed32(), let column = row.fixed32() else { return nil }
            return CoarseCell(row: Int32(bitPattern: line), column: Int32(bitPattern: column))
        }
    }

    private mutating func readTimes(_ row: inout ByteRowReader) -> Bool {
        row.time(into: &lastHeardAt) && row.time(into: &motionSince) && row.time(into: &movedAt)
            && row.time(into: &phoneMotionAt) && row.time(into: &toldAt) && row.time(into: &outsideSince)
    }

    private mutating func readPast(_ row: inout ByteRowReader) -> Bool {
        guard row.optional(into: &newest, { $0.waypoint() }), row.optional(into: &last, { $0.waypoint() }),
            row.optional(into: &doubted, { $0.waypoint() }),
            row.optional(
                into: &still,
                { row in
                    guard let mean = row.waypoint(), let lasting = row.signed(), lasting >= 0 else { return nil }
                    let since = mean.at.advanced(byMilliseconds: -lasting)
                    return StillPoint(spot: mean.spot, accuracy: mean.accuracy, since: since, at: mean.at)
                }
            ), let pace = row.pace()
        else { return false }
        self.pace = pace
        return row.optional(into: &motionCandidate) { row in
            guard let motion = row.byte().flatMap(Motion.init), let since = row.signed() else { return nil }
            return MotionCandidate(motion: motion, since: Timestamp(milliseconds: since))
        }
    }

    private mutating func readPlaces(_ row: inout ByteRowReader) -> Bool {
        guard row.optional(into: &candidate, { $0.membership() }),
            row.optional(
                into: &denied,
                { row in
                    guard let high = row.fixed64(), let low = row.fixed64() else { return nil }
                    return ID(high: high, low: low)
                }
            ), let count = row.byte(), count <= UInt8(Presence.membershipsMax)
        else { return false }
        for _ in 0..<count {
            guard let membership = row.membership() else { return false }
            memberships.append(membership)
        }
        return true
    }
}

extension ByteRowWriter {
    mutating func optional<Value>(_ value: Value?, _ write: (inout ByteRowWriter, Value) -> Void) {
        byte(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    mutating func time(_ time: Timestamp?) {
        optional(time) { $0.signed($1.milliseconds) }
    }

    mutating func waypoint(_ waypoint: Waypoint) {
        spot(waypoint.spot)
        signed(waypoint.at.milliseconds)
        fixed32(waypoint.accuracy.bitPattern)
    }

    mutating func membership(_ membership: Membership) {
        fixed64(membership.place.high)
        fixed64(membership.place.low)
        signed(membership.since.milliseconds)
        byte(membership.isAsserted ? 1 : 0)
        time(membership.leavingSince)
    }

    mutating func toldRegions(_ regions: [ToldRegion]) {
        byte(UInt8(regions.count))
        for region in regions {
            fixed64(region.place.high)
            fixed64(region.place.low)
            fixed32(region.phone)
            byte(region.isInside ? 1 : 0)
            signed(region.at.milliseconds)
        }
    }

    mutating func pace(_ pace: Pace) {
        for waypoint in [pace.older, pace.newer, pace.farOlder, pace.farNewer] {
            optional(waypoint) { $0.waypoint($1) }
        }
        fixed32(pace.speed.bitPattern)
        byte(pace.fastFixes)
        time(pace.slowSince)
    }
}

extension ByteRowReader {
    /// Reads a part that may be missing; false where the bytes are damaged.
    mutating func optional<Value>(into part: inout Value?, _ read: (inout ByteRowReader) -> Value?) -> Bool {
        guard let flag = byte(), flag < 2 else { return false }
        guard flag == 1 else {
            part = nil
            return true
        }
        part = read(&self)
        return part != nil
    }

    mutating func time(into time: inout Timestamp?) -> Bool {
        optional(into: &time) { $0.signed().map(Timestamp.init(milliseconds:)) }
    }

    mutating func waypoint() -> Waypoint? {
        guard let spot = spot(), let at = signed(), let bits = fixed32() else { return nil }
        let accuracy = Float(bitPattern: bits)
        guard accuracy > 0, accuracy < .infinity else { return nil }
        return Waypoint(spot: spot, at: Timestamp(milliseconds: at), accuracy: accuracy)
    }

    mutating func membership() -> Membership? {
        guard let high = fixed64(), let low = fixed64(), let since = signed(), let asserted = byte(), asserted < 2
        else { return nil }
        var membership = Membership(place: ID(high: high, low: low), since: Timestamp(milliseconds: since))
        membership.isAsserted = asserted == 1
        return time(into: &membership.leavingSince) ? membership : nil
    }

    mutating func toldRegions() -> [ToldRegion]? {
        guard let count = byte(), count > 0, count <= UInt8(Presence.toldRegionsMax) else { return nil }
        var regions: [ToldRegion] = []
        for _ in 0..<count {
            guard let high = fixed64(), let low = fixed64(), let phone = fixed32(), let inside = byte(), inside < 2,
                let milliseconds = signed()
            else { return nil }
            let (place, at) = (ID<Place>(high: high, low: low), Timestamp(milliseconds: milliseconds))
            regions.append(ToldRegion(place: place, phone: phone, isInside: inside == 1, at: at))
        }
        return regions
    }

    mutating func pace() -> Pace? {
        var pace = Pace()
        guard optional(into: &pace.older, { $0.waypoint() }), optional(into: &pace.newer, { $0.waypoint() }),
            optional(into: &pace.farOlder, { $0.waypoint() }), optional(into: &pace.farNewer, { $0.waypoint() }),
            let speed = fixed32(), let fastFixes = byte(), time(into: &pace.slowSince)
        else { return nil }
        pace.speed = Float(bitPattern: speed)
        pace.fastFixes = fastFixes
        return pace
    }
}
