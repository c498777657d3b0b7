/// Takes the fixes of a day one after another and sums them up.
///
/// What is known of each moment is what `Presence` would have said then, so that a day tells the same as the live page
/// did; only in hindsight it is known what was a stay. Takes some 40 bytes for each second of fixes at most.
public struct DayLog: Sendable {
    /// What a believed fix told.
    struct Sample: Sendable {
        var at: Timestamp
        /// Where the member was, errors smoothed.
        var spot: Spot
        /// 68 % radius in metres.
        var accuracy: Float
        /// What the member had been doing since the sample before; corrected in hindsight.
        var motion: Motion?
        /// Which of the places, -1 for none.
        var place: Int16
    }

    /// Samples between which the member did not leave the spot.
    struct Spell: Sendable {
        var first: Int
        var last: Int
        var spot: Spot
    }

    private(set) var samples: [Sample] = []
    let places: PlaceSet
    private var presence = Presence()
    private var still: StillPoint?
    /// Ended ones that were long enough for a stay.
    private var spells: [Spell] = []
    private var spellStart = 0
    /// The middle of the spell that is not over yet.
    private var lastSpot = Spot(latitude: 0, longitude: 0)

    static let stayMilliseconds: Int64 = 300_000
    static let gapMilliseconds: Int64 = 600_000
    /// More than one fix a second tells nothing more about a day.
    private static let sampleMilliseconds: Int64 = 1_000
    /// A motion is noticed with a delay; in hindsight it begins up to so much before.
    private static let hindsightMilliseconds: Int64 = 120_000
    /// A recorder that states no accuracy writes a smooth track.
    private static let unstatedAccuracy: Float = 5

    /// A log of somebody who has these places.
    public init(places: PlaceSet) {
        self.places = places
    }

    /// Takes the next fix; what is not later than the one before is passed over, and so are outliers and fixes whose
    /// own time lay in the future.
    public mutating func take(_ record: FixRecord) {
        let fix = record.fix
        guard record.marks.isDisjoint(with: [.discarded, .future]) else { return }
        if let last = samples.last, fix.at.milliseconds(since: last.at) < DayLog.sampleMilliseconds { return }
        guard presence.apply(fix, receivedAt: fix.at, places: places).standing == .current else { return }
        let waypoint = Waypoint(fix)
        let isStated = fix.accuracyMetres != nil
        let scale = LocalScale(latitude: fix.coordinate.latitude)
        takeStill(waypoint, isStated: isStated, scale: scale)
        var place: Int16 = -1
        if case .place(let id) = presence.whereabouts.state, let index = places.index(of: id) { place = Int16(index) }
        var sample = Sample(
            at: fix.at,
            spot: waypoint.spot,
            accuracy: isStated ? waypoint.accuracy : DayLog.unstatedAccuracy,
            motion: presence.motion,
            place: place
        )
        sample.spot = smoothed(sample, scale: scale)
        samples.append(sample)
        correctMotionBefore()
    }

    /// What was taken so far, summed up.
    public var summary: DaySummary {
        DayReading(samples: samples, stays: stays(), places: places).summary
    }

    /// The point of a sample, drawn towards the one before for as long as the way between them is not clearly more than
    /// an error: never so far that a corner is cut by more than twice its accuracy.
    private func smoothed(_ sample: Sample, scale: LocalScale) -> Spot {
        guard let before = samples.last else { return sample.spot }
        let way = before.spot.metres(to: sample.spot, scale: scale)
        let accuracy = Double(sample.accuracy)
        let seconds = sample.at.seconds(since: before.at)
        let memory = accuracy / max(Double(presence.pace.speed), 0.7)
        let rest = way.length * memory / (seconds + memory)
        guard way.length > 0 else { return sample.spot }
        let share = min(rest, 2 * accuracy) / way.length
        return sample.spot.moved(by: Offset(north: -way.north * share, east: -way.east * share), scale: scale)
    }

    private mutating func takeStill(_ waypoint: Waypoint, isStated: Bool, scale: LocalScale) {
        let hasLeft = still?.take(waypoint, isStated: isStated, scale: scale)
        guard let hasLeft else {
            still = StillPoint(waypoint)
            return
        }
        guard hasLeft else {
            lastSpot = still?.spot ?? waypoint.spot
            return
        }
        endSpell(into: &spells)
        spellStart = samples.count
        lastSpot = waypoint.spot
    }

    private func endSpell(into spells: inout [Spell]) {
        let last = samples.count - 1
        guard last > spellStart,
            samples[last].at.milliseconds(since: samples[spellStart].at) >= DayLog.stayMilliseconds
        else { return }
        spells.append(Spell(first: spellStart, last: last, spot: lastSpot))
    }

    /// Presence says since when a motion lasts once it is sure: the samples since then get it too.
    private mutating func correctMotionBefore() {
        let last = samples.count - 1
        guard last > 0, let motion = presence.motion, samples[last - 1].motion != motion,
            let since = presence.motionSince
        else { return }
        // A drive ends when it was last fast; between slower motions that is no boundary.
        let isDriveEnding = samples[last - 1].motion == .automotive
        let delay = isDriveEnding ? 2 * DayLog.hindsightMilliseconds : DayLog.hindsightMilliseconds
        let earliest = max(since, samples[last].at.advanced(byMilliseconds: -delay))
        var index = last - 1
        while index > 0, samples[index].motion == nil || samples[index - 1].at >= earliest {
            samples[index].motion = motion
            index -= 1
        }
    }

    /// The spells long enough, those together that only an error parts.
    private func stays() -> [Spell] {
        var all = spells
        endSpell(into: &all)
        var stays: [Spell] = []
        for spell in all {
            guard let before = stays.last, isOne(before, spell) else {
                stays.append(spell)
                continue
            }
            let isLonger = duration(spell) > duration(before)
            stays[stays.count - 1].last = spell.last
            if isLonger { stays[stays.count - 1].spot = spell.spot }
        }
        return stays
    }

    private func duration(_ spell: Spell) -> Int64 {
        samples[spell.last].at.milliseconds(since: samples[spell.first].at)
    }

    /// Whether the member was never far from either spell, and soon back.
    private func isOne(_ before: Spell, _ after: Spell) -> Bool {
        guard samples[after.first].at.milliseconds(since: samples[before.last].at) < DayLog.stayMilliseconds else {
            return false
        }
        let scale = LocalScale(latitude: Double(before.spot.latitude) / 1e7)
        guard before.spot.metres(to: after.spot, scale: scale).length <= DayLog.sameSpotMetres else { return false }
        return (before.last...after.first).allSatisfy { index in
            before.spot.metres(to: samples[index].spot, scale: scale).length
                <= max(DayLog.sameSpotMetres, 3.5 * Double(samples[index].accuracy))
        }
    }

    private static let sameSpotMetres = 100.0
}
