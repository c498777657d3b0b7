import HearthProgram
import Family
import Glibc
import Hub
import SQL
import SQLite
import Storage

/// A hub made for one measurement: its folder with made-up members, and what they need to speak to it.
struct TrialHub {
    let folder: String
    /// One device a member, in the order of the members.
    private(set) var deviceTokens: [String] = []
    private(set) var members: [ID<Member>] = []
    /// When the journeys of its members begin: their fixes are hours old, and none is from the future.
    let start: Timestamp

    /// The sessions of those who watch, in the order of `watching`.
    private(set) var sessionTokens: [String] = []

    /// Makes the folder, on the disk that the working folder is on; its name tells apart what killed measurements left.
    ///
    /// `watching` names for each watcher, who is a member too, the number of the one member that they see exactly.
    init(_ name: String, members count: Int, watching: [Int] = []) async throws {
        _ = unsafe mkdir(".build", 0o755)
        folder = ".build/bench-\(name)-\(getpid())"
        start = realTime().advanced(bySeconds: -20 * 3_600)
        let house = try await HubInstance.openAlone(folder, mayCreate: true)
        let start = start
        let added = try await TrialHub.inLots(of: count) { try await TrialHub.add($0, to: house.hub, start: start) }
        members = added.map(\.id)
        deviceTokens = added.map(\.token)
        let watchers = try await TrialHub.inLots(of: watching.count) { number in
            try await TrialHub.addWatcher(watcherNumber + number, to: house.hub)
        }
        sessionTokens = watchers.map(\.token)
        let pairs = zip(watchers, watching).map { (viewer: $0.id, subject: members[$1]) }
        try await house.hub.database.transaction { transaction in
            for pair in pairs { try transaction.connect(pair.viewer, to: pair.subject, id: house.hub.outside.newID()) }
        }
        await house.close()
    }

    /// Does something for each number, a thousand at a time, so that they share commits; answers in their order.
    private static func inLots<Answer: Sendable>(
        of count: Int,
        _ make: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        var answers: [Answer] = []
        for lot in stride(from: 0, to: count, by: 1_000) {
            let made = try await withThrowingTaskGroup { group in
                for number in lot..<min(lot + 1_000, count) {
                    group.addTask { (number, try await make(number)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            answers += made.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return answers
    }

    /// Serves it from another process, with limits that the load does not reach.
    func serve(_ flags: [String] = []) throws -> ChildProcess {
        try ChildProcess.hearth(
            ["serve", "--data", folder, "--listen", "127.0.0.1:0", "--ingest-rate", "900000000"]
                + ["--ingest-burst", "900000000"] + flags
        )
    }

    /// The token of a new session of the first member, proved just now; nobody serves the folder.
    func addSession() async throws -> String {
        let house = try await HubInstance.openAlone(folder, mayCreate: false)
        guard let member = members.first else { throw CommandFailure(words: "nobody is there") }
        let token = try await house.hub.addSession(for: member).token
        await house.close()
        return token
    }

    /// How many fixes are on disk, packed or not; nobody serves the folder.
    func storedFixes() async throws -> Int {
        let database = try Database(SQLite(path: folder + "/hearth.db"))
        let count = try await database.read { transaction in
            try transaction.first(
                "SELECT (SELECT count(*) FROM every_fix) + (SELECT coalesce(sum(count), 0) FROM fix_pack)"
            )?.integer(0) ?? 0
        }
        await database.close()
        return Int(count)
    }

    /// Removes the folder and all that is in it.
    func remove() {
        do {
            try ChildProcess("/bin/rm", ["-rf", folder]).wait()
        } catch {
            say("\(folder) is left over")
        }
    }

    private static func add(
        _ number: Int,
        to hub: Hub,
        start: Timestamp
    ) async throws -> (id: ID<Member>, token: String) {
        let id = try await hub.addMember(phone: phone(number), name: "Member \(number)", password: nil)
        let journey = Journey(number: number, startsAt: start)
        if let home = journey.home {
            for (label, north) in [("Home", 0.0), ("School", 900), ("Work", 1_900)] {
                let centre = home.moved(northMetres: north, eastMetres: 0)
                let request = PlaceRequest(
                    label: label,
                    description: "made up",
                    latitude: centre.latitude,
                    longitude: centre.longitude,
                    radiusMetres: 120
                )
                _ = try await hub.addPlace(hub.outside.newID(), for: id, request)
            }
        }
        return (id, try await hub.addDevice(hub.outside.newID(), for: id, name: "Phone").token)
    }

    private static func addWatcher(_ number: Int, to hub: Hub) async throws -> (id: ID<Member>, token: String) {
        let id = try await hub.addMember(phone: phone(number), name: "Watcher \(number)", password: nil)
        return (id, try await hub.addSession(for: id).token)
    }

    /// The made-up number of a member.
    static func phone(_ number: Int) -> String {
        "+4179\(1_000_000 + number)"
    }
}

/// Where the numbers of those begin who only watch.
private let watcherNumber = 1_000_000

extension Transaction {
    /// Lets a viewer see a subject exactly, as if they had exchanged a code.
    fileprivate func connect(_ viewer: ID<Member>, to subject: ID<Member>, id: ID<Connection>) throws(StorageError) {
        let connection = ConnectionRow(
            id: id,
            viewer: viewer,
            subject: subject,
            precision: .exact,
            expiresAt: nil,
            requestHash: id.bytes,
            changed: 1
        )
        try saveConnection(connection, now: realTime())
    }
}
