import Bus
import Crypto
import Family
import Hub
import SQL
import Storage
import Testing

/// B5: what becomes of a family's places when its members come and go.
@Suite struct FamilyPlacesLeavingTests {
    @Test func `B5: a member who leaves keeps followed places as their own; places they made stay the family's`()
        async throws
    {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.bo)
            let kims = try await scene.share("Den", by: scene.kim, at: scene.away)
            _ = try await scene.follow(kims, by: scene.bo)
            _ = try await scene.follow(shared, by: scene.mira)
            let family = try await scene.hub.family(of: scene.bo).id
            try await scene.hub.leaveFamily(family, scene.bo, by: scene.bo)
            #expect(try await scene.hub.familyPlaces(for: scene.bo).isEmpty)
            #expect(Set(try await scene.hub.places(of: scene.bo).map(\.label)) == ["Home", "Den"])
            let left = try #require(try await scene.seen(shared, by: scene.mira))
            #expect(left.place.maker == nil && left.following?.version == 1)
            await #expect(throws: PlaceRefusal.notFound) { try await scene.move(shared, to: scene.away, by: scene.bo) }
            let moved = try await scene.move(left, to: scene.away, by: scene.anna)
            #expect(try await scene.told(scene.mira).map(\.familyPlace) == [moved.place])
            #expect(try await scene.told(scene.bo).isEmpty)
            let bos = try #require(try await scene.hub.places(of: scene.bo).first { $0.label == "Home" })
            #expect(bos.centre == berlin)
            _ = try await scene.hub.changePlace(bos.id, of: scene.bo) { $0.label = "Old home" }
        }
    }

    @Test func `B5: a returning member follows no place until they choose to, and is no longer its maker`() async throws
    {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.bo)
            let family = try await scene.hub.family(of: scene.bo).id
            try await scene.hub.leaveFamily(family, scene.bo, by: scene.bo)
            try await scene.home.invited(scene.bo, by: scene.anna)
            let again = try #require(try await scene.seen(shared, by: scene.bo))
            #expect(again.place.maker == nil && again.following == nil && again.mayChange)
            _ = try await scene.follow(again, by: scene.bo)
            #expect(try await scene.hub.places(of: scene.bo).count == 2)
        }
    }

    @Test func `B5: an account that ends leaves its places to the family, readable for those who stay`() async throws {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.bo)
            _ = try await scene.follow(shared, by: scene.mira)
            try await scene.home.leave(scene.bo)
            let left = try #require(try await scene.seen(shared, by: scene.mira))
            #expect(left.place.place == shared.place.place && left.place.maker == nil)
            #expect(left.following?.version == 1)
            let restarted = try await scene.home.restarted()
            #expect(try await restarted.hub.familyPlaces(for: scene.anna).map(\.place) == [left.place])
        }
    }

    @Test func `B5: with its last member a family's places go, and nothing opens them afterwards`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.member(2)
            let own = try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest("Home", berlin))
            _ = try await home.hub.shareWithFamily(own.id, as: home.hub.outside.newID(), by: anna)
            #expect(try await count("family_place", home) == 1)
            #expect(try await count("family_key", home) == 1)
            try await home.leave(anna)
            #expect(try await count("family_place", home) == 0)
            #expect(try await count("family_key", home) == 0)
        }
    }

    @Test func `S34: a family's place is sealed under a key that only keys of its members open`() async throws {
        try await FamilyPlacesScene.run { scene in
            _ = try await scene.share("Aviary", by: scene.anna)
            let members = Int64(try await scene.hub.family(of: scene.anna).members.count)
            #expect(try await count("family_key", scene.home) == members)
            try await scene.hub.database.transaction { transaction in
                // As in a backup in which the keys of all of them were destroyed.
                try transaction.run("UPDATE member SET data_key_wrapped = NULL")
            }
            let restarted = try await scene.home.restarted()
            #expect(try await restarted.hub.familyPlaces(for: scene.anna).isEmpty)
        }
    }

    @Test func `B5: a disabled member is shown nothing, and who pauses may follow`() async throws {
        try await FamilyPlacesScene.run { scene in
            let shared = try await scene.share("Home", by: scene.anna)
            _ = try await scene.hub.setPause(of: scene.bo, until: nil)
            _ = try await scene.follow(shared, by: scene.bo)
            #expect(try await scene.own(shared, of: scene.bo)?.label == "Home")
            try await scene.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET disabled_at = 1 WHERE id = \(scene.bo.bytes)")
            }
            await #expect(throws: PlaceRefusal.notFound) { try await scene.hub.familyPlaces(for: scene.bo) }
            await #expect(throws: PlaceRefusal.notFound) { try await scene.follow(shared, by: scene.bo) }
        }
    }

    private func count(_ table: StaticString, _ home: TestHub) async throws -> Int64? {
        try await home.hub.database.read { try $0.first("SELECT count(*) FROM \(literal: table)")?.integer(0) }
    }
}
