import Foundation
import Synchronization
import Testing
import WireClient

/// The texts that a hub handed to its provider.
final class SentTexts: Sendable {
    private let bodies = Mutex<[String]>([])

    func add(_ body: String) {
        bodies.withLock { $0.append(body) }
    }

    /// How many of them hold these words.
    func count(_ words: String) -> Int {
        bodies.withLock { bodies in bodies.count { $0.contains(words) } }
    }
}

/// A guardian and children without a number, whose alarms go to the guardian alone.
struct CallingFamily: Sendable {
    /// One call for help, and what became of it.
    struct Call: Sendable {
        let alarm: String
        let name: String
        /// Whether the hub answered that it is on the disk.
        let isRecorded: Bool
        /// From the request until its text was sent.
        let late: Duration
    }

    private let guardian: Household.Person
    private let children: [(name: String, session: String)]

    /// Sets up the family whose number, one digit, no other family has.
    init(_ number: Int, children count: Int, _ folder: HubFolder, _ hub: HubProcess) async throws {
        let guardian = try await Household.person("Guardian \(number)", "+4144668181\(number)", folder, hub)
        let listed = try await hub.call("GET", "/api/v1/families", token: guardian.session).json["items"]
        let family = try #require((listed as? [[String: Any]])?.first?["id"] as? String)
        var children: [(name: String, session: String)] = []
        for child in 1...count {
            let name = "Child \(number)-\(child)"
            let path = "/api/v1/families/\(family)/members"
            let session = try await Self.addChild(name, to: path, guardian, hub)
            folder.keepSecret(session, "\(name)'s session token")
            children.append((name: name, session: session))
        }
        (self.guardian, self.children) = (guardian, children)
    }

    /// Makes a child whom the guardian sees exactly, and logs it in by a link: the token of its session.
    private static func addChild(
        _ name: String,
        to members: String,
        _ guardian: Household.Person,
        _ hub: HubProcess
    ) async throws -> String {
        // Young enough for the guardian to decide alone who sees it.
        let born = Calendar(identifier: .gregorian).component(.year, from: Date()) - 5
        let token = guardian.session
        let child = #"{"name":"\#(name)","birthYear":\#(born)}"#
        let added = try await hub.call("POST", members, token: token, json: child)
        let id = try #require(added.json["id"] as? String, "\(added.text)")
        let seer = #"{"id":"\#(freshID())","viewer":"\#(guardian.id)","precision":"exact"}"#
        let seen = try await hub.call("POST", "\(members)/\(id)/seers", token: token, json: seer)
        try #require(seen.status == 201, "\(seen.text)")
        let issued = try await hub.call("POST", "\(members)/\(id)/links", token: token)
        let link = try #require(issued.json["link"] as? String, "\(issued.text)")
        let secret = link.components(separatedBy: "link=").last ?? ""
        let logIn = try await hub.call("POST", "/api/v1/sessions", json: #"{"link":"\#(secret)"}"#)
        return try #require(logIn.json["token"] as? String, "\(logIn.text)")
    }

    /// Has each child call for help, one after the other.
    ///
    /// The guardian answers each alarm, so that none is repeated.
    func call(_ hub: HubProcess, _ texts: SentTexts) async throws -> [Call] {
        var calls: [Call] = []
        for (name, session) in children {
            let json = #"{"id":"\#(freshID())","cause":"alert","startedAgoMilliseconds":0}"#
            let began = ContinuousClock.now
            let taken = try await hub.call("POST", "/api/v1/countdowns", token: session, json: json)
            try #require(taken.status == 201, "\(name): \(taken.text)")
            #expect(try await eventually { texts.count("\(name) may need help") > 0 })
            let late = ContinuousClock.now - began
            let isRecorded = taken.json["recorded"] as? Bool ?? false
            let alarm = try #require(try await list(hub).first { $0["name"] as? String == name }?["id"] as? String)
            calls.append(Call(alarm: alarm, name: name, isRecorded: isRecorded, late: late))
            let answer = "/api/v1/alarms/\(alarm)/acknowledge"
            #expect(try await hub.call("POST", answer, token: guardian.session).status == 204)
        }
        return calls
    }

    /// The alarms that the guardian's page lists.
    func alarms(_ hub: HubProcess) async throws -> [String] {
        try await list(hub).compactMap { $0["id"] as? String }
    }

    private func list(_ hub: HubProcess) async throws -> [[String: Any]] {
        let listed = try await hub.call("GET", "/api/v1/alarms", token: guardian.session).json["items"]
        return (listed as? [[String: Any]]) ?? []
    }
}
