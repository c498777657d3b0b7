#if !hasFeature(Embedded)
import Family
#endif

/// Tells how far somebody has come on a route.
///
/// - Parameters:
///   - state: what is remembered; the new one takes its place. Of no bytes at the start.
///   - stateCount: its length.
///   - room: how many bytes the new one may have.
///   - route: two doubles for each point of the line, latitude and longitude; behind them two for each leg, the index of
///     the point where it begins and its seconds.
///   - pointsCount: how many points there are.
///   - legsCount: how many legs; 0 where nobody knows the times.
///   - latitude: of the fix.
///   - longitude: of the fix.
///   - accuracyMetres: of the fix; NaN where it says none.
///   - at: when the fix was taken.
///   - answer: becomes metres travelled, metres left, seconds left or NaN, metres off the route, and 1 for arrived.
/// - Returns: the new state's length; -1 where state, line or fix cannot be.
@_expose(wasm, "routeTake")
@_cdecl("core_route_take")
public func routeTake(
    _ state: UnsafeMutablePointer<UInt8>,
    _ stateCount: Int32,
    _ room: Int32,
    _ route: UnsafePointer<Double>,
    _ pointsCount: Int32,
    _ legsCount: Int32,
    _ latitude: Double,
    _ longitude: Double,
    _ accuracyMetres: Double,
    _ at: Int64,
    _ answer: UnsafeMutablePointer<Double>
) -> Int32 {
    guard let path = path(route, Int(pointsCount), Int(legsCount)),
        let point = Coordinate(latitude: latitude, longitude: longitude)
    else { return -1 }
    var progress = RouteProgress(path)
    // Numbers of eight bytes, which the buffer is aligned for: the time, then two for each answer.
    guard stateCount & 7 == 0, room >= 136 else { return -1 }
    let kept = UnsafeMutableRawPointer(state).assumingMemoryBound(to: Double.self)
    var index = 1
    while index + 1 < Int(stateCount / 8) {
        guard abs(kept[0]) < 9e15,
            progress.restore(alongMetres: kept[index], cost: kept[index + 1], lastAtMilliseconds: Int64(kept[0]))
        else { return -1 }
        index += 2
    }
    let reading = progress.observe(
        point,
        accuracyMetres: present(accuracyMetres),
        at: Timestamp(milliseconds: at)
    )
    answer[0] = reading.travelledMetres
    answer[1] = reading.remainingMetres
    answer[2] = reading.remainingSeconds ?? .nan
    answer[3] = reading.offRouteMetres
    answer[4] = reading.hasArrived ? 1 : 0
    kept[0] = Double(progress.lastAtMilliseconds)
    for index in 0..<progress.answersCount {
        (kept[2 * index + 1], kept[2 * index + 2]) = progress.answer(index)
    }
    return Int32(8 + 16 * progress.answersCount)
}

private func path(_ route: UnsafePointer<Double>, _ pointsCount: Int, _ legsCount: Int) -> RoutePath? {
    guard pointsCount >= 2, pointsCount <= RoutePath.pointsMax, legsCount >= 0, legsCount <= pointsCount else {
        return nil
    }
    var line: [Coordinate] = []
    for index in 0..<pointsCount {
        guard let point = Coordinate(latitude: route[2 * index], longitude: route[2 * index + 1]) else { return nil }
        line.append(point)
    }
    var legs: [RoutePath.Leg] = []
    for index in 0..<legsCount {
        let (start, seconds) = (route[2 * (pointsCount + index)], route[2 * (pointsCount + index) + 1])
        guard start >= 0, start < 1e6, seconds >= 0, seconds < 1e9 else { return nil }
        legs.append(RoutePath.Leg(pointIndex: Int(start), seconds: seconds))
    }
    return RoutePath(line: line, legs: legs)
}
