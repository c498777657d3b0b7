import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// B5 over a socket: what stands in the answers about a family's places, and what does not.
@Suite struct FamilyPlacesAPITests {
    /// Anna and Bo, adults of one family, with a place of Anna's that she gave to it.
    private func family(_ test: TestService) async throws -> (anna: TestMember, bo: TestMember, id: String, own: String)
    {
        let (anna, bo) = (try await test.member(1), try await test.member(2))
        let group = try await test.hub.family(of: anna.id).id
        let invite = try await test.invite(into: group, by: anna)
        _ = try await test.hub.joinFamily(invite.token, JoinConsent(), member: bo.id, by: bo.id, from: RequestOrigin())
        try await test.place("Home", at: berlin, of: anna)
        let own = try #require(try await test.hub.places(of: anna.id).first).id.text
        let id = test.hub.outside.newID(of: Place.self).text
        let shared = try await test.call(
            "POST",
            "/api/v1/family-places",
            token: anna.token,
            json: #"{"id":"\#(id)","place":"\#(own)"}"#
        )
        try #require(shared.status == 201)
        return (anna, bo, id, own)
    }

    @Test func `B5: a family's place says who made it, what I may do, and never who else follows it`() async throws {
        try await TestService.run { test in
            let (anna, bo, id, own) = try await family(test)
            let seen = try await test.call("GET", "/api/v1/family-places", token: bo.token)
            let place = try #require(seen.items.first)
            let always: Set = [
                "id", "label", "description", "latitude", "longitude", "radiusMetres", "maker", "version", "mayChange",
            ]
            #expect(Set(place.keys) == always)
            #expect(place["maker"] as? String == anna.id.text && place["version"] as? Int == 1)
            #expect(!seen.text.contains(own), "places of other members are not named")
            let path = "/api/v1/family-places/\(id)/following"
            let followed = try await test.call("PUT", path, token: bo.token, json: #"{"version":1}"#)
            let following = try #require(followed.json["following"] as? [String: Any])
            #expect(followed.status == 200 && following["version"] as? Int == 1)
            let mine = try await test.call("GET", "/api/v1/places", token: bo.token)
            #expect(mine.items.first?["id"] as? String == following["place"] as? String)
            let again = try await test.call("GET", "/api/v1/family-places", token: anna.token)
            #expect(!again.text.contains(bo.id.text))
            #expect(try await test.call("DELETE", path, token: bo.token).status == 204)
            #expect(try await test.call("GET", "/api/v1/places", token: bo.token).items.isEmpty)
        }
    }

    @Test func `B5: a change on an old version, and of the followed place itself, is refused in words`() async throws {
        try await TestService.run { test in
            let (anna, bo, id, own) = try await family(test)
            let path = "/api/v1/family-places/\(id)"
            let moved = try await test.call("PATCH", path, token: bo.token, json: #"{"version":1,"radiusMetres":300}"#)
            #expect(moved.status == 200 && moved.json["version"] as? Int == 2)
            let late = try await test.call("PATCH", path, token: anna.token, json: #"{"version":1,"label":"Nest"}"#)
            #expect(late.status == 409 && late.code == "changedMeanwhile" && late.json["field"] as? String == "version")
            let removed = try await test.call("DELETE", "\(path)?version=1", token: anna.token)
            #expect(removed.status == 409 && removed.code == "changedMeanwhile")
            let blind = try await test.call("DELETE", path, token: anna.token)
            #expect(blind.status == 422 && blind.json["field"] as? String == "version")
            let itself = try await test.call(
                "PATCH",
                "/api/v1/places/\(own)",
                token: anna.token,
                json: #"{"label":"Nest"}"#
            )
            #expect(itself.status == 409 && itself.code == "placeIsFamilys")
            #expect(try await test.call("DELETE", "\(path)?version=2", token: anna.token).status == 204)
            let after = try await test.call(
                "PATCH",
                "/api/v1/places/\(own)",
                token: anna.token,
                json: #"{"label":"Nest"}"#
            )
            #expect(after.status == 200, "it is theirs now")
        }
    }

    @Test func `B5: a follower of a changed family place gets a notice that says what to accept, and an event`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, id, _) = try await family(test)
            let stream = try await EventReader.open(test, token: anna.token)
            let body = #"{"version":1,"radiusMetres":300,"label":"Nest"}"#
            _ = try await test.call("PATCH", "/api/v1/family-places/\(id)", token: bo.token, json: body)
            let event = try #require(try await stream.event { $0.name == "place" })
            #expect(event.json["kind"] as? String == "placesChanged")
            let notices = try await test.call("GET", "/api/v1/notices", token: anna.token)
            let notice = try #require(notices.items.first { $0["kind"] as? String == "familyPlaceChanged" })
            #expect(notice["member"] as? String == bo.id.text && notice["familyPlace"] as? String == id)
            #expect(notice["version"] as? Int == 2)
            #expect(notice["place"] as? String == "Home" && notice["title"] as? String == "Nest")
        }
    }
}
