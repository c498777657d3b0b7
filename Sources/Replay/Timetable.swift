package import Family

/// When each fix of a recorded track is sent, and which time it carries.
///
/// A pure value: the same track, pace and start always give the same timetable. No stamp lies in the future of its
/// sending, and stamps grow with it, as those of a phone that sends what it has just measured.
package struct Timetable: Sendable, Equatable {
    /// Which times the fixes carry.
    package enum Times: String, Sendable, CaseIterable {
        /// The recorded spacing, moved so that the replay ends in the present. The hub sees the speeds and stops that
        /// were recorded; a fix of a fast replay is old when it is sent, the first one by nearly the track's length.
        case shifted
        /// Moved, and squeezed only as far as keeps every fix younger than ``freshMilliseconds`` when it is sent: fit to
        /// be drawn as live and to cause notices, at speeds higher than recorded.
        case squeezed
        /// As recorded.
        case original
    }

    /// One fix on its way.
    package struct Entry: Sendable, Equatable {
        /// The fix, with the time that it carries.
        package var fix: Fix
        /// When to send it, counted from the start of the replay.
        package var afterMilliseconds: Int64
    }

    /// A minute less than what the hub still calls live.
    package static let freshMilliseconds: Int64 = 240_000
    /// A recorded pause between two files longer than this, or one that goes back in time, becomes ``joinMilliseconds``.
    package static let pauseMillisecondsMax: Int64 = 3_600_000
    package static let joinMilliseconds: Int64 = 60_000

    /// In the order of sending.
    package let entries: [Entry]
    package let times: Times
    /// How old the fix is that is the oldest when it is sent, by its stamp.
    package let oldestMilliseconds: Int64

    /// Lays out the tracks one after another.
    ///
    /// - Parameters:
    ///   - tracks: the fixes of each file in any order of time; the files follow one another as given.
    ///   - speed: how many times faster than recorded; `.infinity` leaves no time between two fixes. Positive.
    ///   - times: which times the fixes carry.
    ///   - start: the moment when the first fix is sent.
    package init(tracks: [[Fix]], speed: Double, times: Times, start: Timestamp) {
        precondition(speed > 0)
        let moments = Timetable.joined(tracks)
        let length = moments.last?.offset ?? 0
        let stamps = StampRule(times, length: length, speed: speed)
        self.times = times
        entries = moments.map { moment in
            var fix = moment.fix
            if let offset = stamps.offset(at: moment.offset) { fix.at = start.advanced(byMilliseconds: offset) }
            return Entry(fix: fix, afterMilliseconds: Int64(Double(moment.offset) / speed))
        }
        oldestMilliseconds =
            entries.map { start.advanced(byMilliseconds: $0.afterMilliseconds).milliseconds(since: $0.fix.at) }.max()
            ?? 0
    }

    /// A fix and its distance from the first one, in milliseconds of the recording.
    private struct Moment {
        let fix: Fix
        let offset: Int64
    }

    private static func joined(_ tracks: [[Fix]]) -> [Moment] {
        var moments: [Moment] = []
        var end: Timestamp?
        for track in tracks {
            // Equal times stay in the order recorded.
            let fixes = track.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            guard let first = fixes.first?.element.at, let last = fixes.last?.element.at else { continue }
            var from: Int64 = 0
            if let end, let before = moments.last?.offset {
                let pause = first.milliseconds(since: end)
                from = before + ((0...pauseMillisecondsMax).contains(pause) ? pause : joinMilliseconds)
            }
            for (_, fix) in fixes { moments.append(Moment(fix: fix, offset: from + fix.at.milliseconds(since: first))) }
            end = last
        }
        return moments
    }
}

/// Where on the time line of a replay the stamps lie: all in milliseconds from its start.
private struct StampRule {
    /// Of the first stamp, negative before the start; nil keeps the recorded times.
    private let first: Int64?
    /// Milliseconds of stamps for each recorded one.
    private let scale: Double

    init(_ times: Timetable.Times, length: Int64, speed: Double) {
        let duration = Double(length) / speed
        // How much older than the last fix the first one would be when it is sent; a slow replay stretches instead.
        let lead = max(0, Double(length) - duration)
        switch times {
        case .original: (first, scale) = (nil, 1)
        // Whole seconds, so that apps which send no fractions keep the recorded spacing.
        case .shifted: (first, scale) = (-Int64((lead / 1_000).rounded(.up)) * 1_000, 1)
        case .squeezed:
            let age = min(lead, Double(Timetable.freshMilliseconds))
            first = -Int64(age.rounded(.up))
            scale = length == 0 ? 1 : (duration + age) / Double(length)
        }
    }

    func offset(at recorded: Int64) -> Int64? {
        first.map { $0 + Int64((Double(recorded) * scale).rounded(.down)) }
    }
}
