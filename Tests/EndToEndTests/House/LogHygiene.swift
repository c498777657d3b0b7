/// S23: what no log of a hub may hold.
enum LogHygiene {
    /// The names of what stands in a log: secrets that are known, and whatever looks like a number or a coordinate.
    static func found(in log: String, secrets: [String: String]) -> [String] {
        var found = secrets.filter { log.contains($0.value) }.map(\.key).sorted()
        if log.contains(/\+\d{8,15}\b/) { found.append("something like a number") }
        if log.contains(/(?:^|[^\d.])\d{1,3}\.\d{4,}/) { found.append("something like a coordinate") }
        return found
    }
}
