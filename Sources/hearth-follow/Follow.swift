import API
import Family
import Foundation
import HearthClient

/// Follows a family from a terminal: who is where, as it happens.
///
/// All that an app does in small: it logs in or takes a token, reads what there is, and listens.
@main
struct Follow {
    static let usage = """
        usage: hearth-follow URL [--json]

        Prints where everyone is whom a member sees, and each change as it happens, until Ctrl-C.
        The member is told by HEARTH_TOKEN, or by HEARTH_PHONE and HEARTH_PASSWORD.
        """

    static func main() async {
        do {
            try await follow(Array(CommandLine.arguments.dropFirst()))
        } catch let failure as ClientFailure {
            end(words(failure), status: 1)
        } catch {
            end(usage, status: 2)
        }
    }

    private static func follow(_ arguments: [String]) async throws {
        let asJSON = arguments.contains("--json")
        guard let text = arguments.first(where: { !$0.hasPrefix("--") }), let address = HubAddress(text) else {
            end(usage, status: 2)
        }
        let client = HearthClient(address, tokens: MemoryTokenStore())
        try await enter(client, ProcessInfo.processInfo.environment)
        var names = try await names(client)
        for await event in client.events() {
            switch event {
            case .presence(let body):
                write(asJSON ? try json(body) : line(body, names[body.member] ?? body.member.text))
            case .link(.loggedOut): end("The session is over.", status: 1)
            case .link(let link): report("\(link)")
            case .changed(.connections), .everythingChanged: names = try await self.names(client)
            case .changed(let topic): report("\(topic) changed")
            case .hand, .other: break
            }
        }
    }

    private static func enter(_ client: HearthClient, _ environment: [String: String]) async throws {
        if let token = environment["HEARTH_TOKEN"] {
            try await client.adopt(token: token)
        } else if let phone = environment["HEARTH_PHONE"], let password = environment["HEARTH_PASSWORD"] {
            try await client.logIn(LogInBody(phone: phone, password: password))
        } else {
            end(usage, status: 2)
        }
    }

    /// What everyone is called whom the member sees, themselves included.
    private static func names(_ client: HearthClient) async throws -> [ID<Member>: String] {
        let me = try await client.me()
        let seen = try await client.connections().seen
        return Dictionary(
            [(me.id, me.name)] + seen.map { ($0.member, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func line(_ body: PresenceBody, _ name: String) -> String {
        var parts = [name, body.place ?? body.state.rawValue]
        if let fix = body.fix {
            parts.append("\(fix.latitude), \(fix.longitude)")
            parts.append("\(fix.ageSeconds) s ago")
        }
        return parts.joined(separator: "  ")
    }

    private static func json(_ body: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(body), as: UTF8.self)
    }

    private static func words(_ failure: ClientFailure) -> String {
        switch failure {
        case .refused(let refusal): [refusal.title, refusal.detail].compactMap { $0 }.joined(separator: " ")
        case .loggedOut: "The token opens nothing here."
        case .unreachable: "The hub does not answer."
        case .notAHub: "This is no hub."
        case .unreadable, .device, .cancelled: "\(failure)"
        }
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func report(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private static func end(_ line: String, status: Int32) -> Never {
        report("hearth-follow: \(line)")
        exit(status)
    }
}
