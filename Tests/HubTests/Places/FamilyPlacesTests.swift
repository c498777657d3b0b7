import Bus
import Family
import Hub
import Testing

/// B5: a place may belong to the family; its maker and any adult change it, each member follows it or not.
@Suite struct FamilyPlacesTests {
    @Test func `B5: a place given to the family is seen by its members alone, and followed by its maker alone`()
        async throws
    {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.kim)
            #expect(shared.place.maker == scene.kim && shared.place.version == 1 && shared.mayChange)
            #expect(shared.following?.version == 1)
            let annas = try await scene.seen(shared, by: scene.anna)
            let miras = try await scene.seen(shared, by: scene.mira)
            #expect(annas?.mayChange == true && annas?.following == nil)
            #expect(miras?.mayChange == false && miras?.following == nil)
            #expect(try await scene.hub.familyPlaces(for: scene.zoe).isEmpty)
            #expect(try await scene.hub.places(of: scene.anna).isEmpty)
            let kims = try await scene.hub.places(of: scene.kim)
            #expect(kims.map(\.id) == [shared.following?.place])
            #expect(kims.first?.copy(as: shared.id) == shared.place.place)
        }
    }

    @Test func `B5: a viewer sees a member at a family place only while that member follows it`() async throws {
        try await FamilyPlacesScene.run { scene in
            let home = scene.home
            try await home.letSee(scene.anna, [scene.bo, scene.mira])
            for member in [scene.bo, scene.mira] { await home.send(berlin, from: try await home.device(of: member)) }
            let shared = try await scene.share("Home", by: scene.anna)
            #expect(try await home.view(of: scene.bo, for: scene.anna)?.placeLabel == nil)
            _ = try await home.published()
            _ = try await scene.follow(shared, by: scene.bo)
            let events = try await home.published().joined()
            #expect(events.contains(.presence(scene.bo)) && events.contains(.places(scene.bo)))
            #expect(try await home.view(of: scene.bo, for: scene.anna)?.placeLabel == "Home")
            #expect(try await home.view(of: scene.mira, for: scene.anna)?.placeLabel == nil)
            try await scene.hub.stopFollowing(shared.id, by: scene.bo)
            #expect(try await home.view(of: scene.bo, for: scene.anna)?.placeLabel == nil)
            #expect(try await scene.hub.places(of: scene.bo).isEmpty)
            try await scene.hub.stopFollowing(shared.id, by: scene.bo)
            #expect(try await scene.seen(shared, by: scene.bo)?.following == nil, "a second time changes nothing")
        }
    }

    @Test func `B5: a change moves the changer's hand alone; others keep what they accepted until they take it`()
        async throws
    {
        try await FamilyPlacesScene.run { scene in
            let home = scene.home
            try await home.letSee(scene.anna, [scene.bo])
            await home.send(berlin, from: try await home.device(of: scene.bo))
            let shared = try await scene.share("Home", by: scene.anna)
            _ = try await scene.follow(shared, by: scene.bo)
            let before = try #require(try await scene.own(shared, of: scene.bo))
            _ = try await home.published()
            let moved = try await scene.move(shared, to: scene.away, by: scene.anna)
            #expect(moved.place.version == 2 && moved.following?.version == 2)
            #expect(try await scene.own(shared, of: scene.anna)?.centre == scene.away)
            #expect(try await scene.own(shared, of: scene.bo) == before)
            #expect(try await home.view(of: scene.bo, for: scene.anna)?.placeLabel == "Home")
            let events = try await home.published().joined()
            #expect(events.contains(.notice(scene.bo)) && events.contains(.places(scene.bo)))
            #expect(!events.contains(.presence(scene.bo)), "nothing of them moved")

            let told = try await scene.told(scene.bo)
            #expect(told.map(\.kind) == [.familyPlaceChanged] && told.first?.about == scene.anna)
            #expect(told.first?.place == "Home" && told.first?.familyPlace == moved.place)
            #expect(try await scene.told(scene.anna).isEmpty)
            _ = try await scene.follow(moved, by: scene.bo)
            #expect(try await scene.own(shared, of: scene.bo)?.centre == scene.away)
            #expect(try await scene.own(shared, of: scene.bo)?.id == before.id, "the same place of theirs")
            #expect(try await home.view(of: scene.bo, for: scene.anna)?.placeLabel == nil)
            #expect(try await scene.told(scene.bo).isEmpty)
        }
    }

    @Test
    func `B5: another label is asked about, another description is not, and a change that was taken back asks nothing`()
        async throws
    {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("School", by: scene.kim)
            _ = try await scene.follow(shared, by: scene.mira)
            func change(_ version: UInt32, _ change: @escaping @Sendable (inout PlaceRequest) -> Void) async throws {
                _ = try await scene.hub.changeFamilyPlace(shared.id, seen: version, by: scene.anna, change)
            }
            try await change(1) { $0.description = "The one by the river" }
            #expect(try await scene.told(scene.mira).isEmpty)
            #expect(try await scene.own(shared, of: scene.mira)?.description == shared.place.place.description)
            try await change(2) { $0.label = "Work" }
            try await change(3) { $0.label = "Gym" }
            #expect(try await scene.told(scene.mira).map(\.familyPlace?.place.label) == ["Gym"], "the newest alone")
            #expect(try await scene.own(shared, of: scene.mira)?.label == "School")
            try await change(4) { place in
                place.label = "School"
                place.description = shared.place.place.description
            }
            #expect(try await scene.told(scene.mira).isEmpty)
            #expect(try await scene.seen(shared, by: scene.mira)?.following?.version == 5)
            #expect(try await scene.told(scene.anna).isEmpty, "who does not follow it is told nothing")
        }
    }

    @Test func `B5: maker and adults change and remove; another child and another family do not`() async throws {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Den", by: scene.kim)
            _ = try await scene.follow(shared, by: scene.mira)
            for (member, refusal) in [(scene.mira, PlaceRefusal.notAllowed), (scene.zoe, .notFound)] {
                await #expect(throws: refusal) { try await scene.move(shared, to: scene.away, by: member) }
                await #expect(throws: refusal) {
                    try await scene.hub.removeFamilyPlace(shared.id, seen: 1, by: member)
                }
            }
            await #expect(throws: PlaceRefusal.notFound) { try await scene.follow(shared, by: scene.zoe) }
            await #expect(throws: PlaceRefusal.notFound) {
                try await scene.hub.stopFollowing(shared.id, by: scene.zoe)
            }
            let own = try #require(try await scene.own(shared, of: scene.mira))
            await #expect(throws: PlaceRefusal.isFamilys) {
                try await scene.hub.changePlace(own.id, of: scene.mira) { $0.radiusMetres = 500 }
            }
            #expect(try await scene.seen(shared, by: scene.anna)?.place == shared.place)
            let kims = try await scene.move(shared, to: scene.away, by: scene.kim)
            let bos = try await scene.move(kims, to: berlin, by: scene.bo)
            #expect(bos.place.version == 3)
        }
    }

    @Test func `B5: a change on an older version is refused, and changes nothing`() async throws {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.anna)
            let moved = try await scene.move(shared, to: scene.away, by: scene.bo)
            await #expect(throws: PlaceRefusal.changedMeanwhile) {
                try await scene.hub.changeFamilyPlace(shared.id, seen: 1, by: scene.anna) { $0.label = "Work" }
            }
            await #expect(throws: PlaceRefusal.changedMeanwhile) {
                try await scene.hub.removeFamilyPlace(shared.id, seen: 1, by: scene.anna)
            }
            await #expect(throws: PlaceRefusal.changedMeanwhile) { try await scene.follow(shared, by: scene.mira) }
            #expect(try await scene.seen(shared, by: scene.mira)?.place == moved.place)
            #expect(try await scene.hub.places(of: scene.mira).isEmpty)
        }
    }

    @Test func `B5: a place taken from the family stays with everyone who follows it, as they accepted it`()
        async throws
    {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.anna)
            _ = try await scene.follow(shared, by: scene.bo)
            let moved = try await scene.move(shared, to: scene.away, by: scene.anna)
            try await scene.hub.removeFamilyPlace(moved.id, seen: 2, by: scene.anna)
            #expect(try await scene.hub.familyPlaces(for: scene.bo).isEmpty)
            #expect(try await scene.hub.places(of: scene.anna).map(\.centre) == [scene.away])
            let kept = try await scene.hub.places(of: scene.bo)
            #expect(kept.map(\.centre) == [berlin])
            let told = try await scene.told(scene.bo)
            #expect(told.map(\.kind) == [.familyPlaceRemoved] && told.first?.place == "Home")
            #expect(try await scene.told(scene.anna).isEmpty)
            #expect(try await scene.told(scene.mira).isEmpty)
            let first = try #require(kept.first)
            let own = try await scene.hub.changePlace(first.id, of: scene.bo) { $0.label = "Old home" }
            #expect(own.label == "Old home", "theirs to change")
        }
    }

    @Test func `B5: sharing is repeated without harm, and each place is given once`() async throws {
        try await FamilyPlacesScene.run { scene in
            let own = try await scene.hub.addPlace(
                scene.hub.outside.newID(),
                for: scene.anna,
                placeRequest("Home", berlin)
            )
            let id = scene.hub.outside.newID(of: Place.self)
            let first = try await scene.hub.shareWithFamily(own.id, as: id, by: scene.anna)
            #expect(try await scene.hub.shareWithFamily(own.id, as: id, by: scene.anna) == first)
            #expect(try await scene.hub.familyPlaces(for: scene.bo).count == 1)
            await #expect(throws: PlaceRefusal.isFamilys) {
                try await scene.hub.shareWithFamily(own.id, as: scene.hub.outside.newID(), by: scene.anna)
            }
            await #expect(throws: PlaceRefusal.idUsedOtherwise) {
                try await scene.hub.shareWithFamily(own.id, as: id, by: scene.bo)
            }
            await #expect(throws: PlaceRefusal.idUsedOtherwise) {
                try await scene.hub.shareWithFamily(own.id, as: id, by: scene.zoe)
            }
            await #expect(throws: PlaceRefusal.notFound) {
                try await scene.hub.shareWithFamily(own.id, as: scene.hub.outside.newID(), by: scene.bo)
            }
            #expect(try await scene.follow(first, by: scene.bo) == scene.follow(first, by: scene.bo))
            #expect(try await scene.hub.places(of: scene.bo).count == 1)
        }
    }

    @Test func `B5: a family has 64 places, a member 64 with those that they follow`() async throws {
        try await FamilyPlacesScene.run { scene in
            let max = Hub.familyPlacesMax
            for number in 1...max { _ = try await scene.share("Den \(number)", by: scene.anna) }
            await #expect(throws: PlaceRefusal.tooManyInFamily) { try await scene.share("Den", by: scene.bo) }
            #expect(try await scene.hub.familyPlaces(for: scene.bo).count == max)
            for shared in try await scene.hub.familyPlaces(for: scene.bo).dropFirst() {
                _ = try await scene.follow(shared, by: scene.bo)
            }
            #expect(try await scene.hub.places(of: scene.bo).count == Hub.placesMax)
            let first = try #require(try await scene.hub.familyPlaces(for: scene.bo).first)
            await #expect(throws: PlaceRefusal.tooMany) { try await scene.follow(first, by: scene.bo) }
        }
    }
}
