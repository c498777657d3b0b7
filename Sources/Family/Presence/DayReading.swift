/// A day's samples and stays on their way to a summary.
///
/// Between two samples lies an interval, named by the later one.
struct DayReading {
    let samples: [DayLog.Sample]
    let stays: [DayLog.Spell]
    let places: PlaceSet

    /// Intervals of one motion: from the sample `first` to the sample `last`.
    private struct Run {
        var first: Int
        var last: Int
        var motion: Motion?
    }

    private static let segmentMilliseconds: Int64 = 60_000
    private static let tripMetresMin = 100.0
    /// Nobody goes faster: what seems so is two phones, or an error that was believed.
    private static let metresPerSecondMax = 1_000 / 3.6

    var summary: DaySummary {
        var summary = DaySummary()
        guard samples.count > 1 else { return summary }
        let runs = merged(runs(of: motions()).map(corrected))
        let way = way(along: runs)
        summary.strip = runs.map { run in
            DaySummary.Segment(from: samples[run.first].at, to: samples[run.last].at, motion: run.motion)
        }
        for motion in Motion.allCases.map(Optional.some) + [nil] {
            let own = runs.filter { $0.motion == motion }
            guard !own.isEmpty else { continue }
            let milliseconds = own.reduce(0) { $0 + duration($1) }
            summary.activities.append(
                DaySummary.Activity(
                    motion: motion,
                    distanceMetres: own.reduce(0) { $0 + way[$1.last] - way[$1.first] },
                    seconds: (milliseconds + 500) / 1_000
                )
            )
        }
        summary.stays = stays.compactMap(stay)
        summary.trips = trips(runs, way)
        return summary
    }

    /// What was done in each interval, by hindsight.
    private func motions() -> [Motion?] {
        var motions = samples.map { $0.motion }
        for index in 1..<samples.count
        where samples[index].at.milliseconds(since: samples[index - 1].at) > DayLog.gapMilliseconds {
            motions[index] = nil
        }
        for stay in stays {
            for index in stay.first + 1...stay.last { motions[index] = .stationary }
        }
        return motions
    }

    /// Intervals of one motion together; a stay is a run by itself.
    private func runs(of motions: [Motion?]) -> [Run] {
        var runs: [Run] = []
        var isBorder = Array(repeating: false, count: samples.count)
        for stay in stays {
            isBorder[stay.first] = true
            isBorder[stay.last] = true
        }
        for index in 1..<samples.count {
            if let before = runs.last, before.motion == motions[index], !isBorder[index - 1] {
                runs[runs.count - 1].last = index
            } else {
                runs.append(Run(first: index - 1, last: index, motion: motions[index]))
            }
        }
        return runs
    }

    /// Slow and shaken, a walk may look like standing still: not where it led clearly elsewhere.
    private func corrected(_ run: Run) -> Run {
        guard run.motion == .stationary, !stays.contains(where: { $0.first == run.first }) else { return run }
        let (start, end) = (waypoint(run.first), waypoint(run.last))
        let metres = start.metres(to: end, scale: LocalScale(latitude: Double(end.spot.latitude) / 1e7))
        guard metres > max(50, 4 * Double(end.accuracy)) else { return run }
        var run = run
        let likely = Motion(speedMetresPerSecond: metres / end.at.seconds(since: start.at), before: nil)
        run.motion = likely == .stationary ? .walking : likely
        return run
    }

    /// The runs without those of under a minute: many in a row become one of what most of it was, few join the one
    /// before.
    private func merged(_ runs: [Run]) -> [Run] {
        var merged: [Run] = []
        var short: [Run] = []
        for run in runs {
            let isShort = duration(run) < DayReading.segmentMilliseconds
            if isShort { short.append(run) }
            let isEnough = milliseconds(short) >= DayReading.segmentMilliseconds
            guard !isShort || isEnough else { continue }
            if isEnough {
                append(Run(first: short[0].first, last: short[short.count - 1].last, motion: main(short)), to: &merged)
            } else if let first = short.first, merged.isEmpty, !isShort {
                merged.append(Run(first: first.first, last: run.first, motion: run.motion))
            } else if let last = short.last {
                merged[merged.count - 1].last = last.last
            }
            short = []
            if !isShort { append(run, to: &merged) }
        }
        if let first = short.first, let last = short.last {
            let rest = Run(first: first.first, last: last.last, motion: merged.last?.motion ?? main(short))
            append(rest, to: &merged)
        }
        return merged
    }

