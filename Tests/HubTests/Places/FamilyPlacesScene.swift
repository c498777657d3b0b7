import Bus
import Family
import Hub
import Testing

/// Anna and Bo, adults of one family, their children Kim and Mira, and Zoe of another family.
struct FamilyPlacesScene {
    let home: TestHub
    let anna: ID<Member>
    let bo: ID<Member>
    let kim: ID<Member>
    let mira: ID<Member>
    let zoe: ID<Member>
    let away = berlin.moved(northMetres: 2_000, eastMetres: 0)

    static func run(_ body: @escaping (FamilyPlacesScene) async throws -> Void) async throws {
        try await TestHub.run { try await body(try await FamilyPlacesScene($0)) }
    }

    init(_ home: TestHub) async throws {
        self.home = home
        (anna, bo, zoe) = (try await home.member(1), try await home.member(2), try await home.member(3))
        let family = try await home.hub.family(of: anna).id
        kim = try await home.child(of: family, by: anna).id
        mira = try await home.child(of: family, by: anna).id
        try await home.invited(bo, by: anna)
    }

    var hub: Hub { home.hub }

    /// Gives a new place of a member's to the family.
    func share(_ label: String, by member: ID<Member>, at centre: Coordinate = berlin) async throws -> FamilyPlaceInfo {
        let own = try await hub.addPlace(hub.outside.newID(), for: member, placeRequest(label, centre))
        return try await hub.shareWithFamily(own.id, as: hub.outside.newID(), by: member)
    }

    func follow(_ shared: FamilyPlaceInfo, by member: ID<Member>) async throws -> FamilyPlaceInfo {
        try await hub.followFamilyPlace(shared.id, seen: shared.place.version, by: member)
    }

    func move(_ shared: FamilyPlaceInfo, to centre: Coordinate, by member: ID<Member>) async throws -> FamilyPlaceInfo {
        try await hub.changeFamilyPlace(shared.id, seen: shared.place.version, by: member) { place in
            (place.latitude, place.longitude) = (centre.latitude, centre.longitude)
        }
    }

    /// The family's place as a member is shown it.
    func seen(_ shared: FamilyPlaceInfo, by member: ID<Member>) async throws -> FamilyPlaceInfo? {
        try await hub.familyPlaces(for: member).first { $0.id == shared.id }
    }

    /// A member's own place that follows the family's.
    func own(_ shared: FamilyPlaceInfo, of member: ID<Member>) async throws -> Place? {
        guard let id = try await seen(shared, by: member)?.following?.place else { return nil }
        return try await hub.places(of: member).first { $0.id == id }
    }

    /// What a member is told of places of the family.
    func told(_ member: ID<Member>) async throws -> [NoticeInfo] {
        try await hub.notices(of: member).filter { [.familyPlaceChanged, .familyPlaceRemoved].contains($0.kind) }
    }
}

extension FamilyPlaceInfo {
    var id: ID<Place> { place.place.id }
}
