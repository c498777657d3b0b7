import HearthProgram
import Family
import FoundationEssentials
import Glibc
import Hub
import SQL
import SQLite

/// P5: what past days take on disk, of real tracks and of a fix each second, and how long such a day takes to be read.
enum PacksBench {
    private static let tracks = "Tests/Fixtures/tracks"
    /// Those whose times are possible, and long enough that a pack is more than its head.
    private static let names = ["around-visnjan-with-car", "cerknicko-jezero", "korita-zbevnica"]
    private static let day: Int64 = 86_400

    static func run(_ options: BenchOptions) async throws {
        let trial = try await TrialHub("packs", members: names.count + 1)
        defer { if !options.keep { trial.remove() } }
        let start = Timestamp(milliseconds: 1_772_323_200_000)
        let second = trial.folder + "/second.gpx"
        try Data(everySecond(from: start)).write(to: URL(filePath: second))
        for (number, file) in (names.map { "\(tracks)/\($0).gpx" } + [second]).enumerated() {
            let member = ["--member", TrialHub.phone(number), "--keep", "forever"]
            try ChildProcess.hearth(["import", file, "--data", trial.folder] + member).wait()
        }
        var figure = BenchFigure("P5", "past days, packed", reach: "16 bytes a fix, a day of 1 Hz read in 20 ms")
        let (real, dense) = try await bytesPerFix(trial)
        figure.add("recorded tracks", real, "bytes a fix", decimals: 1)
        let house = try await HubInstance.openAlone(trial.folder, mayCreate: false)
        var (read, told) = ([Int64](), [Int64]())
        let end = start.advanced(bySeconds: day)
        for _ in 0..<max(5, options.runs) {
            var begun = monotonicNanoseconds()
            let records = try await house.hub.wholeTrack(of: trial.members[names.count], from: start, to: end)
            read.append(monotonicNanoseconds() - begun)
            guard records.count == Int(day) else { throw CommandFailure(words: "\(records.count) fixes came back") }
            begun = monotonicNanoseconds()
            _ = try await house.hub.history(of: trial.members[names.count], from: start, to: end)
            told.append(monotonicNanoseconds() - begun)
        }
        await house.close()
        figure.add("a day of 1 Hz, read back", Samples(milliseconds: read).median, "ms", decimals: 1)
        figure.add("a day of 1 Hz, worst reading", Samples(milliseconds: read).most, "ms", decimals: 1)
        figure.add("a day of 1 Hz, read and told as a timeline", Samples(milliseconds: told).median, "ms", decimals: 1)
        figure.add("a day of 1 Hz", dense, "bytes a fix", decimals: 1)
        try figure.publish()
    }

    /// Of the recorded tracks together, and of the made-up day.
    private static func bytesPerFix(_ trial: TrialHub) async throws -> (real: Double, dense: Double) {
        let database = try Database(SQLite(reading: trial.folder + "/hearth.db"))
        var figures: [(bytes: Double, fixes: Double)] = []
        for member in trial.members {
            let row = try await database.read { transaction in
                try transaction.first(
                    "SELECT sum(length(sealed)), sum(count) FROM fix_pack WHERE member = \(member.bytes)"
                ).map { (bytes: Double(try $0.integer(0)), fixes: Double(try $0.integer(1))) }
            }
            guard let row else { throw CommandFailure(words: "nothing was packed") }
            figures.append(row)
        }
        await database.close()
        let real = figures.dropLast()
        let (bytes, fixes) = (real.reduce(0) { $0 + $1.bytes }, real.reduce(0) { $0 + $1.fixes })
        return (bytes / fixes, (figures.last?.bytes ?? 0) / (figures.last?.fixes ?? 1))
    }

    /// A day of driving to and fro and of standing, with the errors of a phone, as GPX with all that it says.
    private static func everySecond(from start: Timestamp) -> [UInt8] {
        var seed: UInt64 = 11
        func error() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 33) / Double(1 << 31) * 2 - 1
        }
        var text = "<gpx version=\"1.1\"><trk><trkseg>\n"
        var way = 0.0
        for second in 0..<day {
            let isMoving = second / 1_800 % 3 == 1
            if isMoving { way += 11 + error() }
            let north = 47.14 + (way + 2 * error()) / 111_200
            let east = 9.52 + 2 * error() / 75_700
            let at = start.advanced(bySeconds: second).text
            text +=
                "<trkpt lat=\"\(north.text(7))\" lon=\"\(east.text(7))\"><ele>\((455 + error()).text(1))</ele>"
                + "<time>\(at)</time><speed>\((isMoving ? 11 + error() : 0).text(2))</speed></trkpt>\n"
        }
        return Array((text + "</trkseg></trk></gpx>\n").utf8)
    }
}
