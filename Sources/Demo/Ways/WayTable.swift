package import Family

/// The spots and ways of a scenario, read from `ways.txt`.
package struct WayTable: Sendable {
    private var spots: [Spot: Coordinate] = [:]
    private var ways: [Name: Way] = [:]

    /// The table that is built in.
    package static let builtIn = WayTable(text: String(decoding: PackageResources.ways_txt, as: UTF8.self))

    private struct Name: Hashable {
        let costing: String
        let from: Spot
        let to: Spot
    }

    /// Reads lines as `Ways/README.md` describes them; what is no such line is left out, and then missing.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            switch words.first {
            case "spot" where words.count == 4:
                guard let spot = Spot(rawValue: String(words[1])), let latitude = Double(words[2]),
                    let longitude = Double(words[3])
                else { continue }
                spots[spot] = Coordinate(latitude: latitude, longitude: longitude)
            case "way" where words.count == 5:
                guard let from = Spot(rawValue: String(words[2])), let to = Spot(rawValue: String(words[3])),
                    let points = Polyline.points(words[4].utf8)
                else { continue }
                ways[Name(costing: String(words[1]), from: from, to: to)] = Way(points)
            default: continue
            }
        }
    }

    /// Where a spot lies.
    package func coordinate(_ spot: Spot) -> Coordinate? {
        spots[spot]
    }

    /// The way of a leg.
    package func way(_ mode: Mode, from: Spot, to: Spot) -> Way? {
        ways[Name(costing: mode.costing, from: from, to: to)]
    }
}

/// The encoding of lines as text that routing engines use: steps of 1e-5 degree, five bits a character.
package enum Polyline {
    /// The points of a line; nil for a text that breaks off, holds other characters or leaves the globe.
    package static func points(_ text: some Sequence<UInt8>) -> [Coordinate]? {
        var points: [Coordinate] = []
        var place: [Int] = [0, 0]
        var (axis, value, shift) = (0, 0, 0)
        for character in text {
            guard (63..<127).contains(character), shift < 30 else { return nil }
            let bits = Int(character) - 63
            value |= (bits & 31) << shift
            shift += 5
            guard bits < 32 else { continue }
            place[axis] += value & 1 == 1 ? ~(value >> 1) : value >> 1
            (value, shift) = (0, 0)
            axis = 1 - axis
            guard axis == 0 else { continue }
            guard let point = Coordinate(latitude: Double(place[0]) / 1e5, longitude: Double(place[1]) / 1e5) else {
                return nil
            }
            points.append(point)
        }
        return shift == 0 && axis == 0 ? points : nil
    }
}
