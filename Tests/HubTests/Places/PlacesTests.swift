import Bus
import Family
import Hub
import Storage
import Testing

@Suite struct PlacesTests {
    @Test func `adding, changing or removing a place around a member updates their presence at once`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .place)
            await home.send(berlin, from: try await home.device(of: anna))
            #expect(try await home.view(of: anna, for: bo)?.state == .unknown)
            _ = try await home.published()

            let id = home.hub.outside.newID(of: Place.self)
            _ = try await home.hub.addPlace(id, for: anna, placeRequest("Home", berlin))
            #expect(try await home.view(of: anna, for: bo)?.placeLabel == "Home")
            #expect(try await home.published() == [[.presence(anna), .places(anna)]])

            let away = berlin.moved(northMetres: 3_000, eastMetres: 0)
            _ = try await home.hub.changePlace(id, of: anna) { $0.latitude = away.latitude }
            #expect(try await home.view(of: anna, for: bo)?.state == .unknown)
            _ = try await home.hub.changePlace(id, of: anna) { place in
                place.latitude = berlin.latitude
                place.label = "Nest"
            }
            #expect(try await home.view(of: anna, for: bo)?.placeLabel == "Nest")
            #expect(try await home.restarted().view(of: anna, for: bo)?.placeLabel == "Nest", "it is on disk")
            try await home.hub.removePlace(id, of: anna)
            #expect(try await home.view(of: anna, for: bo)?.state == .unknown)
            #expect(try await home.view(of: anna, for: bo)?.placeLabel == nil)
        }
    }

    @Test func `a repeat of the same request answers as the first did, another one is refused`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let id = home.hub.outside.newID(of: Place.self)
            let first = try await home.hub.addPlace(id, for: anna, placeRequest("Home", berlin))
            #expect(try await home.hub.addPlace(id, for: anna, placeRequest("Home", berlin)) == first)
            #expect(try await home.hub.places(of: anna) == [first])
            await #expect(throws: PlaceRefusal.idUsedOtherwise) {
                try await home.hub.addPlace(id, for: anna, placeRequest("Work", berlin))
            }
            await #expect(throws: PlaceRefusal.idUsedOtherwise) {
                try await home.hub.addPlace(id, for: bo, placeRequest("Home", berlin))
            }
        }
    }

    @Test func `a place is its member's alone`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            let id = home.hub.outside.newID(of: Place.self)
            _ = try await home.hub.addPlace(id, for: anna, placeRequest("Home", berlin))
            #expect(try await home.hub.places(of: bo).isEmpty)
            await #expect(throws: PlaceRefusal.notFound) {
                try await home.hub.changePlace(id, of: bo) { $0.label = "x" }
            }
            await #expect(throws: PlaceRefusal.notFound) { try await home.hub.removePlace(id, of: bo) }
            #expect(try await home.hub.places(of: anna).map(\.label) == ["Home"])
        }
    }

    @Test(
        arguments: [
            (spoiled(label: " "), PlaceRefusal.labelEmptyOrTooLong),
            (spoiled(label: String(repeating: "a", count: 41)), .labelEmptyOrTooLong),
            (spoiled(label: "In Danger"), .labelReserved),
            (spoiled(label: "LOST"), .labelReserved),
            (spoiled(description: ""), .descriptionEmptyOrTooLong),
            (spoiled(description: String(repeating: "a", count: 201)), .descriptionEmptyOrTooLong),
            (spoiled(latitude: 90.1), .offTheGlobe),
            (spoiled(latitude: .nan), .offTheGlobe),
            (spoiled(radiusMetres: 9), .radiusOutOfRange),
            (spoiled(radiusMetres: 50_001), .radiusOutOfRange),
            (spoiled(radiusMetres: .infinity), .radiusOutOfRange),
        ]
    )
    func `an invalid place is refused with the reason, and is not stored`(
        _ request: PlaceRequest,
        _ refusal: PlaceRefusal
    ) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await #expect(throws: refusal) {
                try await home.hub.addPlace(home.hub.outside.newID(), for: anna, request)
            }
            #expect(try await home.hub.places(of: anna).isEmpty)
        }
    }
}

/// A place in which one thing is wrong.
private func spoiled(
    label: String = "Home",
    description: String = "ours",
    latitude: Double = 52.5,
    radiusMetres: Double = 100
) -> PlaceRequest {
    PlaceRequest(
        label: label,
        description: description,
        latitude: latitude,
        longitude: 13.4,
        radiusMetres: radiusMetres
    )
}
