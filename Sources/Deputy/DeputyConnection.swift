import Family
import HTTPClient
package import Messaging

/// Speaks to hubs over HTTPS, each time over a new connection, so that a failure says something about now.
package struct DeputyConnection: Sendable {
    private static let connectMilliseconds = 4_000
    /// Beyond what the hub was asked to wait.
    private static let answerMilliseconds = 6_000

    package init() {}

    /// The body of an answer of status 200; nil where none came in time.
    package func post(_ url: String, _ body: [UInt8], waitSeconds: Int) async -> [UInt8]? {
        let client = HTTPClient(
            userAgent: "Hearth",
            connectMilliseconds: Self.connectMilliseconds,
            answerMilliseconds: waitSeconds * 1_000 + Self.answerMilliseconds,
            answerBytesMax: 8 << 20
        )
        let request = OutgoingRequest(url: url, contentType: "application/json", authorization: .none, body: body)
        // The reason does not matter: no answer came.
        guard let client, let answer = try? await client.post(request), answer.status == 200 else { return nil }
        return answer.body
    }
}

/// Tells a dead hub from a dead line: whether anything outside the deputy's own home answers.
package struct DeputyNetwork: Sendable {
    private let addresses: [String]
    private let services: PushServices
    private let checks: [any ProviderCheck]

    /// - Parameters:
    ///   - addresses: of providers that the deputy sends through, on the open internet.
    ///   - services: those that pushes may be sent through; no other address that a hub names is asked.
    ///   - checks: asked where there is no address at all: a phone at home may answer while the line is down.
    package init(addresses: [String], services: PushServices, checks: [any ProviderCheck]) {
        (self.addresses, self.services, self.checks) = (addresses, services, checks)
    }

    /// Whether one of them answers, whatever it says.
    package func works(_ endpoints: Set<String>) async -> Bool {
        let asked = addresses + endpoints.filter { services.have($0) }.map(origin).sorted().prefix(4)
        return await withTaskGroup(of: Bool.self) { group in
            for address in Set(asked) { group.addTask { await isAnswering(address) } }
            if asked.isEmpty { for check in checks { group.addTask { await check.trouble() == nil } } }
            for await works in group where works {
                group.cancelAll()
                return true
            }
            return false
        }
    }

    private func isAnswering(_ address: String) async -> Bool {
        let client = HTTPClient(userAgent: "Hearth", connectMilliseconds: 3_000, answerMilliseconds: 4_000)
        guard let client else { return false }
        // Any failure is the same here: nothing came back.
        return (try? await client.post(.get(address))) != nil
    }

    /// Scheme, host and port; the rest of a browser's address is a secret.
    private func origin(_ endpoint: String) -> String {
        let scheme = endpoint.prefix { $0 != ":" }
        return scheme + "://" + endpoint.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) } + "/"
    }
}
