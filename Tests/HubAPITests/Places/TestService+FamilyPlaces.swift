import Family
import Hub

extension TestService {
    /// A place that a member gave to their family.
    func familyPlace(of member: TestMember) async throws -> ID<Place> {
        let mill = PlaceRequest(
            label: "Old mill",
            description: "by the weir",
            latitude: 52.41,
            longitude: 13.3,
            radiusMetres: 90
        )
        let own = try await hub.addPlace(hub.outside.newID(), for: member.id, mill)
        let shared = hub.outside.newID(of: Place.self)
        _ = try await hub.shareWithFamily(own.id, as: shared, by: member.id)
        return shared
    }
}
