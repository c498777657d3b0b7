import Family
import Foundation
import Hub
import WireClient

/// An adult and two children, who use missions and the store over the wire alone.
struct MissionHome: Sendable {
    let test: TestService
    let anna: TestMember
    let mira: Child
    let timo: Child

    /// A child with a session.
    struct Child: Sendable {
        let id: ID<Member>
        let token: String
    }

    init(_ test: TestService) async throws {
        self.test = test
        anna = try await test.member(1)
        let family = try await test.hub.family(of: anna.id).id
        var children: [Child] = []
        for name in ["Mira", "Timo"] {
            test.clock.advance(milliseconds: 1)
            let id = try await test.hub.addChild(to: family, by: anna.id, name: name, birthYear: 2016, colour: nil).id
            children.append(Child(id: id, token: try await test.hub.addSession(for: id).token))
        }
        (mira, timo) = (children[0], children[1])
    }

    /// One request of somebody's.
    func ask(_ token: String, _ method: String, _ path: String, _ json: String? = nil) async throws -> TestResponse {
        guard let json else { return try await test.call(method, "/api/v1/\(path)", token: token) }
        return try await test.call(method, "/api/v1/\(path)", token: token, json: json)
    }

    /// Another identity, later than all before.
    func newID() -> String {
        test.clock.advance(milliseconds: 1)
        return test.hub.outside.newID(of: Mission.self).text
    }

    /// Adds a mission of 20 minutes and answers its identity; `more` stands in the body behind them.
    func mission(_ title: String, by token: String, _ more: String = "") async throws -> String {
        let id = newID()
        let body = #"{"id":"\#(id)","title":"\#(title)","minutes":20\#(more)}"#
        let answer = try await ask(token, "POST", "missions", body)
        guard answer.status == 201 else { throw WrongAnswer(text: answer.text) }
        return id
    }

    /// Gives Mira gold: a mission of so many minutes that she claims and Anna approves.
    @discardableResult
    func earn(_ minutes: Int) async throws -> String {
        let id = newID()
        let body = #"{"id":"\#(id)","title":"Tidy up","minutes":\#(minutes),"assignee":"\#(mira.id.text)"}"#
        _ = try await ask(anna.token, "POST", "missions", body)
        _ = try await ask(mira.token, "POST", "missions/\(id)/claim", decision(1))
        let answer = try await ask(anna.token, "POST", "missions/\(id)/approve", decision(2))
        guard answer.json["alreadyHandled"] as? Bool == false else { throw WrongAnswer(text: answer.text) }
        return id
    }

    /// The body of a decision about the first occurrence in a version.
    func decision(_ version: Int, _ more: String = "") -> String {
        #"{"occurrence":0,"version":\#(version)\#(more)}"#
    }

    /// Adds an item and answers its identity.
    func item(_ name: String, price: Int, stock: Int? = nil) async throws -> String {
        let id = newID()
        let stock = stock.map { #","stock":\#($0)"# } ?? ""
        let body = #"{"id":"\#(id)","name":"\#(name)","price":"\#(price)"\#(stock)}"#
        let answer = try await ask(anna.token, "POST", "store/items", body)
        guard answer.status == 201 else { throw WrongAnswer(text: answer.text) }
        return id
    }

    /// What somebody has in gold, as their page shows it.
    func gold(_ token: String) async throws -> [String: String] {
        try await ask(token, "GET", "me/focus").json["gold"] as? [String: String] ?? [:]
    }

    /// Sends all of them at once, as whose token, where to and what, each on a connection of its own, and answers in their order.
    func all(_ calls: [(String, String, String)]) async throws -> [TestResponse] {
        try await withThrowingTaskGroup(of: (Int, TestResponse).self) { group in
            for (number, call) in calls.enumerated() {
                group.addTask { (number, try await ask(call.0, "POST", call.1, call.2)) }
            }
            var answers: [Int: TestResponse] = [:]
            for try await (number, answer) in group { answers[number] = answer }
            return calls.indices.compactMap { answers[$0] }
        }
    }

    /// Whether every entry of every ledger is right.
    func isSound() async throws -> Bool {
        try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil }
    }

    /// What somebody is told, the newest first.
    func notices(_ token: String, _ kind: String) async throws -> [[String: Any]] {
        try await ask(token, "GET", "notices").items.filter { $0["kind"] as? String == kind }
    }
}

/// An answer that the test did not expect.
struct WrongAnswer: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

extension TestResponse {
    /// The first occurrence of the mission in it, or of the mission that it is.
    var occurrence: [String: Any] {
        let mission = json["mission"] as? [String: Any] ?? json
        return (mission["occurrences"] as? [[String: Any]])?.first ?? [:]
    }
}
