import Core
import Foundation
import Testing

/// Questions to the rules as lines of text, with the answers that this machine's own core gives.
///
/// The same lines go to core.wasm under node, which answers in the same form.
struct Questions {
    private(set) var lines: [String] = []
    /// One for each line; nil where the rule refuses.
    private(set) var answers: [[Double]?] = []
    private var shake = ShakeState()
    private var presence = PresenceState()
    private var route = RouteState()

    /// Asks this machine at once, and the page's core later.
    mutating func ask(_ rule: String, _ numbers: [Double]) {
        lines.append(([rule] + numbers.map { $0.isNaN ? "NaN" : "\($0)" }).joined(separator: " "))
        answers.append(answer(rule, numbers))
    }

    private mutating func answer(_ rule: String, _ numbers: [Double]) -> [Double]? {
        switch rule {
        case "distance": return [distanceMetres(numbers[0], numbers[1], numbers[2], numbers[3])]
        case "live": return [Double(isLive(numbers[0], numbers[1], Int32(numbers[2])))]
        case "hands": return hands(numbers)
        case "countdown":
            let times = numbers.map { Int64($0) }
            return [
                Double(countdownRemaining(times[0], times[1], times[2])),
                countdownFraction(times[0], times[1], times[2]), Double(countdownPhase(times[0], times[1], times[2])),
            ]
        case "new-shake": return shake.start(sensitivity: Int32(numbers[0]), includesGravity: Int32(numbers[1]))
        case "shake": return shake.take(numbers)
        case "cancel-shake": return shake.cancel(at: Int64(numbers[0]))
        case "new-presence": return presence.start(places: numbers)
        case "places": return presence.setPlaces(Array(numbers.dropFirst()), now: Int64(numbers[0]))
        case "fix": return presence.take(numbers)
        case "presence": return presence.read(now: Int64(numbers[0]))
        case "new-route":
            route = RouteState(pointsCount: Int32(numbers[0]), numbers: Array(numbers.dropFirst()))
            return []
        case "route-fix": return route.take(numbers)
        default: preconditionFailure("no such rule: \(rule)")
        }
    }

    private func hands(_ numbers: [Double]) -> [Double]? {
        let slots = numbers.dropFirst().map { Int32($0) }
        var answer = [Double](repeating: 0, count: 2 * slots.count)
        return layOutHands(slots, Int32(slots.count), Int32(numbers[0]), &answer) < 0 ? nil : answer
    }
}

/// A shake detector's bytes, kept as the page keeps them.
private struct ShakeState {
    private var bytes: [UInt8] = []
    private var includesGravity: Int32 = 0

    mutating func start(sensitivity: Int32, includesGravity: Int32) -> [Double]? {
        self.includesGravity = includesGravity
        bytes = []
        return change { shakeSensitivity($0, $1, $2, sensitivity) }
    }

    mutating func take(_ samples: [Double]) -> [Double]? {
        var fired: Int32 = 0
        let gravity = includesGravity
        let done = change { shakeTake($0, $1, $2, samples, Int32(samples.count / 4), gravity, &fired) }
        return done.map { _ in [Double(fired)] }
    }

    mutating func cancel(at now: Int64) -> [Double]? {
        change { shakeCancel($0, $1, $2, now) }
    }

    private mutating func change(_ rule: (UnsafeMutablePointer<UInt8>, Int32, Int32) -> Int32) -> [Double]? {
        changed(&bytes, rule)
    }
}

/// A route with what is remembered of the way along it, kept as the page keeps them.
private struct RouteState {
    var pointsCount: Int32 = 0
    var numbers: [Double] = []
    private var bytes: [UInt8] = []

    init() {}

    init(pointsCount: Int32, numbers: [Double]) {
        (self.pointsCount, self.numbers) = (pointsCount, numbers)
    }

    mutating func take(_ fix: [Double]) -> [Double]? {
        var answer = [Double](repeating: 0, count: 5)
        let (numbers, pointsCount) = (numbers, pointsCount)
        let legsCount = Int32(numbers.count / 2) - pointsCount
        let done = changed(&bytes) {
            routeTake($0, $1, $2, numbers, pointsCount, legsCount, fix[0], fix[1], fix[2], Int64(fix[3]), &answer)
        }
        guard done != nil else { return nil }
        if answer[2].isNaN { answer[2] = -1 }
        return answer
    }
}

/// A presence's bytes and places, kept as the page keeps them.
private struct PresenceState {
    private var bytes: [UInt8] = []
    private var places: [UInt8] = []

    mutating func start(places numbers: [Double]) -> [Double]? {
        bytes = []
        places = rows(numbers)
        return take([])
    }

    mutating func setPlaces(_ numbers: [Double], now: Int64) -> [Double]? {
        let new = rows(numbers)
        let done = changed(&bytes) { presencePlacesChanged($0, $1, $2, new, Int32(new.count / 40), now) }
        if done != nil { places = new }
        return done
    }

    mutating func take(_ numbers: [Double]) -> [Double]? {
        var row: [UInt8] = []
        for (index, number) in numbers.enumerated() {
            row += index < 2 ? littleEndian(Int64(number)) : littleEndian(number.bitPattern)
        }
        let known = places
        return changed(&bytes) { presenceTake($0, $1, $2, known, Int32(known.count / 40), row, Int32(row.count / 64)) }
    }

    func read(now: Int64) -> [Double]? {
        var answer = [Int64](repeating: 0, count: 6)
        guard presenceRead(bytes, Int32(bytes.count), places, Int32(places.count / 40), now, &answer) == 0 else {
            return nil
        }
        let kind = answer[0...1].flatMap { [Double(Int32(truncatingIfNeeded: $0)), Double($0 >> 32)] }
        return kind + answer[2...].map { $0 == .min ? -1 : Double($0) }
    }

    private func rows(_ numbers: [Double]) -> [UInt8] {
        var rows: [UInt8] = []
        for first in stride(from: 0, to: numbers.count, by: 4) {
            rows += littleEndian(0x7000 as UInt64)
            rows += littleEndian(0x8000_0000_0000_0000 | UInt64(numbers[first]))
            for number in numbers[(first + 1)..<(first + 4)] { rows += littleEndian(number.bitPattern) }
        }
        return rows
    }

    private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

/// Lends a state to a rule and keeps what it leaves; nil where the rule refuses, and then nothing has changed.
private func changed(
    _ bytes: inout [UInt8],
    _ rule: (UnsafeMutablePointer<UInt8>, Int32, Int32) -> Int32
) -> [Double]? {
    var room = bytes + [UInt8](repeating: 0, count: 512 - bytes.count)
    let count = room.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { rule($0, Int32(bytes.count), 512) } ?? -1
    }
    guard count >= 0 else { return nil }
    bytes = Array(room.prefix(Int(count)))
    return []
}
