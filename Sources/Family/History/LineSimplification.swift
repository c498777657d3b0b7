extension [Timeline.LinePoint] {
    /// The same line with as few of its points as draw it: none that is left out lies further from it than this
    /// (Douglas and Peucker).
    func simplified(metres: Double) -> [Timeline.LinePoint] {
        guard count > 2 else { return self }
        let scale = LocalScale(latitude: self[0].coordinate.latitude)
        let flat = map { point in
            Offset(
                north: (point.coordinate.latitude - self[0].coordinate.latitude) * scale.metresPerDegreeNorth,
                east: wrappedDegrees(point.coordinate.longitude - self[0].coordinate.longitude)
                    * scale.metresPerDegreeEast
            )
        }
        var isKept = [Bool](repeating: false, count: count)
        (isKept[0], isKept[count - 1]) = (true, true)
        var open = [(0, count - 1)]
        while let (first, last) = open.popLast() {
            var farthest = first
            var most = metres
            for index in first + 1..<Swift.max(last, first + 1) {
                let away = flat[index].metres(toLineFrom: flat[first], to: flat[last])
                if away > most { (farthest, most) = (index, away) }
            }
            guard farthest > first else { continue }
            isKept[farthest] = true
            open += [(first, farthest), (farthest, last)]
        }
        return indices.compactMap { isKept[$0] ? self[$0] : nil }
    }
}

extension Offset {
    fileprivate func metres(toLineFrom start: Offset, to end: Offset) -> Double {
        let way = Offset(north: end.north - start.north, east: end.east - start.east)
        let here = Offset(north: north - start.north, east: east - start.east)
        guard way.lengthSquared > 0 else { return here.length }
        let share = min(max((here.north * way.north + here.east * way.east) / way.lengthSquared, 0), 1)
        return Offset(north: here.north - share * way.north, east: here.east - share * way.east).length
    }
}
