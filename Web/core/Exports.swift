// What the page may ask of Family: one flat function for each rule, nothing decided here.
//
// Compiled twice: with all of Family into core.wasm for the page, and for the server's machine as the target Core, so
// that the tests ask both the same questions. Only Int32, Int64, Double and pointers cross, and nothing is kept between
// two calls: state is bytes that the page keeps and passes in. Numbers in memory are little-endian. A missing number
// is NaN, a missing time Int64.min. A negative answer is a refusal; it has then written nothing.

#if !hasFeature(Embedded)
import Family
#endif

/// Metres between two points in degrees; NaN where one lies off the globe.
@_expose(wasm, "distanceMetres")
@_cdecl("core_distance_metres")
public func distanceMetres(_ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double)
    -> Double
{
    guard let here = Coordinate(latitude: latitude, longitude: longitude),
        let there = Coordinate(latitude: otherLatitude, longitude: otherLongitude)
    else { return .nan }
    return here.distanceMetres(to: there)
}

/// 1 where a fix of this age and accuracy may be drawn as live (F51), else 0.
@_expose(wasm, "isLive")
@_cdecl("core_is_live")
public func isLive(_ ageSeconds: Double, _ accuracyMetres: Double, _ isOnTrip: Int32) -> Int32 {
    let accuracy = present(accuracyMetres)
    return Liveness.isLive(ageSeconds: ageSeconds, accuracyMetres: accuracy, isOnTrip: isOnTrip != 0) ? 1 : 0
}

/// Lays out hands: writes two doubles for each, where it points and how much room its label has, both in degrees.
///
/// -1 where a slot is not one of the face's or the counts are out of range (1 to 64 slots, 1 024 hands at most).
@_expose(wasm, "layOutHands")
@_cdecl("core_lay_out_hands")
public func layOutHands(
    _ slots: UnsafePointer<Int32>,
    _ handsCount: Int32,
    _ slotsCount: Int32,
    _ answer: UnsafeMutablePointer<Double>
) -> Int32 {
    guard (1...64).contains(slotsCount), (0...1_024).contains(handsCount) else { return -1 }
    let slots = (0..<Int(handsCount)).map { Int(slots[$0]) }
    guard slots.allSatisfy({ $0 >= 0 && $0 < Int(slotsCount) }) else { return -1 }
    let layout = HandLayout(slots: slots, slotsCount: Int(slotsCount))
    for hand in slots.indices {
        answer[2 * hand] = layout.anglesDegrees[hand]
        answer[2 * hand + 1] = layout.roomDegrees(ofHand: hand)
    }
    return handsCount
}

/// Milliseconds that are left of a countdown.
@_expose(wasm, "countdownRemaining")
@_cdecl("core_countdown_remaining")
public func countdownRemaining(_ startedAt: Int64, _ deadline: Int64, _ now: Int64) -> Int64 {
    countdown(startedAt, deadline).remainingMilliseconds(now: Timestamp(milliseconds: now))
}

/// The part of a countdown that is left, 1 down to 0.
@_expose(wasm, "countdownFraction")
@_cdecl("core_countdown_fraction")
public func countdownFraction(_ startedAt: Int64, _ deadline: Int64, _ now: Int64) -> Double {
    countdown(startedAt, deadline).fractionLeft(now: Timestamp(milliseconds: now))
}

/// How urgent a countdown looks: the number of a `CountdownPhase`.
@_expose(wasm, "countdownPhase")
@_cdecl("core_countdown_phase")
public func countdownPhase(_ startedAt: Int64, _ deadline: Int64, _ now: Int64) -> Int32 {
    Int32(countdown(startedAt, deadline).phase(now: Timestamp(milliseconds: now)).rawValue)
}

private func countdown(_ startedAt: Int64, _ deadline: Int64) -> Countdown {
    Countdown(startedAt: Timestamp(milliseconds: startedAt), deadline: Timestamp(milliseconds: deadline))
}

/// A number that may be missing.
func present(_ number: Double) -> Double? {
    number.isNaN ? nil : number
}

/// The bytes that the page kept; nil where there are none yet.
func keptBytes(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> [UInt8]? {
    count > 0 ? [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count))) : nil
}

/// Writes bytes for the page to keep and answers how many, -1 where there is no room for them.
func keep(_ bytes: [UInt8], in room: UnsafeMutablePointer<UInt8>, _ roomCount: Int32) -> Int32 {
    guard bytes.count <= Int(roomCount) else { return -1 }
    for (index, byte) in bytes.enumerated() { room[index] = byte }
    return Int32(bytes.count)
}
