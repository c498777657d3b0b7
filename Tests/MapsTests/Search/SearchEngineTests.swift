import Family
import Foundation
import HTTP
import Maps
import Synchronization
import Testing

/// Searches that other programs answer, in the words of their documentation, over real sockets.
@Suite struct SearchEngineTests {
    private static let vaduz =
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","#
        + #""coordinates":[9.5227962,47.1392862]},"properties":{"osm_type":"N","osm_id":58243,"osm_key":"place","#
        + #""osm_value":"town","type":"city","name":"Vaduz","country":"Liechtenstein","countrycode":"LI"}},"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9.5227332,47.1381654]},"properties":{"#
        + #""osm_key":"building","osm_value":"yes","type":"house","street":"Städtle","housenumber":"43","#
        + #""postcode":"9490","city":"Vaduz","country":"Liechtenstein"}},"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9.5089291,47.1605028]},"properties":{"#
        + #""osm_key":"highway","osm_value":"secondary","type":"street","name":"Landstrasse","postcode":"9494","#
        + #""city":"Schaan"}}]}"#

    @Test func `Photon is asked and understood`() async throws {
        let engine = try AnsweringEngine(["/api": Self.vaduz, "/reverse": Self.vaduz])
        let search = PlaceSearch(.address(engine.address))
        let found = try await search.search("Städtle & 43", near: Town.vaduz, limit: 5)
        #expect(
            found.map(\.line) == [
                "Vaduz | Liechtenstein | town", "Städtle 43 | 9490 Vaduz | house", "Landstrasse | 9494 Schaan | street",
            ]
        )
        #expect(engine.asked.last == "/api?q=St%C3%A4dtle%20%26%2043&limit=5&lat=47.141000&lon=9.521500")
        #expect(found[0].point == Coordinate(latitude: 47.1392862, longitude: 9.5227962))
        let house = try AnsweringEngine([
            "/reverse":
                #"{"features":[{"geometry":{"coordinates":[9.5,47.1]},"properties":{"osm_key":"amenity","#
                + #""osm_value":"library","name":"Landesbibliothek","street":"Gerberweg","housenumber":"5","#
                + #""city":"Vaduz"}}]}"#
        ])
        let address = try await PlaceSearch(.address(house.address)).reverse(Town.vaduz)
        #expect(
            address == PointAddress(name: "Landesbibliothek", street: "Gerberweg", houseNumber: "5", area: "Vaduz")
        )
        #expect(house.asked.last == "/reverse?lat=47.141000&lon=9.521500")
        await engine.stop()
        await house.stop()
    }

    @Test func `Nominatim is asked and understood`() async throws {
        let engine = try AnsweringEngine([
            "/status": #"{"status":0,"message":"OK","data_updated":"2026-01-01T00:00:00+00:00"}"#,
            "/search":
                #"[{"place_id":1,"lat":"47.1381654","lon":"9.5227332","category":"tourism","type":"museum","#
                + #""name":"Landesmuseum","address":{"house_number":"43","road":"Städtle","town":"Vaduz","#
                + #""postcode":"9490","country":"Liechtenstein"}},{"place_id":2,"lat":"47.1392862","#
                + #""lon":"9.5227962","category":"place","type":"town","name":"Vaduz","address":{"town":"Vaduz","#
                + #""country":"Liechtenstein"}},{"place_id":3,"lat":"bad","lon":"9","name":"Nowhere"}]"#,
            "/reverse":
                #"{"place_id":1,"lat":"47.1381654","lon":"9.5227332","category":"place","type":"house","name":"","#
                + #""address":{"house_number":"43","road":"Städtle","town":"Vaduz","country":"Liechtenstein"}}"#,
        ])
        let search = PlaceSearch(.address(engine.address))
        let found = try await search.search("museum", near: Town.vaduz, limit: 3)
        #expect(
            found.map(\.line) == [
                "Landesmuseum | Städtle 43, 9490 Vaduz | sight", "Vaduz | Liechtenstein | town",
            ]
        )
        #expect(
            engine.asked.last
                == "/search?q=museum&limit=3&format=jsonv2&addressdetails=1&viewbox=9.021500,46.641000,10.021500,47.641000"
        )
        #expect(
            try await search.reverse(Town.vaduz) == PointAddress(street: "Städtle", houseNumber: "43", area: "Vaduz")
        )
        #expect(search.status.answered == 2 && search.status.failed == 0)
        await engine.stop()
    }

    @Test(arguments: [#"{"error":"Unable to geocode"}"#, "[]", "{}", "not JSON", #"{"features":[]}"#])
    func `an answer without places gives an empty result`(_ body: String) async throws {
        for status in [#"{"status":0,"message":"OK"}"#, "OK"] {
            let engine = try AnsweringEngine([
                "/status": status, "/search": body, "/reverse": body, "/api": body,
            ])
            let search = PlaceSearch(.address(engine.address))
            #expect(try await search.search("x", near: nil, limit: 3).isEmpty)
            #expect(try await search.reverse(Town.vaduz) == PointAddress())
            await engine.stop()
        }
    }

    @Test func `an engine that is away or fails says so`() async throws {
        let failing = try AnsweringEngine([:])
        for address in [failing.address, "http://127.0.0.1:1"] {
            let search = PlaceSearch(.address(address))
            await #expect(throws: SearchRefusal.unavailable) {
                _ = try await search.search("x", near: nil, limit: 3)
            }
            await #expect(throws: SearchRefusal.unavailable) { _ = try await search.reverse(Town.vaduz) }
            #expect(search.status.failed == 2)
        }
        await failing.stop()
    }

    @Test func `without a region the atlas says so, and with one it asks it`() async throws {
        await #expect(throws: SearchRefusal.noRegion) { _ = try await InstalledMaps().reverse(Town.vaduz) }
        await #expect(throws: SearchRefusal.noRegion) {
            _ = try await InstalledMaps().search("Vaduz", near: nil, limit: 1)
        }
        let atlas = InstalledMaps(InstalledMaps.Sheets(search: PlaceSearch(.region(try await shippedSearch()))))
        #expect(try await atlas.search("Vaduz", near: nil, limit: 1).first?.name == "Vaduz")
        #expect(atlas.searchStatus?.answered == 1)
    }
}

/// A server that gives each path its answer, and 404 to all others.
private final class AnsweringEngine: Sendable {
    private let server: Server
    private let heard: Heard

    private final class Heard: Sendable {
        let paths = Mutex<[String]>([])
    }

    init(_ answers: [String: String]) throws {
        let heard = Heard()
        self.heard = heard
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            heard.paths.withLock {
                $0.append(request.query.isEmpty ? request.path : request.path + "?" + request.query)
            }
            let body = answers[request.path]
            responder.send(Response(body == nil ? 404 : 200, [], body: Array((body ?? "").utf8)))
        }
    }

    var address: String { "http://127.0.0.1:\(server.port)" }
    var asked: [String] { heard.paths.withLock { $0 } }

    func stop() async {
        await server.stop(within: .seconds(5))
    }
}
