import Family
import HTTP
import Maps
import Synchronization
import Testing

/// What stands at the points of somebody's history.
@Suite struct AddressesTests {
    private static let townHall = Coordinate(latitude: 47.1381654, longitude: 9.5227332)
    private static let nowhere = Coordinate(latitude: 10, longitude: -30)

    @Test func `points are named together, each as the search would name it alone`() async throws {
        let index = try await shippedSearch()
        let search = PlaceSearch(.region(index))
        let points = [Town.vaduz, Town.balzers, try #require(Self.townHall), Town.vaduz]
        let addresses = await search.addresses(of: points, within: .seconds(60))
        #expect(addresses.isWhole && addresses.lines.count == 3)
        for point in points {
            #expect(try await index.reverse(point).line == addresses.lines[point])
            #expect(addresses.lines[point]?.hasSuffix("Vaduz") == true || point == Town.balzers)
        }
        let none = await search.addresses(of: [try #require(Self.nowhere)], within: .seconds(60))
        #expect(none.lines.isEmpty && none.isWhole)
    }

    @Test func `an engine is asked once for a point that hardly moves, and not for ever when it is away`() async throws
    {
        let asked = Mutex(0)
        let status = Mutex(200)
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            let body =
                #"{"features":[{"geometry":{"coordinates":[9.5,47.1]},"properties":{"osm_key":"place","#
                + #""osm_value":"house","street":"Städtle","housenumber":"43","city":"Vaduz"}}]}"#
            guard request.path == "/reverse" else { return responder.send(Response(404, [], body: [])) }
            asked.withLock { $0 += 1 }
            responder.send(Response(status.withLock { $0 }, [], body: Array(body.utf8)))
        }
        let search = PlaceSearch(.address("http://127.0.0.1:\(server.port)"))
        let near = try #require(Coordinate(latitude: 47.1410001, longitude: 9.5215001))
        for point in [Town.vaduz, near, Town.vaduz] {
            let found = await search.addresses(of: [point], within: .seconds(60))
            #expect(found.lines == [point: "Städtle 43, Vaduz"] && found.isWhole)
        }
        #expect(asked.withLock { $0 } == 1)
        status.withLock { $0 = 500 }
        let away = await search.addresses(of: [Town.balzers, Town.ruggell], within: .seconds(60))
        #expect(away.lines.isEmpty && away.isWhole && asked.withLock { $0 } == 2)
        status.withLock { $0 = 200 }
        #expect(await search.addresses(of: [Town.balzers], within: .seconds(60)).lines.count == 1)
        await server.stop(within: .seconds(5))
    }

    @Test func `without a search nothing is named`() async {
        let addresses = await InstalledMaps().addresses(of: [Town.vaduz], within: .seconds(60))
        #expect(addresses.lines.isEmpty && addresses.isWhole)
    }
}
