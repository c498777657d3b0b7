/// A screen on a wall that shows a member's clock by a read-only link, to all who pass by.
public enum WallDisplay: Sendable {
    /// The parts that a link shows beside the clock.
    public struct Parts: OptionSet, Hashable, Sendable {
        public var rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Those of the family who agreed, its children and the link's member, on a map.
        public static let map = Parts(rawValue: 1)
        /// The family's missions of the day.
        public static let missions = Parts(rawValue: 2)
    }

    /// A member's word that the walls of their family may show them on a map.
    public enum Consent: Sendable {}
}
