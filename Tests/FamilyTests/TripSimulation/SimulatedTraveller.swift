import Family

/// What one traveller does and what becomes of their phone, decided by chance before they set out.
struct SimulatedTraveller {
    /// Something that the phone sends until it is answered.
    enum Wish {
        case help(ID<HelpCountdown>, HelpCountdown.Cause)
        case enter(PINVerdict, PINRequest)
        case start(TripPlan)
        case answer
    }

    let plan: TripPlan
    let wishes: [(at: Timestamp, wish: Wish)]
    /// Where the phone is cut off.
    let dark: [Range<Timestamp>]
    /// When it is lost or empty; nil where it lasts.
    let diesAt: Timestamp?
    /// How far its clock is off.
    let skewMilliseconds: Int64
    let startsAt: Timestamp
    let arrivesAt: Timestamp

    init(_ chance: inout SeededRandom) {
        let start = SafetyStory.start
        let minutes = Int64(5 + chance.below(60))
        startsAt = start
        arrivesAt = start.advanced(bySeconds: minutes * 60 + Int64(chance.below(1_800)) - 300)
        plan = TripPlan(
            id: ID(high: 1, low: UInt64(chance.below(1_000))),
            destination: SafetyStory.home,
            expectedAt: start.advanced(bySeconds: minutes * 60)
        )
        let long = 2 * 3_600
        dark = (0..<chance.below(4)).map { _ in
            let from = start.advanced(bySeconds: Int64(chance.below(long)))
            return from..<from.advanced(bySeconds: Int64(5 + chance.below(900)))
        }
        diesAt = chance.below(4) == 0 ? start.advanced(bySeconds: Int64(chance.below(long))) : nil
        skewMilliseconds = chance.below(3) == 0 ? Int64(chance.below(1_200_000)) - 600_000 : 0
        var wishes: [(at: Timestamp, wish: Wish)] = [(start, .start(plan))]
        for number in 0..<UInt64(chance.below(4)) {
            let at = start.advanced(byMilliseconds: Int64(chance.below(long * 1_000)))
            wishes += Self.helpWishes(ID(high: 2, low: number), at: at, &chance)
        }
        wishes += Self.wayWishes(arrivesAt: arrivesAt, &chance)
        self.wishes = wishes
    }

    func isAlive(_ now: Timestamp) -> Bool {
        diesAt.map { now < $0 } ?? true
    }

    func isHeard(_ now: Timestamp) -> Bool {
        isAlive(now) && !dark.contains { $0.contains(now) }
    }

    /// Where the phone says that it is, by its own clock, as the hub takes it.
    func fix(now: Timestamp, isStanding: Bool) -> TripFix {
        let whole = Double(arrivesAt.milliseconds(since: startsAt))
        let left = max(0, Double(arrivesAt.milliseconds(since: now)) / whole)
        let metres = isStanding ? 4_000 : 6_000 * left
        // What lies in the future is kept at its receipt (F52).
        let at = now.advanced(byMilliseconds: min(skewMilliseconds, 0))
        var step = TripFix(
            Fix(coordinate: SafetyStory.home.moved(northMetres: metres, eastMetres: 0), at: at)
        )
        step.fix.accuracyMetres = 15
        step.usualIntervalMilliseconds = 60_000
        return step
    }

    /// A call for help, and mostly an attempt to take it back.
    private static func helpWishes(
        _ id: ID<HelpCountdown>,
        at: Timestamp,
        _ chance: inout SeededRandom
    ) -> [(at: Timestamp, wish: Wish)] {
        var wishes: [(at: Timestamp, wish: Wish)] = [(at, .help(id, HelpCountdown.Cause.allCases[chance.below(3)]))]
        for _ in 0..<chance.below(5) {
            let later = at.advanced(byMilliseconds: Int64(chance.below(40_000)))
            wishes.append((later, .enter(PINVerdict.allCases[chance.below(3)], .safe(id))))
        }
        return wishes
    }

    /// What somebody does on the way, and at its end.
    private static func wayWishes(
        arrivesAt: Timestamp,
        _ chance: inout SeededRandom
    ) -> [(at: Timestamp, wish: Wish)] {
        var wishes: [(at: Timestamp, wish: Wish)] = []
        let long = arrivesAt.milliseconds(since: SafetyStory.start)
        for _ in 0..<chance.below(3) {
            let at = SafetyStory.start.advanced(byMilliseconds: Int64(chance.below(Int(long) * 2)))
            let verdict = PINVerdict.allCases[chance.below(3)]
            let minutes = Int64(chance.below(70))
            wishes.append((at, chance.below(3) == 0 ? .answer : .enter(verdict, .extend(minutes: minutes))))
        }
        switch chance.below(10) {
        case 0...5: wishes.append((arrivesAt, .enter(.right, .arrive)))
        case 6: wishes.append((arrivesAt, .enter(.duress, .arrive)))
        case 7: wishes.append((arrivesAt, .enter(.duress, .cancel)))
        case 8: wishes.append((arrivesAt, .enter(.wrong, .arrive)))
        default: break
        }
        return wishes
    }
}