    private func append(_ run: Run, to runs: inout [Run]) {
        if let before = runs.last, before.motion == run.motion {
            runs[runs.count - 1].last = run.last
        } else {
            runs.append(run)
        }
    }

    private func milliseconds(_ short: [Run]) -> Int64 {
        guard let first = short.first, let last = short.last else { return 0 }
        return samples[last.last].at.milliseconds(since: samples[first.first].at)
    }

    private func main(_ runs: [Run]) -> Motion? {
        var totals: [Int64] = Array(repeating: 0, count: 6)
        for run in runs { totals[Int(run.motion?.rawValue ?? 0)] += duration(run) }
        var most = 0
        for index in 1..<totals.count where totals[index] > totals[most] { most = index }
        return Motion(rawValue: UInt8(most))
    }

    private func duration(_ run: Run) -> Int64 {
        samples[run.last].at.milliseconds(since: samples[run.first].at)
    }
}

// MARK: The way

extension DayReading {
    /// Metres gone up to each sample: nothing while stationary, and elsewhere from one point to the next that is
    /// clearly another, so that errors do not add up.
    private func way(along runs: [Run]) -> [Double] {
        var way = Array(repeating: 0.0, count: samples.count)
        var anchor = waypoint(0)
        var nextStay = 0
        for run in runs {
            for index in run.first + 1...run.last {
                way[index] = way[index - 1]
                if nextStay < stays.count, stays[nextStay].last < index { nextStay += 1 }
                if nextStay < stays.count, index > stays[nextStay].first {
                    anchor = Waypoint(spot: stays[nextStay].spot, at: samples[index].at, accuracy: 0)
                    continue
                }
                guard run.motion != .stationary else { continue }
                var here = waypoint(index)
                let isArrival = nextStay < stays.count && index == stays[nextStay].first
                if isArrival { here.spot = stays[nextStay].spot }
                let metres = anchor.metres(to: here, scale: LocalScale(latitude: Double(here.spot.latitude) / 1e7))
                guard isArrival || index == samples.count - 1 || metres >= max(15, Double(3 * here.accuracy)) else {
                    continue
                }
                if metres <= here.at.seconds(since: anchor.at) * DayReading.metresPerSecondMax { way[index] += metres }
                anchor = here
            }
        }
        return way
    }

    private func waypoint(_ index: Int) -> Waypoint {
        Waypoint(spot: samples[index].spot, at: samples[index].at, accuracy: samples[index].accuracy)
    }

    private func stay(_ spell: DayLog.Spell) -> DaySummary.Stay? {
        guard let coordinate = spell.spot.coordinate else { return nil }
        var times: [Int64] = Array(repeating: 0, count: places.places.count + 1)
        for index in spell.first + 1...spell.last {
            times[Int(samples[index].place) + 1] += samples[index].at.milliseconds(since: samples[index - 1].at)
        }
        var most = 0
        for index in times.indices where times[index] > times[most] { most = index }
        return DaySummary.Stay(
            from: samples[spell.first].at,
            to: samples[spell.last].at,
            place: most > 0 ? places.places[most - 1].id : nil,
            coordinate: coordinate
        )
    }

    private func trips(_ runs: [Run], _ way: [Double]) -> [DaySummary.Trip] {
        var trips: [DaySummary.Trip] = []
        var run = 0
        for number in 0...stays.count {
            let first = number > 0 ? stays[number - 1].last : 0
            let last = number < stays.count ? stays[number].first : samples.count - 1
            let metres = way[last] - way[first]
            guard last > first, metres >= DayReading.tripMetresMin else { continue }
            while run < runs.count, runs[run].last <= first { run += 1 }
            trips.append(
                DaySummary.Trip(
                    from: samples[first].at,
                    to: samples[last].at,
                    motion: mainMotion(runs[run...], way, first, last),
                    distanceMetres: metres
                )
            )
        }
        return trips
    }

    /// The motion of most of the way between two samples.
    private func mainMotion(_ runs: ArraySlice<Run>, _ way: [Double], _ first: Int, _ last: Int) -> Motion? {
        var totals: [Double] = Array(repeating: 0, count: 6)
        for run in runs {
            guard run.first < last else { break }
            totals[Int(run.motion?.rawValue ?? 0)] += way[min(run.last, last)] - way[max(run.first, first)]
        }
        var most = 0
        for index in 1..<totals.count where totals[index] > totals[most] { most = index }
        return Motion(rawValue: UInt8(most))
    }
}
