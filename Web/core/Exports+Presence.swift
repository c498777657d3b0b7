#if !hasFeature(Embedded)
import Family
#endif

// A place is 40 bytes: its identity as two UInt64, the upper half first; latitude, longitude, radius in metres.
// A fix is 64 bytes: its own time and that of its receipt in milliseconds; latitude, longitude, accuracy, altitude,
// speed, course, of which the last four may be missing.

/// Takes fixes in the order they stand, for somebody whose fixes no hub has: a guest, or a device without a connection.
///
/// - Parameters:
///   - state: the presence; the new one takes its place. Of no bytes at the start.
///   - stateCount: its length.
///   - room: how many bytes the new one may have; 400 are enough.
///   - places: the member's places.
///   - placesCount: how many they are.
///   - fixes: what the device reported; what lies off the globe is passed over.
///   - fixesCount: how many they are.
/// - Returns: the new state's length; -1 where the state is damaged or a place is none.
@_expose(wasm, "presenceTake")
@_cdecl("core_presence_take")
public func presenceTake(
    _ state: UnsafeMutablePointer<UInt8>,
    _ stateCount: Int32,
    _ room: Int32,
    _ places: UnsafeRawPointer,
    _ placesCount: Int32,
    _ fixes: UnsafeRawPointer,
    _ fixesCount: Int32
) -> Int32 {
    guard var presence = presence(state, stateCount), let places = placeSet(places, placesCount) else { return -1 }
    for index in 0..<max(0, Int(fixesCount)) {
        let row = fixes + 64 * index
        guard let fix = fix(at: row) else { continue }
        let receivedAt = Timestamp(milliseconds: row.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        _ = presence.apply(fix, receivedAt: receivedAt, places: places)
    }
    return keep(presence.bytes, in: state, room)
}

/// Looks again at where somebody is after a place was made, changed or removed; arguments and answer as above.
@_expose(wasm, "presencePlacesChanged")
@_cdecl("core_presence_places_changed")
public func presencePlacesChanged(
    _ state: UnsafeMutablePointer<UInt8>,
    _ stateCount: Int32,
    _ room: Int32,
    _ places: UnsafeRawPointer,
    _ placesCount: Int32,
    _ now: Int64
) -> Int32 {
    guard var presence = presence(state, stateCount), let places = placeSet(places, placesCount) else { return -1 }
    presence.placesChanged(places, now: Timestamp(milliseconds: now))
    return keep(presence.bytes, in: state, room)
}

/// Says where somebody is at `now`.
///
/// Writes 48 bytes: Int32 state (0 at a place, 1 travelling, 2 unknown, 3 lost), Int32 number of the place or -1,
/// Int32 motion or 0, Int32 1 where the newest fix is live (F51); Int64 since when, since when in this motion, and
/// when the newest fix was taken; Int64 its age in whole seconds, -1 where there is none.
///
/// - Returns: 0; -1 where the state is damaged or a place is none.
@_expose(wasm, "presenceRead")
@_cdecl("core_presence_read")
public func presenceRead(
    _ state: UnsafePointer<UInt8>,
    _ stateCount: Int32,
    _ places: UnsafeRawPointer,
    _ placesCount: Int32,
    _ now: Int64,
    _ answer: UnsafeMutableRawPointer
) -> Int32 {
    guard let presence = presence(state, stateCount), let set = placeSet(places, placesCount),
        let view = presence.visible(to: .exact, now: Timestamp(milliseconds: now), places: set)
    else { return -1 }
    var (kind, number): (Int32, Int32) = (2, -1)
    switch view.state {
    case .place(let id): (kind, number) = (0, placeNumber(id, places, placesCount))
    case .travelling: kind = 1
    case .unknown, .danger: kind = 2
    case .lost: kind = 3
    }
    let numbers = [kind, number, Int32(view.motion?.rawValue ?? 0), view.position?.isLive == true ? 1 : 0]
    for (index, number) in numbers.enumerated() {
        answer.storeBytes(of: number, toByteOffset: 4 * index, as: Int32.self)
    }
    let times = [view.since, view.motionSince, presence.current?.at].map { $0?.milliseconds ?? .min }
    for (index, time) in (times + [view.ageSeconds ?? -1]).enumerated() {
        answer.storeBytes(of: time, toByteOffset: 16 + 8 * index, as: Int64.self)
    }
    return 0
}

private func presence(_ state: UnsafePointer<UInt8>, _ count: Int32) -> Presence? {
    guard let bytes = keptBytes(state, count) else { return Presence() }
    return Presence(bytes: bytes)
}

private func placeSet(_ rows: UnsafeRawPointer, _ count: Int32) -> PlaceSet? {
    var places: [Place] = []
    for index in 0..<max(0, Int(count)) {
        let row = rows + 40 * index
        let centre = Coordinate(
            latitude: row.loadUnaligned(fromByteOffset: 16, as: Double.self),
            longitude: row.loadUnaligned(fromByteOffset: 24, as: Double.self)
        )
        // The rules know a place by its identity; what it is called stays in the page.
        guard let centre,
            let place = Place(
                id: placeID(row),
                label: "-",
                description: "",
                centre: centre,
                radiusMetres: row.loadUnaligned(fromByteOffset: 32, as: Double.self)
            )
        else { return nil }
        places.append(place)
    }
    return PlaceSet(places)
}

private func placeID(_ row: UnsafeRawPointer) -> ID<Place> {
    ID(
        high: row.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        low: row.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    )
}

private func placeNumber(_ id: ID<Place>, _ rows: UnsafeRawPointer, _ count: Int32) -> Int32 {
    (0..<max(0, count)).first { placeID(rows + 40 * Int($0)) == id } ?? -1
}

private func fix(at row: UnsafeRawPointer) -> Fix? {
    func number(_ index: Int) -> Double { row.loadUnaligned(fromByteOffset: 16 + 8 * index, as: Double.self) }
    guard let coordinate = Coordinate(latitude: number(0), longitude: number(1)) else { return nil }
    var fix = Fix(coordinate: coordinate, at: Timestamp(milliseconds: row.loadUnaligned(as: Int64.self)))
    fix.accuracyMetres = present(number(2)).flatMap { $0 > 0 ? $0 : nil }
    fix.altitudeMetres = present(number(3))
    fix.speedMetresPerSecond = present(number(4)).flatMap { $0 >= 0 ? $0 : nil }
    fix.courseDegrees = present(number(5)).flatMap { $0 >= 0 && $0 < 360 ? $0 : nil }
    return fix
}
