import Family

/// Fixes a second apart unless told otherwise, the first at this second, each a bit further north.
func track(from second: Int64, count: Int, everySeconds step: Int64 = 1) throws -> [Fix] {
    try (0..<Int64(count)).map { index in
        guard let coordinate = Coordinate(latitude: 45 + Double(index) / 1_000, longitude: 13) else {
            throw OffTheGlobe()
        }
        return Fix(coordinate: coordinate, at: Timestamp(milliseconds: (second + index * step) * 1_000))
    }
}

struct OffTheGlobe: Error {}

/// A moment with fractions of a second, long after the tracks.
let start = Timestamp(milliseconds: 1_700_000_000_250)
