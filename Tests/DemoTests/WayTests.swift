import Demo
import Family
import Testing

@Suite struct WayTests {
    @Test func `a line of text becomes its points`() throws {
        let points = try #require(Polyline.points("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8))
        #expect(points.map(\.latitude) == [38.5, 40.7, 43.252])
        #expect(points.map(\.longitude) == [-120.2, -120.95, -126.453])
    }

    @Test(arguments: ["_", "_p~iF", "_p~iF~ps|U_", "\n\n", "é", "~~~~~~~~~~~~?", "_gsia@?"])
    func `a line that is damaged gives nothing`(_ text: String) {
        #expect(Polyline.points(text.utf8) == nil)
    }

    @Test(arguments: Spot.allCases)
    func `every spot lies in Liechtenstein`(_ spot: Spot) throws {
        let coordinate = try #require(WayTable.builtIn.coordinate(spot))
        #expect((47.04...47.28).contains(coordinate.latitude))
        #expect((9.46...9.64).contains(coordinate.longitude))
    }

    @Test(arguments: Mode.allCases)
    func `a way begins and ends at its spots`(_ mode: Mode) throws {
        var count = 0
        for from in Spot.allCases {
            for to in Spot.allCases {
                guard let way = WayTable.builtIn.way(mode, from: from, to: to) else { continue }
                count += 1
                let start = try #require(WayTable.builtIn.coordinate(from))
                let end = try #require(WayTable.builtIn.coordinate(to))
                #expect(way.points[0].distanceMetres(to: start) < 2)
                #expect(way.points[way.points.count - 1].distanceMetres(to: end) < 2)
                #expect(way.lengthMetres >= start.distanceMetres(to: end) - 4)
            }
        }
        #expect(count > 0)
    }

    @Test func `a point along a way lies on it, with the course of the road`() throws {
        let points = [(47.0, 9.5), (47.01, 9.5), (47.01, 9.52)].compactMap {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let way = try #require(Way(points))
        let north = way.point(atMetres: 500)
        #expect(abs(north.coordinate.distanceMetres(to: points[0]) - 500) < 0.5)
        #expect(north.courseDegrees == 0)
        let east = way.point(atMetres: way.lengthMetres - 100)
        #expect(abs(east.coordinate.distanceMetres(to: points[2]) - 100) < 0.5)
        #expect(abs(east.courseDegrees - 90) < 0.1)
        #expect(way.point(atMetres: -5).coordinate == points[0])
        #expect(way.point(atMetres: 1e9).coordinate == points[2])
    }

    @Test func `one point twice is no way`() throws {
        let point = try #require(Coordinate(latitude: 47, longitude: 9))
        #expect(Way([point, point]) == nil)
        #expect(Way([]) == nil)
    }

    @Test func `lines that are none are left out`() {
        let table = WayTable(text: "spot home 47.1 9.5\nspot nowhere 1 2\nspot library x 9\nway car home\n\nnonsense\n")
        #expect(table.coordinate(.home) == Coordinate(latitude: 47.1, longitude: 9.5))
        #expect(table.coordinate(.library) == nil)
        #expect(table.way(.car, from: .home, to: .hospital) == nil)
    }
}
