extension Timeline {
    /// The points that nothing but an address can name, each once.
    ///
    /// These are stays outside the member's own places, and ends of journeys with no stay beside them.
    public var pointsWithoutNames: [Coordinate] {
        var points: [Coordinate] = []
        var known = Set<Coordinate>()
        for index in entries.indices {
            for point in pointsWithoutNames(at: index) where known.insert(point).inserted { points.append(point) }
        }
        return points
    }

    /// Where the journey at an index began, where no stay before it says so.
    public func openStart(ofEntry index: Int) -> Coordinate? {
        guard case .journey(let journey) = entries[index] else { return nil }
        if index > 0, case .stay(let stay) = entries[index - 1], stay.to >= journey.from { return nil }
        return journey.line.first?.coordinate
    }

    /// Where the journey at an index ended, where no stay after it says so.
    public func openEnd(ofEntry index: Int) -> Coordinate? {
        guard case .journey(let journey) = entries[index] else { return nil }
        if index + 1 < entries.count, case .stay(let stay) = entries[index + 1], stay.from <= journey.to { return nil }
        return journey.line.last?.coordinate
    }

    private func pointsWithoutNames(at index: Int) -> [Coordinate] {
        guard case .stay(let stay) = entries[index] else {
            return [openStart(ofEntry: index), openEnd(ofEntry: index)].compactMap { $0 }
        }
        return stay.place == nil ? [stay.coordinate] : []
    }
}
