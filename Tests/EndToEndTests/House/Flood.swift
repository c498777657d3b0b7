import Foundation
import Synchronization
import Testing
import WireClient

/// Everything that strangers, members and whoever runs the hub do to it at once, on the machine that it runs on.
final class Flood: Sendable {
    /// What was done so far.
    struct Counts {
        /// Connections of the one address that sends a byte at a time.
        var drips: Int
        /// Wrong passwords, each from another network.
        var logIns: Int
        /// Requests of the member that were beyond the limit.
        var refused: Int
        var exports: Int
        var imports: Int
        var backups: Int
        var regions: Int
    }

    private static let connections = 60
    private static let extract = Program.root.appending(path: "Region/liechtenstein-2013.osm.pbf").path

    private let folder: HubFolder
    private let port: UInt16
    private let house: Household
    private let isOver = Atomic(false)
    private let running = Counter()
    private let ended = Counter()
    private let (drips, logIns, refused, exports) = (Counter(), Counter(), Counter(), Counter())
    private let (imports, backups, regions) = (Counter(), Counter(), Counter())
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(_ folder: HubFolder, _ port: UInt16, _ house: Household) {
        (self.folder, self.port, self.house) = (folder, port, house)
    }

    var counts: Counts {
        Counts(
            drips: drips.value,
            logIns: logIns.value,
            refused: refused.value,
            exports: exports.value,
            imports: imports.value,
            backups: backups.value,
            regions: regions.value
        )
    }

    /// Whether each of the commands did all of its work at least once.
    var isOnceThrough: Bool { imports.value > 0 && backups.value > 0 && regions.value > 0 }

    /// Begins all of it; the import reads a recording of `importMiB`.
    func begin(importMiB: Int) throws {
        let recording = folder.path + "/recording.gpx"
        try Flood.write(recording, mebibytes: importMiB)
        thread { self.drip() }
        for number in 0..<2 { thread { self.logIn(number) } }
        thread { self.exhaust() }
        thread { self.export() }
        repeating(["import", recording, "--member", house.bo.phone, "--keep", "forever"], imports)
        repeating(["backup"], backups)
        repeating(["region", "import", Flood.extract], regions)
    }

    /// Ends all of it, commands under way too.
    func end() async {
        isOver.store(true, ordering: .releasing)
        let waiting = tasks.withLock { $0 }
        for task in waiting { task.cancel() }
        for task in waiting { await task.value }
        // Threads that hold sockets to a hub that is being killed.
        for _ in 0..<1_000 where ended.value < running.value { usleep(10_000) }
    }

    private func thread(_ work: @escaping @Sendable () -> Void) {
        running.add()
        Thread.detachNewThread {
            while !self.isOver.load(ordering: .acquiring) { work() }
            self.ended.add()
        }
    }

    /// Runs a command on the hub's data again and again, and counts how often it did what it should.
    private func repeating(_ words: [String], _ done: Counter) {
        let data = folder.data
        let task = Task {
            while !Task.isCancelled {
                // One that does not start is missing in the counts.
                guard let program = try? Program(HubFolder.binary, words + ["--data", data]) else { return }
                while program.isRunning, !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(50))
                }
                if program.isRunning { program.kill() } else if program.status == 0 { done.add() }
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// A byte at a time on each of many connections of one address; those that were closed begin again.
    private func drip() {
        var clients: [TestClient] = []
        while !isOver.load(ordering: .acquiring) {
            // A connection that is turned away is tried again in the next round.
            while clients.count < Flood.connections, let client = try? TestClient(port: port, host: 2) {
                clients.append(client)
                drips.add()
            }
            // Sending fails once the hub has closed it.
            clients.removeAll { (try? $0.send("G")) == nil || $0.isClosed(within: .milliseconds(1)) }
            usleep(20_000)
        }
    }

    private func logIn(_ number: Int) {
        let network = "198.\(18 + number).\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
        let body = #"{"phone":"+4144668\#(Int.random(in: 1_000...9_999))","password":"wrong password \#(number)"}"#
        if ask("POST", "/api/v1/sessions", network, body: body) != nil { logIns.add() }
    }

    /// Bo's session beyond its limit.
    private func exhaust() {
        if ask("GET", "/api/v1/me", "203.0.113.9", ["Authorization: Bearer \(house.bo.session)"]) == 429 {
            refused.add()
        }
    }

    private func export() {
        if ask("GET", "/api/v1/me/export", "203.0.113.10", ["Authorization: Bearer \(house.anna.session)"]) == 200 {
            exports.add()
        }
        usleep(100_000)
    }

    /// The status of an answer; nil where the hub turned the connection away, which it may.
    private func ask(
        _ method: String,
        _ path: String,
        _ client: String,
        _ headers: [String] = [],
        body: String? = nil
    ) -> Int? {
        let proxied = ["X-Forwarded-For: \(client)", "X-Forwarded-Proto: https", "Content-Type: application/json"]
        let bytes = requestBytes(method, path, proxied + headers, body.map { Array($0.utf8) })
        // As above.
        guard let connection = try? TestClient(port: port), (try? connection.send(bytes)) != nil else { return nil }
        // As above.
        return try? connection.response().status
    }

    /// A recording of one point a second, on a straight way north.
    private static func write(_ path: String, mebibytes: Int) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let head = #"<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
        try file.write(contentsOf: Data(head.utf8))
        let digits = { (number: Int) in String(100 + number).dropFirst() }
        var day = Date(timeIntervalSince1970: 1_400_025_600)
        while try file.offset() < UInt64(mebibytes) << 20 {
            let date = day.formatted(.iso8601.year().month().day())
            for hour in 0..<24 {
                var points = ""
                for second in 0..<3_600 {
                    let moment = "\(date)T\(digits(hour)):\(digits(second / 60)):\(digits(second % 60))Z"
                    points +=
                        #"<trkpt lat="40.\#(hour * 3_600 + second + 10_000)" lon="9.5"><time>\#(moment)</time></trkpt>"#
                }
                try file.write(contentsOf: Data(points.utf8))
            }
            day.addTimeInterval(86_400)
        }
        try file.write(contentsOf: Data("</trkseg></trk></gpx>".utf8))
        try file.close()
    }
}
