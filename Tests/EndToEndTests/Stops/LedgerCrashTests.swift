import Foundation
import Synchronization
import Testing
import WireClient

/// D3, D4: the real process, killed in the middle of transfers: what it acknowledged happened once, and its log is right.
@Suite(.serialized) struct LedgerCrashTests {
    /// How often the hub is killed: a few times here, more by `make crash`.
    private static let kills = Int(ProcessInfo.processInfo.environment["HEARTH_KILLS"] ?? "") ?? 3

    /// For each time: more than are moved until the hub is killed, so that it is killed while something moves.
    private static let coins = 1_000

    @Test(arguments: RowPlace.allCases)
    func `D3: kill -9 under a load of transfers loses none that was acknowledged, and moves none twice`(
        on place: RowPlace
    ) async throws {
        try await HubFolder.run(on: place) { folder in
            var hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let purse = try await Purse(hub, house)
            var acknowledged: Set<String> = []
            var stored: [String] = []
            var chance = SeededBytes(seed: 1)
            for kill in 1...Self.kills {
                // A session of the last minutes may pay (S18).
                let token = try await purse.logIn(hub)
                try await purse.deposit(Self.coins, hub, token)
                let load = TransferLoad(hub, purse, token)
                // Behind an acknowledgement, never after a time: there is a load by then, and others are under way.
                let last = Int.random(in: 1...Self.coins / 3, using: &chance)
                let running = hub
                _ = try await eventually { load.count >= last || !running.isRunning }
                try #require(load.count >= last, "the hub runs until it is killed")
                hub.kill()
                let known = try await load.acknowledged()
                acknowledged.formUnion(known)
                hub = try await folder.serve(["--registration", "open"])
                let before = stored.count
                stored = try await purse.paidIDs(hub, token)
                print("kill \(kill) after \(last): \(known.count) acknowledged, \(stored.count - before) stored")
                #expect(acknowledged.subtracting(stored).isEmpty, "kill \(kill): none is lost")
                #expect(Set(stored).count == stored.count, "kill \(kill): none is there twice")
                #expect(stored.count - before <= known.count + TransferLoad.threads, "kill \(kill)")
                let (from, to) = try await purse.amounts(hub, token)
                #expect(
                    from >= 0 && to == stored.count && from + to == kill * Self.coins,
                    "kill \(kill): \(from), \(to)"
                )
                let check = try await folder.command(["ledger", "verify"])
                #expect(check.code == 0, "kill \(kill): \(check.out) \(check.said)")
            }
        }
    }

    @Test func `a request repeated after the hub was killed gets the same answer as before`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let purse = try await Purse(hub, house)
            let token = house.anna.session
            try await purse.deposit(5, hub, token)
            let body = purse.transfer(freshID())
            let first = try await hub.call("POST", "/api/v1/transfers", token: token, json: body)
            try #require(first.status == 201)
            let refused = #"{"id":"\#(freshID())","from":"\#(purse.from)","to":"\#(purse.to)","asset":2,"amount":"99"}"#
            let no = try await hub.call("POST", "/api/v1/transfers", token: token, json: refused)
            #expect(no.status == 409)
            hub.kill()
            let next = try await folder.serve(["--registration", "open"])
            let again = try await next.call("POST", "/api/v1/transfers", token: token, json: body)
            #expect(again.status == 201 && again.body == first.body)
            try await purse.deposit(1_000, next, token)
            let still = try await next.call("POST", "/api/v1/transfers", token: token, json: refused)
            #expect(still.status == 409 && still.body == no.body, "a refusal is remembered too")
            #expect(try await purse.amounts(next, token).to == 1)
        }
    }
}

/// Two accounts of Anna's.
private struct Purse: Sendable {
    let from = freshID()
    let to = freshID()
    private let phone: String

    init(_ hub: HubProcess, _ house: Household) async throws {
        phone = house.anna.phone
        for id in [from, to] {
            let body = #"{"id":"\#(id)","asset":2}"#
            let opened = try await hub.call("POST", "/api/v1/accounts", token: house.anna.session, json: body)
            try #require(opened.status == 201)
        }
    }

    func logIn(_ hub: HubProcess) async throws -> String {
        let body = #"{"phone":"\#(phone)","password":"\#(Household.password)"}"#
        let answer = try await hub.call("POST", "/api/v1/sessions", json: body)
        return try #require(answer.json["token"] as? String)
    }

    func transfer(_ id: String) -> String {
        #"{"id":"\#(id)","from":"\#(from)","to":"\#(to)","asset":2,"amount":"1"}"#
    }

    func deposit(_ amount: Int, _ hub: HubProcess, _ token: String) async throws {
        let body = #"{"id":"\#(freshID())","from":"cash","to":"\#(from)","asset":2,"amount":"\#(amount)"}"#
        let answer = try await hub.call("POST", "/api/v1/transfers", token: token, json: body)
        try #require(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    /// The identities of all that came into the second account.
    func paidIDs(_ hub: HubProcess, _ token: String) async throws -> [String] {
        let answer = try await hub.call("GET", "/api/v1/accounts/\(to)/statement", token: token)
        try #require(answer.status == 200)
        let lines = String(decoding: answer.body, as: UTF8.self).components(separatedBy: "\r\n").dropFirst()
        return lines.filter { !$0.isEmpty }.map { String($0.split(separator: ",").last ?? "") }
    }

    func amounts(_ hub: HubProcess, _ token: String) async throws -> (from: Int, to: Int) {
        let wallet = try await hub.call("GET", "/api/v1/wallet", token: token).json
        let accounts = try #require(wallet["accounts"] as? [[String: Any]])
        func amount(_ id: String) throws -> Int {
            let account = try #require(accounts.first { $0["id"] as? String == id })
            return try #require((account["amount"] as? String).flatMap { Int($0) })
        }
        return (try amount(from), try amount(to))
    }
}

/// Several programs that pay one after the other until the hub is gone.
private final class TransferLoad: Sendable {
    static let threads = 4

    private let running = Atomic(TransferLoad.threads)
    private let ids = Mutex<Set<String>>([])

    init(_ hub: HubProcess, _ purse: Purse, _ token: String) {
        let port = hub.port
        for _ in 0..<Self.threads {
            Thread.detachNewThread {
                // Ends with the connection, which ends with the hub.
                try? self.send(port, purse, token)
                self.running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }

    /// How many were acknowledged until now.
    var count: Int { ids.withLock { $0.count } }

    /// What was acknowledged, once all threads have ended.
    func acknowledged() async throws -> Set<String> {
        try #require(try await eventually { self.running.load(ordering: .acquiring) == 0 })
        return ids.withLock { $0 }
    }

    private func send(_ port: UInt16, _ purse: Purse, _ token: String) throws {
        let client = try TestClient(port: port)
        let headers = ["Authorization: Bearer \(token)", "Content-Type: application/json"]
        while true {
            let id = freshID()
            let body = Array(purse.transfer(id).utf8)
            try client.send(requestBytes("POST", "/api/v1/transfers", headers, body))
            let status = try client.response().status
            if status == 201 { ids.withLock { _ = $0.insert(id) } }
            // When nothing is left the ledger says so, and the hub writes that down as well.
            guard status == 201 || status == 409 else { return }
        }
    }
}
