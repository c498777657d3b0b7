import HearthProgram
import Family
import FoundationEssentials
import Glibc

/// How long a million fixes take to come into a member's history, from the file to the disk.
enum ImportBench {
    private static let fixes = 1_000_000

    static func run(_ options: BenchOptions) async throws {
        var figure = BenchFigure("A10", "a million fixes brought into a history, by `hearth import`", reach: "60 s")
        for (name, form) in [("gpx", Form.gpx), ("json", Form.records)] {
            var seconds: [Double] = []
            var (fileBytes, databaseBytes) = (0, 0)
            for number in 1...min(options.runs, 3) {
                let trial = try await TrialHub("import-\(name)", members: 1)
                defer { if !options.keep { trial.remove() } }
                let path = trial.folder + "/track.\(name)"
                fileBytes = try write(form, to: path)
                let before = size(trial.folder)
                let begun = monotonicNanoseconds()
                let words = [
                    "import", path, "--member", TrialHub.phone(0), "--keep", "forever", "--data", trial.folder,
                ]
                try ChildProcess.hearth(words).wait()
                seconds.append(Double(monotonicNanoseconds() - begun) / 1e9)
                let stored = try await trial.storedFixes()
                guard stored == fixes else { throw CommandFailure(words: "\(stored) fixes were stored") }
                databaseBytes = size(trial.folder) - before
                say("\(name), run \(number): \(seconds[number - 1].text(1)) s")
            }
            let kind = name == "gpx" ? "GPX" : "Records.json"
            figure.add("\(kind) of \((Double(fileBytes) / 1e6).text(0)) MB", Samples(seconds).median, "s", decimals: 1)
            figure.add("\(kind), worst run", Samples(seconds).most, "s", decimals: 1)
            figure.add("\(kind), on disk", Double(databaseBytes) / Double(fixes), "bytes a fix", decimals: 1)
        }
        try figure.publish()
    }

    /// The bytes of the database with all that belongs to it.
    private static func size(_ folder: String) -> Int {
        ["hearth.db", "hearth.db-wal"].reduce(0) { sum, name in
            var facts = stat()
            return sum + (unsafe stat("\(folder)/\(name)", &facts) == 0 ? Int(facts.st_size) : 0)
        }
    }

    /// Writes a file of fixes; answers how long it is.
    private static func write(_ form: Form, to path: String) throws -> Int {
        var wanderer = Wanderer()
        var bytes = Array(form.head.utf8)
        bytes.reserveCapacity(fixes * 120)
        for number in 0..<fixes {
            wanderer.step()
            bytes += form.line(number, wanderer).utf8
        }
        bytes += form.tail.utf8
        try Data(bytes).write(to: URL(filePath: path))
        return bytes.count
    }
}

/// How a file of fixes is written.
private struct Form: Sendable {
    let head: String
    let line: @Sendable (Int, Wanderer) -> String
    let tail: String

    /// GPX, as most programs write it.
    static let gpx = Form(
        head: "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><trkseg>\n",
        line: { number, wanderer in
            let at = Timestamp(milliseconds: wanderer.seconds * 1_000).text.prefix(19)
            return "<trkpt lat=\"\(wanderer.latitude.text(7))\" lon=\"\(wanderer.longitude.text(7))\">"
                + "<ele>\(450 + number % 50).5</ele><time>\(at)Z</time></trkpt>\n"
        },
        tail: "</trkseg></trk></gpx>\n"
    )

    /// Google's Records.json.
    static let records = Form(
        head: "{\"locations\":[\n",
        line: { number, wanderer in
            (number == 0 ? "" : ",\n")
                + "{\"timestampMs\":\"\(wanderer.seconds)123\",\"latitudeE7\":\(Int(wanderer.latitude * 1e7)),"
                + "\"longitudeE7\":\(Int(wanderer.longitude * 1e7)),\"accuracy\":\(10 + number % 30)}"
        },
        tail: "\n]}\n"
    )
}

/// Somebody who wanders about for three years and more, heard now and then; the same each time.
private struct Wanderer: Sendable {
    private(set) var seconds: Int64 = 1_577_836_800
    private(set) var latitude = 47.14
    private(set) var longitude = 9.52
    private var seed: UInt64 = 7

    mutating func step() {
        seconds += [5, 10, 60, 120, 300][Int(next() % 5)]
        latitude += (Double(next()) / Double(1 << 31) * 2 - 1) * 2e-4
        longitude += (Double(next()) / Double(1 << 31) * 2 - 1) * 2e-4
        if !(46...48).contains(latitude) { latitude = 47.14 }
    }

    private mutating func next() -> UInt64 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed >> 33
    }
}
