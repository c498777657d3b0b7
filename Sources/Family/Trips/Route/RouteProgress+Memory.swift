extension RouteProgress {
    /// When the newest fix was taken, in milliseconds; -1 before the first.
    public var lastAtMilliseconds: Int64 { at?.milliseconds ?? -1 }

    /// How many answers are remembered, 8 at most.
    public var answersCount: Int { answers.count }

    /// One of the answers: how far along it lies, and what it costs beside the best.
    public func answer(_ index: Int) -> (alongMetres: Double, cost: Double) {
        (answers[index].alongMetres, answers[index].cost)
    }

    /// Goes on from the time and the answers of before, given one after the other.
    ///
    /// - Returns: false for what `answer` never is; then nothing changed.
    public mutating func restore(alongMetres: Double, cost: Double, lastAtMilliseconds: Int64) -> Bool {
        guard answers.count < Self.answersMax, alongMetres >= 0, alongMetres <= path.metres + 1, cost >= 0,
            cost < 1_000
        else { return false }
        at = Timestamp(milliseconds: lastAtMilliseconds)
        answers.append(RoutePath.Match(alongMetres: alongMetres, offMetres: 0, cost: cost))
        return true
    }
}
