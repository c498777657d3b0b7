/// One stretch of a person's day: from spot to spot in one way.
package struct Leg: Sendable, Equatable {
    package let mode: Mode
    package let from: Spot
    package let to: Spot
    /// When it begins; nil goes on as soon as the leg before it ends.
    package let departs: TimeOfDay?

    private init(_ mode: Mode, _ from: Spot, _ to: Spot, _ departs: TimeOfDay?) {
        (self.mode, self.from, self.to, self.departs) = (mode, from, to, departs)
    }

    /// A leg that begins at a time.
    package static func at(_ hour: Int, _ minute: Int, _ mode: Mode, _ from: Spot, _ to: Spot) -> Leg {
        Leg(mode, from, to, TimeOfDay(hour, minute))
    }

    /// A leg that begins where and when the one before it ends.
    package static func then(_ mode: Mode, _ from: Spot, _ to: Spot) -> Leg {
        Leg(mode, from, to, nil)
    }
}
