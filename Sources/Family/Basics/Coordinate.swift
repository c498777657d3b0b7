import CDomainMath

/// A point on the globe, WGS 84, in degrees.
@frozen
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double

    /// The point, or nil where a number lies off the globe or is not a number.
    @inlinable
    public init?(latitude: Double, longitude: Double) {
        guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate {
    /// The distance to another point in metres.
    ///
    /// Below about 100 km an ellipsoidal plane at the middle latitude (better than 0.1 %), above it a great circle
    /// on the mean sphere (better than 0.6 %). The short way round, also across longitude 180.
    public func distanceMetres(to other: Coordinate) -> Double {
        let north = other.latitude - latitude
        let east = wrappedDegrees(other.longitude - longitude)
        guard abs(north) < 1, abs(east) < 1, abs(latitude) < 85 else { return greatCircleMetres(to: other) }
        let scale = LocalScale(latitude: (latitude + other.latitude) / 2)
        let y = north * scale.metresPerDegreeNorth
        let x = east * scale.metresPerDegreeEast
        return (x * x + y * y).squareRoot()
    }

    /// The point so many metres to the north and east, for distances of a few hundred kilometres at most.
    public func moved(northMetres: Double, eastMetres: Double) -> Coordinate {
        let scale = LocalScale(latitude: latitude)
        let latitude = min(max(latitude + northMetres / scale.metresPerDegreeNorth, -90), 90)
        let east = scale.metresPerDegreeEast > 1 ? eastMetres / scale.metresPerDegreeEast : 0
        return Coordinate(latitude: latitude, longitude: wrappedDegrees(longitude + east)) ?? self
    }

    private func greatCircleMetres(to other: Coordinate) -> Double {
        let halfNorth = sin((other.latitude - latitude) * radiansPerDegree / 2)
        let halfEast = sin((other.longitude - longitude) * radiansPerDegree / 2)
        let chord =
            halfNorth * halfNorth
            + cos(latitude * radiansPerDegree) * cos(other.latitude * radiansPerDegree) * halfEast * halfEast
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}

/// How long a degree is at one latitude, on the WGS 84 ellipsoid.
@frozen
public struct LocalScale: Sendable {
    public let metresPerDegreeNorth: Double
    public let metresPerDegreeEast: Double

    /// The radii of curvature at `latitude`, from the semi-major axis and the flattening of WGS 84.
    public init(latitude: Double) {
        let sine = sin(latitude * radiansPerDegree)
        let squaredEccentricity = 0.00669437999014
        let denominator = 1 - squaredEccentricity * sine * sine
        let normal = 6_378_137 / denominator.squareRoot()
        metresPerDegreeNorth = normal * (1 - squaredEccentricity) / denominator * radiansPerDegree
        metresPerDegreeEast = normal * cos(latitude * radiansPerDegree) * radiansPerDegree
    }
}

/// Brings a difference or sum of longitudes back into -180...180.
func wrappedDegrees(_ degrees: Double) -> Double {
    if degrees > 180 { return degrees - 360 }
    if degrees < -180 { return degrees + 360 }
    return degrees
}

let radiansPerDegree = 0.017453292519943295
