/// Which tile of a log is meant, as its path says it (C2SP tlog-tiles).
public struct LogTileName: Hashable, Sendable {
    /// From 0, the hashes of leaves, up; nil for the bundle of the entries themselves.
    public var level: Int?
    /// Counted from 0 within its level.
    public var number: Int
    /// How many hashes of a tile that was not full; nil for a full one.
    public var width: Int?

    public init(level: Int?, number: Int, width: Int? = nil) {
        self.level = level
        self.number = number
        self.width = width
    }
}

extension LogTileName {
    /// The last parts of its path: a number of more than three digits is a folder for each three.
    var path: String {
        var parts = [level.map(String.init) ?? "entries"]
        var groups: [Int] = []
        var rest = number
        repeat {
            groups.insert(rest % 1_000, at: 0)
            rest /= 1_000
        } while rest > 0
        for (place, group) in groups.enumerated() {
            let digits = String(repeating: "0", count: 3 - String(group).count) + String(group)
            parts.append(place == groups.count - 1 ? digits : "x" + digits)
        }
        if let width {
            parts[parts.count - 1] += ".p"
            parts.append(String(width))
        }
        return parts.joined(separator: "/")
    }

    /// Reads the last parts of a path; nil for what is no tile's in its one form.
    init?(_ parts: some BidirectionalCollection<String>) {
        guard let first = parts.first, var last = parts.last, parts.count > 1 else { return nil }
        level = first == "entries" ? nil : Int(first)
        guard first == "entries" || level != nil else { return nil }
        var middle = parts.dropFirst().dropLast()
        if let before = middle.last, before.hasSuffix(".p") {
            guard let read = Int(last), (1...255).contains(read) else { return nil }
            width = read
            last = String(before.dropLast(2))
            middle = middle.dropLast()
        }
        number = 0
        // Six groups are more than any log has.
        guard middle.count < 6, middle.allSatisfy({ $0.first == "x" }) else { return nil }
        for group in middle.map({ $0.dropFirst() }) + [last[...]] {
            guard group.utf8.count == 3, let digits = Int(group), digits >= 0 else { return nil }
            number = number * 1_000 + digits
        }
        guard Array(parts).joined(separator: "/") == path else { return nil }
    }
}
