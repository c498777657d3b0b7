extension DaySummary {
    /// Shorter times of a motion go with what is beside them.
    private static let segmentMilliseconds: Int64 = 60_000

    /// What a timeline adds up to.
    public init(_ timeline: Timeline) {
        guard let heard = timeline.heard, heard.lowerBound < heard.upperBound else { return }
        var pieces: [Piece] = []
        for entry in timeline.entries {
            switch entry {
            case .stay(let stay):
                stays.append(Stay(from: stay.from, to: stay.to, place: stay.place, coordinate: stay.coordinate))
                pieces.append(Piece(from: stay.from, to: stay.to, motion: .stationary))
            case .journey(let journey):
                trips.append(
                    Trip(
                        from: journey.from,
                        to: journey.to,
                        motion: journey.mode.motion,
                        distanceMetres: journey.distanceMetres
                    )
                )
                pieces += journey.legs.map {
                    Piece(from: $0.from, to: $0.to, motion: $0.mode.motion, metres: $0.distanceMetres)
                }
            case .unknown(let from, let to):
                pieces.append(Piece(from: from, to: to, motion: nil))
            }
        }
        let whole = pieces.filled(heard).joined(shorterThan: DaySummary.segmentMilliseconds)
        strip = whole.map { Segment(from: $0.from, to: $0.to, motion: $0.motion) }
        for motion in Motion.allCases.map(Optional.some) + [nil] {
            let own = whole.filter { $0.motion == motion }
            guard !own.isEmpty else { continue }
            let milliseconds = own.reduce(0) { $0 + $1.milliseconds }
            activities.append(
                Activity(
                    motion: motion,
                    distanceMetres: motion == .stationary ? 0 : own.reduce(0) { $0 + $1.metres },
                    seconds: (milliseconds + 500) / 1_000
                )
            )
        }
    }
}

/// A time of one motion on its way to a strip.
private struct Piece {
    var from: Timestamp
    var to: Timestamp
    var motion: Motion?
    var metres = 0.0

    var milliseconds: Int64 { to.milliseconds(since: from) }
}

extension [Piece] {
    /// The pieces without a gap from one moment to another: whatever is no journey of its own led nowhere.
    fileprivate func filled(_ heard: ClosedRange<Timestamp>) -> [Piece] {
        var filled: [Piece] = []
        var end = heard.lowerBound
        for piece in self {
            if end < piece.from { filled.append(Piece(from: end, to: piece.from, motion: .stationary)) }
            var piece = piece
            piece.from = Swift.max(piece.from, end)
            if piece.from < piece.to { filled.append(piece) }
            end = Swift.max(end, piece.to)
        }
        if end < heard.upperBound { filled.append(Piece(from: end, to: heard.upperBound, motion: .stationary)) }
        return filled
    }

    /// Neighbours of one motion together; what is shorter and led nowhere goes with its longer neighbour.
    fileprivate func joined(shorterThan milliseconds: Int64) -> [Piece] {
        var pieces: [Piece] = []
        for piece in self { pieces.append(joining: piece) }
        while pieces.count > 1, let short = pieces.shortest, pieces[short].milliseconds < milliseconds {
            let isLast = short == pieces.count - 1
            let isBefore = short > 0 && (isLast || pieces[short - 1].milliseconds >= pieces[short + 1].milliseconds)
            pieces[short].motion = pieces[isBefore ? short - 1 : short + 1].motion
            let old = pieces
            pieces = []
            for piece in old { pieces.append(joining: piece) }
        }
        return pieces
    }

    private var shortest: Int? {
        indices.filter { self[$0].metres == 0 }.min { self[$0].milliseconds < self[$1].milliseconds }
    }

    private mutating func append(joining piece: Piece) {
        guard let before = last, before.motion == piece.motion else { return append(piece) }
        self[count - 1].to = piece.to
        self[count - 1].metres += piece.metres
    }
}

extension JourneyMode {
    /// The motion that it is, as a phone would say it.
    fileprivate var motion: Motion? {
        switch self {
        case .unknown: nil
        case .walk: .walking
        case .run: .running
        case .cycle: .cycling
        case .drive, .train, .fly: .automotive
        }
    }
}
