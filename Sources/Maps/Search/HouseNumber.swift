/// House numbers as signs have them, and as they are compared.
enum HouseNumber {
    /// What is kept of a number on a sign: 1 to 20 letters.
    static func isNumber(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.unicodeScalars.contains { ("0"..."9").contains($0) }
    }

    /// A number as it is compared: small letters, no gaps; nil where a word is none.
    static func key(_ word: some StringProtocol) -> String? {
        let kept = word.lowercased().unicodeScalars.filter {
            ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "/" || $0 == "-"
        }
        guard let first = kept.first, ("0"..."9").contains(first), kept.count <= 10 else { return nil }
        return String(String.UnicodeScalarView(kept))
    }

    /// All numbers by which a sign is found: "12-14" also by 12 and 14, "3;5" by 3 and 5.
    static func keys(_ sign: String) -> [String] {
        var keys: [String] = []
        for part in sign.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            guard let whole = key(part) else { continue }
            keys.append(whole)
            let ends = whole.split(separator: "-").map(String.init)
            if ends.count == 2 { keys += ends }
        }
        return keys.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The numbers between two that a way of `addr:interpolation` stands for, without these two.
    static func between(_ first: String, _ last: String, scheme: String) -> [Int] {
        guard let first = Int(first), let last = Int(last), first > 0, last > 0, abs(last - first) <= 1_000 else {
            return []
        }
        let step: Int
        switch scheme {
        case "all": step = 1
        case "even", "odd": step = 2
        default:
            guard let own = Int(scheme), (1...20).contains(own) else { return [] }
            step = own
        }
        let numbers = Array(stride(from: first, to: last, by: first < last ? step : -step).dropFirst())
        return numbers.filter { scheme == "even" ? $0 % 2 == 0 : scheme == "odd" ? $0 % 2 == 1 : true }
    }
}

/// A way along which houses have numbers that nobody wrote down one by one.
struct NumberedLine {
    let points: [MapPoint]
    let scheme: String

    /// Where the numbers between two of its corners are: evenly along the way.
    static func places(of numbers: [Int], first: Int, last: Int, along line: ArraySlice<MapPoint>) -> [MapPoint] {
        let pieces = zip(line, line.dropFirst()).map { (from: $0, to: $1, metres: $0.metres(to: $1)) }
        let whole = pieces.reduce(0) { $0 + $1.metres }
        return numbers.compactMap { number in
            var left = whole * Double(number - first) / Double(last - first)
            for piece in pieces {
                guard left > piece.metres else {
                    let part = piece.metres > 0 ? left / piece.metres : 0
                    return MapPoint(
                        x: Int32(Double(piece.from.x) + part * (Double(piece.to.x) - Double(piece.from.x))),
                        y: Int32(Double(piece.from.y) + part * (Double(piece.to.y) - Double(piece.from.y)))
                    )
                }
                left -= piece.metres
            }
            return line.last
        }
    }
}
