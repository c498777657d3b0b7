import Family
import HTTP
import WireClient

extension EventReader {
    /// Opens a viewer's stream.
    static func open(
        _ test: TestService,
        token: String,
        headers: [String] = [],
        path: String = "/api/v1/events",
        isSlow: Bool = false
    ) async throws -> EventReader {
        try await open(
            port: test.server.port,
            path: path,
            headers: ["Authorization: Bearer \(token)"] + headers,
            isSlow: isSlow
        )
    }

    /// Waits for a presence of somebody, one that says so where words are given.
    func presence(of member: TestMember, saying words: String? = nil) async throws -> ReadEvent? {
        let id = member.id.text
        return try await event { event in
            event.name == "presence" && event.data.contains(id) && words.map { event.data.contains($0) } ?? true
        }
    }
}
