import Foundation
package import Testing

/// Whether the sweep's tests run, and others in their long forms: `make sweep` sets `HEARTH_SWEEP`.
package let isSweep = ProcessInfo.processInfo.environment["HEARTH_SWEEP"] != nil

extension Trait where Self == ConditionTrait {
    /// Marks a test of the sweep: it is timed, random, killed at a random moment, or depends on other people's versions.
    package static var sweep: Self { .enabled(if: isSweep, "make sweep") }
}
