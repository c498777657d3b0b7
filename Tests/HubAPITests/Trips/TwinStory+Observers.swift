import Bus
import Family
import Foundation
import Hub
import HubAPI
import Storage
import Testing
import WireClient

/// The routes that each observer can read, their streams and their messages.
extension TwinStory {
    /// What each observer reads first; with `all`, every route that they can read.
    mutating func look(all: Bool = false) async throws {
        let rest = ["alarms", "me/sharing", "me/contacts", "notices", "connections", "drills", "presence", "clock"]
        for path in ["me/safety", "trips", "views"] + (all ? rest : []) {
            let answer = try await own("GET", path)
            guard path == "trips" else { continue }
            for trip in answer.items.prefix(all ? 2 : 1) {
                _ = try await own("GET", "trips/\(trip["id"] ?? "")")
                if all { _ = try await own("GET", "trips/\(trip["id"] ?? "")/positions") }
            }
        }
        for (observer, member) in [(TwinObserver.viewer, cleo), (.laterCompanion, dana)] {
            let first = observer == .viewer ? "presence" : "companion-trips"
            let rest = ["presence", "clock", "connections", "alarms", "companion-trips", "notices"]
            for path in all ? rest : [first] {
                let answer = try await ask(observer, "GET", path, token: member.token)
                guard path == "companion-trips" else { continue }
                for trip in answer.items {
                    let path = "companion-trips/\(trip["id"] ?? "")/positions"
                    _ = try await ask(observer, "GET", path, token: member.token)
                }
            }
        }
        for observer in TwinObserver.allCases {
            guard let cookie = cookies[observer] else { continue }
            let headers = ["Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"]
            guard observer != .liveViewer else {
                for path in ["live-view", "live-view/positions"] {
                    _ = try await ask(observer, "GET", path, headers: headers)
                }
                try await stay(observer, headers)
                continue
            }
            let view = try await ask(observer, "GET", "trip-view", headers: headers)
            _ = try await ask(observer, "GET", "trip-view/positions", headers: headers)
            for alarm in view.json["alarms"] as? [[String: Any]] ?? [] where alarm["state"] as? String != "calling" {
                // Also of one that looks over.
                let body = #"{"alarm":"\#(alarm["id"] ?? "")"}"#
                _ = try await ask(observer, "POST", "trip-view/acknowledge", body, headers: headers)
            }
        }
        try await settle()
    }

    mutating func open(_ observer: TwinObserver, _ body: String) async throws {
        try await advance(seconds: 1)
        let answer = try await ask(observer, "POST", "trip-views", body)
        cookies[observer] = answer["set-cookie"]?.split(separator: ";").first.map(String.init)
        try await settle()
    }

    /// Makes a live link of the traveller's and opens it.
    mutating func openLiveLink() async throws {
        try await advance(seconds: 1)
        let (_, secret) = try await test.makeLiveLink(of: ana, hours: 24)
        try await settle()
        try await advance(seconds: 1)
        let answer = try await ask(.liveViewer, "POST", "live-views", #"{"token":"\#(secret)"}"#)
        cookies[.liveViewer] = answer["set-cookie"]?.split(separator: ";").first.map(String.init)
        try await settle()
    }

    /// Lets a browser stay for another hour, where its link is open.
    private mutating func stay(_ observer: TwinObserver, _ headers: [String]) async throws {
        let answer = try await ask(observer, "POST", "live-views", "{}", headers: headers)
        guard answer.status == 201 else { return }
        cookies[observer] = answer["set-cookie"]?.split(separator: ";").first.map(String.init)
    }

    mutating func own(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        headers: [String] = []
    ) async throws -> TestResponse {
        try await ask(.traveller, method, path, json, token: ana.token, headers: headers)
    }

    mutating func ask(
        _ observer: TwinObserver,
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        token: String? = nil,
        headers: [String] = []
    ) async throws -> TestResponse {
        let more = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let type = json == nil ? [] : ["Content-Type: application/json"]
        let bytes = requestBytes(method, "/api/v1/\(path)", headers + more + type, json.map { Array($0.utf8) })
        let client = client
        let answer = try await onThread {
            try client.client.send(bytes)
            return try client.client.response()
        }
        transcript[observer, default: []].append("\(method) \(path) \(answer.status) \(answer.text)")
        return answer
    }

    /// Waits until every stream was told what happened so far, and notes each thing that it was told.
    ///
    /// How often and in which order is left out: a reader that is slow just then is told of two changes in one.
    mutating func settle() async throws {
        test.hub.bus.publish(streams.map { .wallet($0.member.id) })
        for index in streams.indices {
            let (observer, _, reader, read) = streams[index]
            var frames: [ReadEvent] = []
            let isHere = try await eventually {
                reader.isEnded || reader.events.dropFirst(read).contains { $0.name == "wallet" }
            }
            #expect(isHere)
            frames = Array(reader.events.dropFirst(read))
            if let marker = frames.firstIndex(where: { $0.name == "wallet" }) {
                frames = Array(frames[...marker])
            }
            streams[index].read = read + frames.count
            streamed[observer, default: []] += Set(
                frames.filter { $0.name != "wallet" }.map { "\($0.name) \($0.data)" }
            ).sorted()
        }
    }

    /// What was pushed, texted and mailed to the observers.
    mutating func recordMessages(since: ID<OutboxMessage>?) async throws {
        let messages = try await test.messages(since: since)
        for (observer, member, _, _) in streams {
            for message in messages where message.member == member.id {
                transcript[observer, default: []].append("\(message.channel) \(message.text)")
            }
        }
    }
}

extension TwinStory {
    /// The same lines with each identity and secret as the number of its first appearance.
    static func masked(_ lines: [String]) -> [String] {
        let secrets =
            #/[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|follow#[A-Za-z0-9_-]+|"accessCode":"[^"]+"/#
        var known: [Substring: Int] = [:]
        return lines.map { line in
            line.replacing(secrets) { match in
                let number = known[match.output] ?? known.count
                known[match.output] = number
                return "<\(number)>"
            }
        }
    }
}
