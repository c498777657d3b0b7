import Family

/// A made-up day, and what a phone sends of it: the tests know how it was.
struct LivedDay {
    /// What somebody does: stays so many minutes, or goes to a point at a speed.
    enum Leg {
        case stay(minutes: Double)
        case go(east: Double, metresPerSecond: Double)
        /// The phone is off while somebody comes so far.
        case silence(east: Double, minutes: Double)
    }

    /// How a phone sends.
    enum Phone: CustomStringConvertible {
        /// Each so many seconds, wherever it is.
        case dense(seconds: Double)
        /// After 500 metres, and five minutes at least; in one spot never.
        case significant
        /// After so many metres; in one spot never.
        case distance(metres: Double)

        var description: String {
            switch self {
            case .dense(let seconds): "each \(seconds) s"
            case .significant: "significant changes"
            case .distance(let metres): "each \(metres) m"
            }
        }
    }

    var legs: [Leg]
    var phone = Phone.dense(seconds: 10)
    var seed: UInt64 = 1
    var start = Scene.start
    var accuracy = 5.0...20

    /// The fixes, with the errors of an honest phone.
    var records: [FixRecord] {
        var random = SeededRandom(seed: seed)
        var records: [FixRecord] = []
        var (east, second) = (0.0, 0.0)
        var sent = (east: -1e9, second: -1e9)
        for leg in legs {
            let stated = Double.random(in: accuracy, using: &random)
            var error = HonestError(accuracy: stated, drift: random.unit() < 0.5 ? 0 : 0.95, random: &random)
            let begun = east
            let (target, seconds): (Double, Double) =
                switch leg {
                case .stay(let minutes): (begun, minutes * 60)
                case .go(let target, let speed): (target, abs(target - begun) / speed)
                case .silence(let target, let minutes): (target, minutes * 60)
                }
            for elapsed in stride(from: 0, to: seconds, by: 1) {
                east = begun + (target - begun) * elapsed / seconds
                let now = second + elapsed
                if case .silence = leg { continue }
                let isDue =
                    switch phone {
                    case .dense(let apart): now - sent.second >= apart
                    case .significant: abs(east - sent.east) >= 500 && now - sent.second >= 300
                    case .distance(let metres): abs(east - sent.east) >= metres
                    }
                guard isDue else { continue }
                error.step(&random)
                sent = (east, now)
                var fix = Fix(
                    coordinate: Scene.point(east + error.east, error.north),
                    at: start.advanced(byMilliseconds: Int64(now * 1_000))
                )
                fix.accuracyMetres = stated
                records.append(FixRecord(fix: fix, receivedAt: fix.at, marks: []))
            }
            east = target
            second += seconds
        }
        return records
    }

    /// All that the fixes tell.
    func timeline(places: [Place] = [Scene.home]) -> Timeline {
        let all = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
        return Timeline(records: records, places: PlaceSet(places), period: all)
    }
}

extension Timeline {
    var stays: [Stay] {
        entries.compactMap { if case .stay(let stay) = $0 { stay } else { nil } }
    }

    var journeys: [Journey] {
        entries.compactMap { if case .journey(let journey) = $0 { journey } else { nil } }
    }

    /// Its entries in a word each, for tests to compare.
    var words: [String] {
        entries.map { entry in
            switch entry {
            case .stay(let stay): stay.place.map { "stay \($0.low)" } ?? "stay"
            case .journey(let journey): "\(journey.mode)"
            case .unknown: "?"
            }
        }
    }
}

extension Timeline.Stay {
    var minutes: Double { to.seconds(since: from) / 60 }
}
