package import Family

/// A way from one point to another.
package struct FoundRoute: Sendable, Equatable {
    /// What found it.
    package enum Engine: String, Sendable {
        case valhalla
        case osrm
        /// Nothing did: it is the straight line, with no duration and no steps (F56).
        case straightLine
    }

    package var engine: Engine
    package var distanceMetres: Double
    /// Nil for a straight line.
    package var durationSeconds: Double?
    /// From start to end, both included, at least two points.
    package var line: [Coordinate]
    package var steps: [RouteStep]

    /// The straight line, for when no engine answers.
    package static func straightLine(from start: Coordinate, to end: Coordinate) -> FoundRoute {
        FoundRoute(
            engine: .straightLine,
            distanceMetres: start.distanceMetres(to: end),
            durationSeconds: nil,
            line: [start, end],
            steps: []
        )
    }
}

/// What to do at one point of a way.
package struct RouteStep: Sendable, Equatable {
    /// What the turn looks like.
    package enum Turn: String, Sendable, CaseIterable {
        case start, straight, slightLeft, left, sharpLeft, slightRight, right, sharpRight, turnAround
        case roundabout, ferry, arrive
    }

    package var turn: Turn
    /// A plain sentence without an end mark, such as "Turn left onto Landstrasse".
    package var text: String
    /// What the street after it is called; nil where it has no name.
    package var street: String?
    /// Until the next step.
    package var distanceMetres: Double
    package var durationSeconds: Double
    /// Where on the line it is done: an index into `FoundRoute.line`.
    package var lineIndex: Int
}

/// Why there is no way.
package enum RoutingRefusal: Error, Sendable, Equatable {
    /// Start and end are not connected in this mode.
    case noWay
    /// There is no street within two kilometres of one of them.
    case nothingNear
    /// They are too far apart for this mode.
    case tooFar
    /// No engine here knows timetables.
    case noTransit
    /// No engine answers; then there is only the straight line.
    case unavailable
}
