/// How long and how often a measurement is taken; the defaults are those of docs/performance.md.
struct BenchOptions {
    /// Seconds of load in one run.
    var seconds = 4.0
    /// Runs with the reference in turn.
    var runs = 5
    /// Connections that send at once.
    var connections = 64
    var devices = 500
    /// Members who watch, each on a stream; nil for what the measurement is about.
    var watchers: Int?
    /// Fixes a second where the load is a steady one.
    var rate = 2_000.0
    /// Leaves the data folder where it is.
    var keep = false

    /// The flags that every measurement takes.
    static let flags: Set<String> = ["seconds", "runs", "connections", "devices", "watchers", "rate"]

    init(_ arguments: Arguments) throws(UsageError) {
        seconds = try BenchOptions.number(arguments, "seconds", 0.1...60) ?? seconds
        runs = try BenchOptions.number(arguments, "runs", 1...25).map { Int($0) } ?? runs
        connections = try BenchOptions.number(arguments, "connections", 1...10_000).map { Int($0) } ?? connections
        devices = try BenchOptions.number(arguments, "devices", 1...100_000).map { Int($0) } ?? devices
        watchers = try BenchOptions.number(arguments, "watchers", 1...18_000).map { Int($0) }
        rate = try BenchOptions.number(arguments, "rate", 1...100_000) ?? rate
        keep = arguments.switches.contains("keep")
        guard devices >= connections else { throw UsageError(words: "--devices is at least --connections.") }
    }

    private static func number(
        _ arguments: Arguments,
        _ name: String,
        _ range: ClosedRange<Double>
    ) throws(UsageError) -> Double? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(words: "--\(name) is from \(range.lowerBound.text(1)) to \(range.upperBound.text(0)).")
        }
        return number
    }
}
