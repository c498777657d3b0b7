/// A deputy's own time: milliseconds that it has lived, sleep and reboots included.
///
/// Within one start of the machine it goes by a clock that cannot be set. Over a reboot the time of day says how long the
/// machine was off; one that is before the last mark counts as no time, so nothing is released early.
public struct DeputyClock: Hashable, Sendable {
    /// A reading, written down every few seconds.
    public struct Mark: Hashable, Sendable {
        /// The deputy's own time.
        public var lived: Int64
        /// Names the start of the machine.
        public var boot: String
        /// Milliseconds since that start, sleep included.
        public var sinceBoot: Int64
        /// The time of day, in milliseconds since 1970.
        public var wall: Int64

        /// Takes its parts as they are.
        public init(lived: Int64, boot: String, sinceBoot: Int64, wall: Int64) {
            (self.lived, self.boot, self.sinceBoot, self.wall) = (lived, boot, sinceBoot, wall)
        }
    }

    /// Added to the time since the machine's start.
    private let offset: Int64
    private let boot: String

    /// Goes on from the last mark; nil at the first start ever.
    public init(after mark: Mark?, boot: String, sinceBoot: Int64, wall: Int64) {
        self.boot = boot
        guard let mark else {
            offset = -sinceBoot
            return
        }
        let away = mark.boot == boot ? sinceBoot - mark.sinceBoot : wall - mark.wall
        offset = mark.lived + max(0, away) - sinceBoot
    }

    /// The deputy's own time.
    public func lived(sinceBoot: Int64) -> Int64 { offset + sinceBoot }

    /// The reading to write down now.
    public func mark(sinceBoot: Int64, wall: Int64) -> Mark {
        Mark(lived: lived(sinceBoot: sinceBoot), boot: boot, sinceBoot: sinceBoot, wall: wall)
    }
}
