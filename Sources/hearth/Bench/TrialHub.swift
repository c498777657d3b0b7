import Family
import Glibc
import Hub
import SQL
import SQLite

/// A hub made for one measurement: its folder with made-up members, and what they need to speak to it.
struct TrialHub {
    let folder: String
    /// One device a member, in the order of the members.
    private(set) var deviceTokens: [String] = []
    private(set) var members: [ID<Member>] = []
    /// When the journeys of its members begin: their fixes are hours old, and none is from the future.
    let start: Timestamp

    /// Makes the folder, on the disk that the working folder is on.
    ///
    /// - Parameter name: tells apart what several measurements leave behind when they are killed.
    init(_ name: String, members count: Int) async throws {
        _ = unsafe mkdir(".build", 0o755)
        folder = ".build/bench-\(name)-\(getpid())"
        start = realTime().advanced(bySeconds: -20 * 3_600)
        let house = try await HubHouse.open(folder, settings: HubSettings(), mayCreate: true)
        let start = start
        for chunk in stride(from: 0, to: count, by: 1_000) {
            let added = try await withThrowingTaskGroup { group in
                for number in chunk..<min(chunk + 1_000, count) {
                    group.addTask { (number, try await TrialHub.add(number, to: house.hub, start: start)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (_, member) in added.sorted(by: { $0.0 < $1.0 }) {
                members.append(member.id)
                deviceTokens.append(member.token)
            }
        }
        await house.close()
    }

    /// Serves it from another process, with limits that the load does not reach.
    func serve(_ flags: [String] = []) throws -> ChildProcess {
        try ChildProcess.hearth(
            ["serve", "--data", folder, "--listen", "127.0.0.1:0", "--ingest-rate", "900000000"]
                + ["--ingest-burst", "900000000"] + flags
        )
    }

    /// How many fixes are on disk; nobody serves the folder.
    func storedFixes() async throws -> Int {
        let database = try Database(SQLite(path: folder + "/hearth.db"))
        let count = try await database.read { try $0.first("SELECT (SELECT count(*) FROM fix) + (SELECT count(*) FROM fix_inbox_0) + (SELECT count(*) FROM fix_inbox_1)")?.integer(0) ?? 0 }
        await database.close()
        return Int(count)
    }

    /// Removes the folder and all that is in it.
    func remove() throws {
        let child = try ChildProcess("/bin/rm", ["-rf", folder])
        child.wait()
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

    /// The made-up number of a member.
    static func phone(_ number: Int) -> String {
        "+4179\(1_000_000 + number)"
    }
}
