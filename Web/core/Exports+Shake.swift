#if !hasFeature(Embedded)
import Family
#endif

/// Sets how hard a shake has to be: 0 gentle, 1 normal, 2 hard.
///
/// A state of no bytes becomes a detector's first.
///
/// - Returns: the new state's length; -1 where the state is damaged or the sensitivity unknown.
@_expose(wasm, "shakeSensitivity")
@_cdecl("core_shake_sensitivity")
public func shakeSensitivity(
    _ state: UnsafeMutablePointer<UInt8>,
    _ stateCount: Int32,
    _ room: Int32,
    _ sensitivity: Int32
) -> Int32 {
    guard let sensitivity = UInt8(exactly: sensitivity).flatMap(ShakeSensitivity.init) else { return -1 }
    guard let bytes = keptBytes(state, stateCount) else {
        return keep(ShakeDetector(sensitivity: sensitivity).bytes, in: state, room)
    }
    guard var detector = ShakeDetector(bytes: bytes) else { return -1 }
    detector.sensitivity = sensitivity
    return keep(detector.bytes, in: state, room)
}

/// Feeds samples to a detector.
///
/// - Parameters:
///   - state: the detector's state; the new one takes its place.
///   - stateCount: its length.
///   - room: how many bytes the new one may have.
///   - samples: four doubles each: milliseconds, then x, y and z in metres per second squared.
///   - samplesCount: how many they are.
///   - includesGravity: 1 where gravity is still in them.
///   - firedAt: becomes the number of the sample at which the phone was shaken, -1 where it was not.
/// - Returns: the new state's length; -1 where the state is damaged.
@_expose(wasm, "shakeTake")
@_cdecl("core_shake_take")
public func shakeTake(
    _ state: UnsafeMutablePointer<UInt8>,
    _ stateCount: Int32,
    _ room: Int32,
    _ samples: UnsafePointer<Double>,
    _ samplesCount: Int32,
    _ includesGravity: Int32,
    _ firedAt: UnsafeMutablePointer<Int32>
) -> Int32 {
    guard var detector = keptBytes(state, stateCount).flatMap(ShakeDetector.init(bytes:)) else { return -1 }
    var fired: Int32 = -1
    for index in 0..<max(0, Int(samplesCount)) {
        let (time, x, y, z) = (
            samples[4 * index], samples[4 * index + 1], samples[4 * index + 2], samples[4 * index + 3]
        )
        guard abs(time) < 9e15 else { continue }
        let sample = MotionSample(
            at: Timestamp(milliseconds: Int64(time.rounded())),
            acceleration: Acceleration(x: x, y: y, z: z),
            includesGravity: includesGravity != 0
        )
        if detector.observe(sample), fired < 0 { fired = Int32(index) }
    }
    firedAt.pointee = fired
    return keep(detector.bytes, in: state, room)
}

/// Keeps a detector quiet because its alarm was called off: answers the new state's length, -1 for a damaged state.
@_expose(wasm, "shakeCancel")
@_cdecl("core_shake_cancel")
public func shakeCancel(_ state: UnsafeMutablePointer<UInt8>, _ stateCount: Int32, _ room: Int32, _ now: Int64)
    -> Int32
{
    guard var detector = keptBytes(state, stateCount).flatMap(ShakeDetector.init(bytes:)) else { return -1 }
    detector.cancel(at: Timestamp(milliseconds: now))
    return keep(detector.bytes, in: state, room)
}
