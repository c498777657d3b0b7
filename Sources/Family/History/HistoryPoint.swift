/// A fix as history goes by it.
struct HistoryPoint: Sendable {
    var waypoint: Waypoint
    /// What the phone itself said.
    var speedMetresPerSecond: Double?
    var motion: Motion?

    var at: Timestamp { waypoint.at }
    var spot: Spot { waypoint.spot }
    /// 68 % radius in metres.
    var accuracy: Double { Double(waypoint.accuracy) }

    /// A recorder that states no accuracy writes a smooth track.
    private static let unstatedAccuracy = 10.0
    /// Rule 2 of the geofences: what is less exact tells nothing of where somebody was.
    private static let accuracyMetresMax = 200.0

    init?(_ fix: Fix) {
        guard let accuracy = HistoryPoint.accuracy(of: fix) else { return nil }
        waypoint = Waypoint(spot: Spot(fix.coordinate), at: fix.at, accuracy: Float(accuracy))
        speedMetresPerSecond = fix.speedMetresPerSecond
        motion = fix.motion
    }

    /// How exact a fix is taken to be, in metres; nil where it tells nothing.
    @inline(__always)
    fileprivate static func accuracy(of fix: Fix) -> Double? {
        let accuracy = max(fix.accuracyMetres ?? unstatedAccuracy, 3)
        return accuracy <= accuracyMetresMax ? accuracy : nil
    }

    var scale: LocalScale { LocalScale(latitude: Double(spot.latitude) / 1e7) }

    func metres(to other: HistoryPoint) -> Double {
        waypoint.metres(to: other.waypoint, scale: scale)
    }

    func seconds(to other: HistoryPoint) -> Double {
        other.at.seconds(since: at)
    }

    /// F54, whatever the accuracy: nobody can have gone so fast over the ground, and no error explains it.
    func teleports(to other: HistoryPoint) -> Bool {
        let way = metres(to: other)
        return way > 3 * (accuracy + other.accuracy) && way > seconds(to: other) * 300 / 3.6
    }
}

extension [HistoryPoint] {
    /// More than a fix in three seconds tells nothing more about a day.
    private static let apartMilliseconds: Int64 = 3_000
    /// Points elsewhere are strays for so long; who is there longer is there.
    private static let strayMilliseconds: Int64 = 600_000
    /// So many stretches of strays in a row at most.
    private static let strayChainsMax = 8

    /// The points of fixes in the order of time: believable ones, none of them a stray.
    init(_ records: [FixRecord]) {
        var points: [HistoryPoint] = []
        for record in records where record.marks.isDisjoint(with: [.discarded, .future]) {
            if let last = points.last {
                let since = record.fix.at.milliseconds(since: last.at)
                guard since > 0 else { continue }
                if since < [HistoryPoint].apartMilliseconds {
                    // Of two that are close the better one, the first where they are as good; most make no point.
                    guard let accuracy = HistoryPoint.accuracy(of: record.fix),
                        Float(accuracy) < last.waypoint.accuracy,
                        let point = HistoryPoint(record.fix)
                    else { continue }
                    points[points.count - 1] = point
                    continue
                }
            }
            if let point = HistoryPoint(record.fix) { points.append(point) }
        }
        self = points.withoutTeleports.withoutSpikes
    }

    /// Stretches that one can only have come to by a leap are left out where those around them join without.
    private var withoutTeleports: [HistoryPoint] {
        var chains: [[HistoryPoint]] = []
        var start = 0
        for index in indices.dropFirst() where self[index - 1].teleports(to: self[index]) {
            chains.append(Array(self[start..<index]))
            start = index
        }
        guard !chains.isEmpty else { return self }
        chains.append(Array(self[start...]))
        var kept: [[HistoryPoint]] = []
        for chain in chains {
            guard let joined = [HistoryPoint].joined(chain, to: kept) else {
                kept.append(chain)
                continue
            }
            kept.removeSubrange((joined + 1)...)
            kept[joined] += chain
        }
        return kept.flatMap { $0 }
    }

    /// The chain that this one goes on from, where all between them are strays: short, and of fewer points.
    private static func joined(_ chain: [HistoryPoint], to kept: [[HistoryPoint]]) -> Int? {
        var index = kept.count - 1
        var strays = 0
        while index > 0, kept.count - index <= strayChainsMax {
            let stray = kept[index]
            strays += stray.count
            guard stray[stray.count - 1].at.milliseconds(since: stray[0].at) <= strayMilliseconds else { return nil }
            index -= 1
            let before = kept[index]
            guard strays < before.count + chain.count else { return nil }
            if !before[before.count - 1].teleports(to: chain[0]) { return index }
        }
        return nil
    }

    /// A lone point far less exact than its neighbours, which lie together, is an error and no way there and back.
    private var withoutSpikes: [HistoryPoint] {
        guard count > 2 else { return self }
        return indices.compactMap { index in
            guard index > 0, index < count - 1 else { return self[index] }
            let (before, point, after) = (self[index - 1], self[index], self[index + 1])
            let isVague = point.accuracy >= 60 && point.accuracy >= 2 * Swift.max(before.accuracy, after.accuracy)
            guard isVague, before.metres(to: after) <= 100, before.metres(to: point) > 100 else { return point }
            return nil
        }
    }

    /// Whether the phone says little: half of the steps between neighbours that lie apart take longer than ninety
    /// seconds, as with apps that send on a change of cell tower.
    var isSparse: Bool {
        var seconds: [Double] = []
        for index in indices.dropFirst() {
            let (before, after) = (self[index - 1], self[index])
            guard before.metres(to: after) > 30 + 2 * (before.accuracy + after.accuracy) else { continue }
            seconds.append(before.seconds(to: after))
        }
        guard !seconds.isEmpty else { return false }
        seconds.sort()
        return seconds[seconds.count / 2] >= 90
    }
}
