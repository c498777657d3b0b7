package import Family
import CDomainMath

/// A way of getting about, and how fast it goes.
///
/// The speed swings between nearly nothing and nearly twice the usual, as at corners, lights and stops: a pure function
/// of the time since the start, so that position and speed always agree.
package enum Mode: String, CaseIterable, Sendable {
    case walking, running, cycling, car, bus

    /// Valhalla's name for it: the `costing` of a route.
    var costing: String {
        switch self {
        case .walking, .running: "pedestrian"
        case .cycling: "bicycle"
        case .car: "auto"
        case .bus: "bus"
        }
    }

    /// What a phone says that its owner is doing.
    package var motion: Motion {
        switch self {
        case .walking: .walking
        case .running: .running
        case .cycling: .cycling
        case .car, .bus: .automotive
        }
    }

    /// On the whole way.
    package var usualMetresPerSecond: Double {
        switch self {
        case .walking: 1.35
        case .running: 2.8
        case .cycling: 4.6
        case .car: 11
        case .bus: 8
        }
    }

    /// The highest there is.
    package var metresPerSecondMax: Double { usualMetresPerSecond * (1 + swing) }

    /// How long a way takes.
    package func milliseconds(for metres: Double) -> Int64 {
        Int64((metres / usualMetresPerSecond * 1_000).rounded(.up))
    }

    /// How far somebody has come after a share of the time, 0...1, and how fast they are just then.
    package func progress(_ share: Double, of metres: Double) -> (metres: Double, metresPerSecond: Double) {
        let turns = max(1, (metres / metresBetweenStops).rounded())
        let angle = 2 * Double.pi * turns * share
        let travelled = share - swing * sin(angle) / (2 * Double.pi * turns)
        return (metres * travelled, usualMetresPerSecond * (1 - swing * cos(angle)))
    }

    /// The part of the usual speed that is gained and lost in turn.
    private var swing: Double {
        switch self {
        case .walking: 0.15
        case .running: 0.1
        case .cycling: 0.35
        case .car: 0.6
        case .bus: 0.95
        }
    }

    private var metresBetweenStops: Double {
        switch self {
        case .walking, .running: 200
        case .cycling: 400
        case .car: 700
        case .bus: 600
        }
    }
}
