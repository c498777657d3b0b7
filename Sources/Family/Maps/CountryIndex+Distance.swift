import CDomainMath

/// How far it is to borders.
extension CountryIndex {
    /// What borders are near.
    struct Neighbours {
        /// Every country with a border near, with the metres to it, the nearest first.
        var countries: [(code: String, metres: Double)] = []
        /// To the nearest border between two countries.
        var metresToBorder: Double?
    }

    /// The borders within so many metres of a position.
    func neighbours(of coordinate: Coordinate, within metres: Double) -> Neighbours {
        var nearest = [Double](repeating: .infinity, count: areas.count)
        var border = Double.infinity
        // The map ends at the meridian of 180 degrees; what is beyond it is near all the same.
        for turn in [0.0, 360, -360] {
            let longitude = coordinate.longitude + turn
            guard turn == 0 || abs(longitude) < 181 else { continue }
            let here = MapPoint(longitude: longitude, latitude: coordinate.latitude)
            measure(from: here, within: metres, &nearest, &border)
        }
        var found = Neighbours(metresToBorder: border.isFinite ? border : nil)
        for (area, metres) in nearest.enumerated() where metres.isFinite {
            for code in areas[area] { found.note(code, metres) }
        }
        found.countries.sort { $0.metres < $1.metres }
        return found
    }

    /// A position that may be beyond the edge of the map.
    private struct MapPoint {
        var longitude: Double
        var latitude: Double
    }

    private func measure(
        from here: MapPoint,
        within metres: Double,
        _ nearest: inout [Double],
        _ border: inout Double
    ) {
        let north = CountryIndex.metresPerDegree / CountryIndex.unitsPerDegree
        let east = north * max(0.01, cos(here.latitude * .pi / 180))
        let (x, y) = (here.longitude * CountryIndex.unitsPerDegree, here.latitude * CountryIndex.unitsPerDegree)
        let (wide, high) = (metres / east, metres / north)
        for chunk in chunks where chunk.touches(x - wide, x + wide, y - high, y + high) {
            var least = Double.infinity
            for edge in Int(chunk.first)..<Int(chunk.first + chunk.count) {
                let (ax, ay) = ((Double(xs[edge]) - x) * east, (Double(ys[edge]) - y) * north)
                let (bx, by) = ((Double(xs[edge + 1]) - x) * east, (Double(ys[edge + 1]) - y) * north)
                least = min(least, squareToOrigin(ax, ay, bx, by))
            }
            let distance = least.squareRoot()
            guard distance <= metres else { continue }
            let (left, right) = (Int(chunk.left), Int(chunk.right))
            nearest[left] = min(nearest[left], distance)
            nearest[right] = min(nearest[right], distance)
            if !areas[left].isEmpty, !areas[right].isEmpty { border = min(border, distance) }
        }
    }

    private func squareToOrigin(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Double {
        let (dx, dy) = (bx - ax, by - ay)
        let length = dx * dx + dy * dy
        let share = length > 0 ? max(0, min(1, -(ax * dx + ay * dy) / length)) : 0
        let (px, py) = (ax + share * dx, ay + share * dy)
        return px * px + py * py
    }
}

extension CountryIndex.Neighbours {
    fileprivate mutating func note(_ code: String, _ metres: Double) {
        if let known = countries.firstIndex(where: { $0.code == code }) {
            countries[known].metres = min(countries[known].metres, metres)
        } else {
            countries.append((code, metres))
        }
    }
}
