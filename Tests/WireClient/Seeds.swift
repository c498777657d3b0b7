import Foundation
import Synchronization
import Testing

/// Where tests take their chance from: the gate has one seed, a sweep may name another in `HEARTH_SEED`.
package enum Seeds {
    private static let base = ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap { UInt64($0) } ?? 1
    private static let drawn = Mutex<[String: UInt64]>([:])

    /// A seed that is the same in each run, and another one for each name.
    package static func of(_ name: String) -> UInt64 {
        // FNV-1a
        name.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ base) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Random bytes for a hub of the running test: other ones for each test, and for each hub that it opens.
    package static func source() -> @Sendable (Int) -> [UInt8] {
        let test = Test.current.map { "\($0.id)" } ?? ""
        let number = drawn.withLock { counts in
            counts[test, default: 0] += 1
            return counts[test, default: 0]
        }
        let chance = Mutex(SeededBytes(seed: of("\(test) \(number)")))
        return { count in
            chance.withLock { chance in (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &chance) } }
        }
    }
}
