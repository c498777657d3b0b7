import HearthProgram
import Family
import FoundationEssentials
import HTTPClient
import Linux
import Maps
import SQL
import SQLite

/// P12: what somebody who types waits for, in the hub's own search and through its door, and what naming a point takes.
enum SearchBench {
    private static let extract = "Region/liechtenstein-2013.osm.pbf"
    private static let basemap = ".build/region/liechtenstein.mbtiles"
    private static let questionsPerRun = 1_000
    /// Less than one member may ask at once.
    private static let askedPerRun = 90
    /// What is typed: whole names, beginnings of one letter and more, numbers, mistakes, other scripts, and nothing known.
    private static let texts = [
        "Vaduz", "v", "va", "vad", "s", "st", "Städtle", "staedtle 43", "Landstrasse", "landstr", "Landstrasse Schaan",
        "landstr scha", "Landstrasse 4711 Schaan", "Bahnhof", "post", "Landstrase", "Ladnstrasse Schan", "Triesnberg",
        "Вадуц", "バドゥーツ", "malbun", "9494", "kirchstr 1", "Xyzzyqwert",
    ]
    private static let near = Coordinate(latitude: 47.1410, longitude: 9.5215)

    static func run(_ options: BenchOptions) async throws {
        let runs = max(2, options.runs)
        let trial = try await TrialHub("search", members: 1, watching: Array(repeating: 0, count: runs))
        defer { if !options.keep { trial.remove() } }
        let shelf = RegionShelf(folder: trial.folder + "/region")
        let begun = monotonicNanoseconds()
        let checked = try await RegionExtract.check(Folders.absolute(extract))
        _ = try await RegionImport(shelf, name: "home", steps: [.search]) { _ in }
            .run(checked) { realTime().text }
        let importSeconds = Double(monotonicNanoseconds() - begun) / 1e9
        guard let region = try shelf.current() else { throw CommandFailure(words: "no region was made") }
        let index = try await SearchIndex(try Database(SQLite(reading: region.folder + "/search.sqlite")))
        // The region has no map of its own.
        let hub = try trial.serve(["--basemap", basemap])
        let port = try hub.port()
        var (alone, reversed, through) = ([Int64](), [Int64](), [Int64]())
        for run in 0..<runs {
            alone += try await times(questionsPerRun) { try await ask(index, $0) }
            reversed += try await times(questionsPerRun) { try await name(index, $0) }
            through += try await asked(port, token: trial.sessionTokens[run])
            say("run \(run + 1) of \(runs)")
        }
        hub.stop()
        await index.close()
        let (search, reverse) = (Samples(milliseconds: alone), Samples(milliseconds: reversed))
        let whole = Samples(milliseconds: through)
        var figure = BenchFigure("P12", "searches in the shipped extract", reach: "20 ms for 95 % of them")
        figure.add("search, 95 % within", search.quantile(0.95), "ms", decimals: 2)
        figure.add("search, half within", search.median, "ms", decimals: 2)
        figure.add("naming a point, 95 % within", reverse.quantile(0.95), "ms", decimals: 2)
        figure.add("naming a point, half within", reverse.median, "ms", decimals: 2)
        figure.add("search through the hub, 95 % within", whole.quantile(0.95), "ms", decimals: 2)
        figure.add("search through the hub, half within", whole.median, "ms", decimals: 2)
        figure.add("import of the search alone", importSeconds, "s", decimals: 1)
        let bytes = region.manifest.parts.reduce(0) { $0 + $1.bytes }
        figure.add("size of the search", Double(bytes) / 1e6, "MB", decimals: 2)
        try figure.publish()
    }

    private static func ask(_ index: SearchIndex, _ number: Int) async throws {
        let near = number % 2 == 0 ? near : nil
        _ = try await index.search(texts[number % texts.count], near: near, limit: 8)
    }

    /// Points all over the country, on a grid.
    private static func name(_ index: SearchIndex, _ number: Int) async throws {
        let point = Coordinate(
            latitude: 47.06 + Double(number % 40) * 0.0049,
            longitude: 9.49 + Double(number / 40 % 25) * 0.0048
        )
        if let point { _ = try await index.reverse(point) }
    }

    private static func times(_ count: Int, _ work: (Int) async throws -> Void) async throws -> [Int64] {
        var times: [Int64] = []
        for number in 0..<count {
            let begun = monotonicNanoseconds()
            try await work(number)
            times.append(monotonicNanoseconds() - begun)
        }
        return times
    }

    private static func asked(_ port: UInt16, token: String) async throws -> [Int64] {
        guard let client = HTTPClient(userAgent: "bench", answerBytesMax: 1 << 20, usesProxy: false) else {
            throw CommandFailure(words: "libcurl did not start")
        }
        return try await times(askedPerRun) { number in
            let request = OutgoingRequest(
                url: "http://127.0.0.1:\(port)/api/v1/search",
                contentType: "application/json",
                authorization: .bearer(token),
                body: Array(#"{"text":"\#(texts[number % texts.count])"}"#.utf8)
            )
            let answer = try await client.post(request)
            guard answer.status == 200 else { throw CommandFailure(words: "an answer of status \(answer.status)") }
        }
    }
}
