import Crypto
import Foundation
import Linux
import Maps
import Synchronization
import Testing
import WireClient

@Suite struct RegionDownloadTests {
    private static let path = "/europe/land-latest.osm.pbf"
    private static let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test func `an extract comes whole, and the mirror learns which and nothing else`() async throws {
        try await withMirror { house in
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes))
            #expect(result.path.hasSuffix("/land-latest.osm.pbf"))
            #expect(result.offer.bytes == 3_000 && result.offer.digest == Self.digest(Self.bytes))
            let path = Self.path
            #expect(house.asked == ["GET \(path).md5", "HEAD \(path)", "GET \(path)"])
            #expect(house.events.last == .received(3_000, of: 3_000))
            // What was fetched and not imported to the end is not fetched again.
            _ = try await house.fetch()
            #expect(house.asked.dropFirst(3) == ["GET \(path).md5", "HEAD \(path)"])
        }
    }

    @Test func `a download that is cut off resumes where it stopped`() async throws {
        try await withMirror { house in
            house.server.expect(.cut(after: 1_000), .cut(after: 500))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes))
            #expect(house.downloads == ["", "bytes=1000- \"one\"", "bytes=1500- \"one\""])
            #expect(house.waits == [2, 60])
        }
    }

    @Test func `a download that failed midway resumes with the next fetch`() async throws {
        try await withMirror { house in
            house.server.expect(.cut(after: 1_000), .says("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"))
            await #expect(throws: RegionFailure(words: "\(house.host) does not have it (status 403)")) {
                try await house.fetch()
            }
            _ = try await house.fetch()
            #expect(house.downloads.last == "bytes=1000- \"one\"")
        }
    }

    @Test func `a file that changed during its download is fetched again from the beginning`() async throws {
        try await withMirror { house in
            let other = Self.file(Self.bytes.reversed() + [1], tag: "\"two\"")
            house.server.expect(.cut(after: 1_000), .changes(other))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(other.bytes))
            // The rest was asked for, and the whole new file came: it is begun anew, with its own size and checksum.
            #expect(house.downloads == ["", "bytes=1000- \"one\"", ""])
            #expect(result.offer.digest == other.digest)
        }
    }

    @Test func `a file of the same size and tag that is another one is found out by its checksum`() async throws {
        try await withMirror { house in
            house.server.expect(.cut(after: 1_000), .changes(Self.file(Self.bytes.reversed(), tag: "\"one\"")))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes.reversed()))
        }
    }

    @Test func `a file that does not match its checksum is refused and not kept`() async throws {
        try await withMirror { house in
            house.server.put(.init(Self.bytes, tag: "\"one\"", digest: Self.digest([1])), at: Self.path)
            await #expect(
                throws: RegionFailure(words: "what \(house.host) gives does not match its own checksum")
            ) {
                try await house.fetch()
            }
            #expect(house.downloads.count == 3)
            let names = try Folders.names(in: house.folder)
            #expect(names == [".lock"])
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: 5_000),
        "HTTP/1.1 200 OK\r\nETag: \"one\"\r\n\r\n" + String(repeating: "x", count: 50_000),
        "HTTP/1.1 206 Part\r\nContent-Range: bytes 0-2999/9000\r\nContent-Length: 3000\r\n\r\n"
            + String(repeating: "x", count: 3_000),
        "HTTP/1.1 206 Part\r\nContent-Length: 3000\r\n\r\n" + String(repeating: "x", count: 3_000),
    ])
    func `more than was announced, or another part, is not taken`(_ answer: String) async throws {
        try await withMirror { house in
            house.server.expect(.says(answer))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes))
            #expect(house.received.allSatisfy { $0 <= 3_000 })
            #expect(house.downloads == ["", ""] && house.waits == [2])
        }
    }

    @Test func `a server that knows no parts, or has none there, sends the whole again`() async throws {
        try await withMirror { house in
            house.server.expect(.cut(after: 1_000), .ignoresRange)
            let fetched = try await house.fetch()
            #expect(fetched.offer.bytes == 3_000)
        }
        try await withMirror { house in
            house.server.expect(.cut(after: 1_000), .says("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n"))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes))
            #expect(house.downloads.last == "")
        }
        try await withMirror { house in
            house.server.put(Self.file(Self.bytes, tag: nil), at: Self.path)
            house.server.expect(.cut(after: 1_000))
            let result = try await house.fetch()
            #expect(FileManager.default.contents(atPath: result.path) == Data(Self.bytes))
            #expect(house.downloads == ["", ""])
        }
    }

    @Test func `a server in trouble is asked again later and later, and as late as it says`() async throws {
        try await withMirror { house in
            let down = "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
            let busy = "HTTP/1.1 503 No\r\nRetry-After: 900\r\nContent-Length: 0\r\n\r\n"
            house.server.expect(.says(down), .says(down), .says(down), .says(busy), .says(down))
            let fetched = try await house.fetch()
            #expect(fetched.offer.bytes == 3_000)
            #expect(house.waits == [2, 60, 120, 900, 480])
        }
    }

    @Test func `a server that never answers is given up after a day`() async throws {
        try await withMirror { house in
            house.server.answer("HEAD \(Self.path)", with: "HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n")
            await #expect(throws: RegionFailure.self) { try await house.fetch() }
            #expect(house.waits.count == 30 && house.waits.max() == 3_600)
            #expect((43_200...172_800).contains(house.waits.reduce(0, +)))
        }
    }

    @Test func `a file that the mirror lacks, or gives no size or checksum for, is refused without a retry`()
        async throws
    {
        for (question, answer) in [
            ("GET \(Self.path).md5", "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"),
            ("GET \(Self.path).md5", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>"),
            ("GET \(Self.path).md5", "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 9_000)),
            ("HEAD \(Self.path)", "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"),
            ("HEAD \(Self.path)", "HTTP/1.1 200 OK\r\n\r\n"),
            ("HEAD \(Self.path)", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n"),
        ] {
            try await withMirror { house in
                house.server.answer(question, with: answer)
                await #expect(throws: RegionFailure.self, "\(question)") { try await house.fetch() }
                #expect(house.waits == [] && house.downloads == [], "\(question): \(answer)")
            }
        }
    }

    @Test func `a redirect is followed once, and on this server alone`() async throws {
        func leads(_ location: String) -> String {
            "HTTP/1.1 302 There\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        try await withMirror { house in
            let dated = "/europe/land-260301.osm.pbf"
            house.server.put(Self.file(Self.bytes, tag: "\"one\""), at: dated)
            house.server.answer("HEAD \(Self.path)", with: leads(dated))
            house.server.answer("GET \(Self.path)", with: leads(house.server.address + dated))
            let fetched = try await house.fetch()
            #expect(fetched.offer.bytes == 3_000)
        }
        let elsewhere = try MirrorServer()
        defer { elsewhere.close() }
        elsewhere.put(Self.file(Self.bytes, tag: "\"one\""), at: Self.path)
        for location in [
            elsewhere.address + Self.path, "//127.0.0.1:\(elsewhere.port)\(Self.path)", "file:///etc/passwd",
            "http://127.0.0.1@127.0.0.1:\(elsewhere.port)\(Self.path)", Self.path,
        ] {
            try await withMirror { house in
                house.server.answer("GET \(Self.path)", with: leads(location))
                await #expect(throws: RegionFailure.self, "\(location)") { try await house.fetch() }
                #expect(house.waits == [])
            }
        }
        #expect(elsewhere.questions == [])
    }

    @Test func `F74: a download leaves the room that is kept for calls for help`() async throws {
        try await withMirror { house in
            house.setFree(RegionRoom.keptBytes + 8_999)
            await #expect(throws: RegionFailure.self) { try await house.fetch() }
            #expect(house.downloads == [], "what does not fit is not begun")
            // The disk fills while it comes.
            house.setFree(RegionRoom.keptBytes + 9_000, thenAfterFirst: RegionRoom.keptBytes + 100)
            await #expect(throws: RegionFailure(words: RegionRoom.words(RegionRoom.keptBytes + 100))) {
                try await house.fetch()
            }
            let names = try Folders.names(in: house.folder)
            #expect(names == [".lock"], "and what came is gone")
        }
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = MD5.Running()
        digest.update(bytes)
        return digest.hexadecimal
    }

    private static func file(_ bytes: some Sequence<UInt8>, tag: String?) -> MirrorServer.File {
        MirrorServer.File(Array(bytes), tag: tag, digest: digest(Array(bytes)))
    }

    /// Runs `body` with a mirror that has one region, and a shelf.
    private func withMirror(_ body: (MirrorHouse) async throws -> Void) async throws {
        try await withShelf { shelf in
            let house = try MirrorHouse(shelf, path: Self.path)
            defer { house.server.close() }
            house.server.put(Self.file(Self.bytes, tag: "\"one\""), at: Self.path)
            try await body(house)
        }
    }
}

/// A mirror with one region, and who fetches it, without waiting.
final class MirrorHouse: Sendable {
    private struct State {
        var events: [RegionDownload.Event] = []
        var waits: [Int] = []
        var free: [Int] = []
    }

    let server: MirrorServer
    let folder: String
    private let shelf: RegionShelf
    private let path: String
    private let state = Mutex(State())

    init(_ shelf: RegionShelf, path: String) throws {
        server = try MirrorServer()
        (self.shelf, self.path, folder) = (shelf, path, shelf.downloadPath("land"))
        let url = "https://download.geofabrik.de" + path
        let list = #"{"features":[{"properties":{"id":"land","name":"Land","urls":{"pbf":"\#(url)"}}}]}"#
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n"
        server.answer("GET /index-v1-nogeom.json", with: head + list)
    }

    var host: String { "127.0.0.1:\(server.port)" }
    var events: [RegionDownload.Event] { state.withLock { $0.events } }
    var waits: [Int] { state.withLock { $0.waits } }
    /// How much had come, each time it was said.
    var received: [Int] {
        events.compactMap { event -> Int? in
            guard case .received(let bytes, _) = event else { return nil }
            return bytes
        }
    }
    /// What was asked beside the list.
    var asked: [String] { server.questions.filter { !$0.contains("index-v1") } }
    /// Which parts of the file were asked for; an empty text is the whole.
    var downloads: [String] {
        let start = "GET \(path)"
        return asked.filter { $0 == start || $0.hasPrefix(start + " ") }.map { String($0.dropFirst(start.count + 1)) }
    }

    /// What is free on the disk, first and later.
    func setFree(_ bytes: Int, thenAfterFirst later: Int? = nil) {
        state.withLock { $0.free = [bytes] + (later.map { [$0] } ?? []) }
    }

    func fetch() async throws -> RegionDownload.Result {
        let mirror = try #require(RegionMirror(server.address))
        let client = MirrorClient(mirror)
        let entry = try #require(try await client.catalogue().entry("land"))
        return try await RegionDownload(
            client,
            entry,
            for: "land",
            on: shelf,
            freeBytes: { [self] in
                state.withLock { state in state.free.count > 1 ? state.free.removeFirst() : state.free.first }
            },
            pause: { [self] seconds in state.withLock { $0.waits.append(seconds) } },
            report: { [self] event in state.withLock { $0.events.append(event) } }
        )
        .run()
    }
}
