import Family
import PhoneProtocols

/// The names that are read; every other one is passed over with what it names.
private enum Name {
    static let code = WireName("code")
    static let errorCode = WireName("error_code")
    static let routes = WireName("routes")
    static let waypoints = WireName("waypoints")
    static let distance = WireName("distance")
    static let duration = WireName("duration")
    static let legs = WireName("legs")
    static let steps = WireName("steps")
    static let maneuver = WireName("maneuver")
    static let name = WireName("name")
    static let ref = WireName("ref")
    static let mode = WireName("mode")
    static let geometry = WireName("geometry")
    static let type = WireName("type")
    static let modifier = WireName("modifier")
    static let exit = WireName("exit")
    static let bearing = WireName("bearing_after")
}

extension EngineAnswer {
    /// Reads an answer once from front to back; nil where it is no object of JSON, or breaks off.
    init?(_ body: [UInt8]) {
        var scanner = JSONScanner(body.span)
        guard scanner.peek() == .object, scanner.enterObject() else { return nil }
        while let key = scanner.nextKey() {
            switch key {
            case Name.code: code = scanner.string(bytesMax: 64)
            case Name.errorCode: errorCode = scanner.number().flatMap { Int(exactly: $0) }
            case Name.routes: readRoutes(&scanner)
            case Name.waypoints: readWaypoints(&scanner)
            default: scanner.skip()
            }
        }
        if scanner.failed { return nil }
    }

    private mutating func readRoutes(_ scanner: inout JSONScanner) {
        guard scanner.enterArray(), scanner.nextElement() else { return }
        route = Route(&scanner)
        while scanner.nextElement() { scanner.skip() }
    }

    private mutating func readWaypoints(_ scanner: inout JSONScanner) {
        guard scanner.enterArray() else { return }
        while scanner.nextElement() {
            guard scanner.enterObject() else { continue }
            while let key = scanner.nextKey() {
                guard key == Name.distance else {
                    scanner.skip()
                    continue
                }
                if let metres = scanner.number() { metresToStreets.append(metres) }
            }
        }
    }
}

extension EngineAnswer.Route {
    /// Nil where a figure or a step lacks.
    fileprivate init?(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return nil }
        var (distance, duration) = (Double?.none, Double?.none)
        var (steps, isWhole) = ([EngineAnswer.Step](), true)
        while let key = scanner.nextKey() {
            switch key {
            case Name.distance: distance = scanner.number()
            case Name.duration: duration = scanner.number()
            case Name.legs:
                guard scanner.enterArray() else { continue }
                while scanner.nextElement() { isWhole = steps.read(leg: &scanner) && isWhole }
            default: scanner.skip()
            }
        }
        guard isWhole, let distance, let duration else { return nil }
        self.init(distance: distance, duration: duration, steps: steps)
    }
}

extension [EngineAnswer.Step] {
    /// Adds the steps of a leg; false where one cannot be read.
    fileprivate mutating func read(leg scanner: inout JSONScanner) -> Bool {
        guard scanner.enterObject() else { return false }
        var isWhole = true
        while let key = scanner.nextKey() {
            guard key == Name.steps, scanner.enterArray() else {
                if key != Name.steps { scanner.skip() }
                continue
            }
            while scanner.nextElement() {
                if let step = EngineAnswer.Step(&scanner) { append(step) } else { isWhole = false }
            }
        }
        return isWhole
    }
}

extension EngineAnswer.Step {
    /// Nil where a figure, the line or what is to be done lacks.
    fileprivate init?(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return nil }
        var (distance, duration) = (Double?.none, Double?.none)
        var (maneuver, line) = (EngineAnswer.Maneuver?.none, [Coordinate]?.none)
        var (name, ref, mode) = (String?.none, String?.none, String?.none)
        while let key = scanner.nextKey() {
            switch key {
            case Name.maneuver: maneuver = EngineAnswer.Maneuver(&scanner)
            case Name.name: name = scanner.string(bytesMax: 1_000)
            case Name.ref: ref = scanner.string(bytesMax: 1_000)
            case Name.mode: mode = scanner.string(bytesMax: 100)
            case Name.distance: distance = scanner.number()
            case Name.duration: duration = scanner.number()
            case Name.geometry: line = scanner.text().flatMap { decodedPolyline(scanner.unescaped($0, bytesMax: .max)) }
            default: scanner.skip()
            }
        }
        guard let maneuver, let distance, let duration, let line else { return nil }
        self.init(
            maneuver: maneuver,
            name: name,
            ref: ref,
            mode: mode,
            distance: distance,
            duration: duration,
            line: line
        )
    }
}

extension EngineAnswer.Maneuver {
    /// Nil where it does not say what kind it is.
    fileprivate init?(_ scanner: inout JSONScanner) {
        guard scanner.enterObject() else { return nil }
        var (type, modifier) = (String?.none, String?.none)
        var (exit, bearing) = (Int?.none, Double?.none)
        while let key = scanner.nextKey() {
            switch key {
            case Name.type: type = scanner.string(bytesMax: 100)
            case Name.modifier: modifier = scanner.string(bytesMax: 100)
            case Name.exit: exit = scanner.number().flatMap { Int(exactly: $0) }
            case Name.bearing: bearing = scanner.number()
            default: scanner.skip()
            }
        }
        guard let type else { return nil }
        self.init(type: type, modifier: modifier, exit: exit, bearing: bearing)
    }
}
