import HearthProgram

/// Figures of one kind, to be summed up.
struct Samples {
    private let sorted: [Double]

    init(_ values: some Sequence<Double>) {
        sorted = values.sorted()
    }

    /// Nanoseconds as milliseconds.
    init(milliseconds nanoseconds: some Sequence<Int64>) {
        self.init(nanoseconds.map { Double($0) / 1_000_000 })
    }

    /// The value that so large a part lies at or under; 0 of nothing.
    func quantile(_ part: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
        return rank < sorted.count ? sorted[max(0, rank)] : last
    }

    var median: Double {
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    var least: Double { sorted.first ?? 0 }
    var most: Double { sorted.last ?? 0 }
}

extension Double {
    /// The number with so many digits after the point.
    func text(_ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int64((self * scale).rounded())
        guard decimals > 0 else { return "\(whole)" }
        let digits = "\(abs(whole))"
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
