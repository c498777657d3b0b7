import API
import Family
import Foundation
import WireClient

/// A hub with Anna, whose device a replay feeds, and Ben, who sees her exactly.
///
/// Everything happens by the command line and over HTTP, as a family would do it.
final class ReplayHouse: Sendable {
    let address: String
    let deviceToken: String
    private let hub: Program
    private let folder: URL
    private let anna: LoggedInBody
    private let ben: LoggedInBody

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        hub = try Self.serve(folder, listen: "127.0.0.1:\(portNobodyIsGiven())")
        address = try await Self.address(of: hub)
        anna = try await Self.member("Anna", "+41446681801", folder, address)
        ben = try await Self.member("Ben", "+41446681802", folder, address)
        let device = ["device", "add", "--data", folder.path, "--member", "+41446681801", "--name", "phone", "--json"]
        deviceToken = try read(DeviceIssuedBody.self, try await Program.hearth(device).output).token
        let code = try await call("PUT", "/me/connect-code", #"{"precision":"exact"}"#, as: anna)
        let connection =
            #"{"id":"\#(newID())","phone":"+41446681801","code":"\#(try read(ConnectCodeBody.self, code).code)"}"#
        _ = try await call("POST", "/connections", connection, as: ben)
    }

    deinit {
        hub.kill()
        // A folder that stays in the temporary one is no reason to fail.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The words of `hearth replay` for files of `Tests/Fixtures/tracks`.
    func replay(_ files: String..., flags: [String]) -> [String] {
        let paths = files.map { Program.root.appendingPathComponent("Tests/Fixtures/tracks/\($0)").path }
        return ["replay"] + paths + ["--server", address, "--token", deviceToken] + flags
    }

    func addPlace(_ label: String, _ latitude: Double, _ longitude: Double) async throws {
        let centre = #""latitude":\#(latitude),"longitude":\#(longitude),"radiusMetres":120"#
        _ = try await call(
            "POST",
            "/places",
            #"{"id":"\#(newID())","label":"\#(label)","description":"\#(label)",\#(centre)}"#,
            as: anna
        )
    }

    /// Opens Ben's event stream.
    func watch() throws -> Program {
        let key = "Authorization: Bearer \(ben.token)"
        return try Program("curl", ["-sN", "--max-time", "60", "-H", key, address + "/api/v1/events"])
    }

    /// All stored fixes of Anna.
    func track() async throws -> [TrackFixBody] {
        let path = "/members/\(anna.member.text)/track"
        return try read(TrackBody.self, try await call("GET", path, nil, as: anna)).fixes
    }

    /// Kills the hub, leaves its port closed for a moment, and starts another on the same folder and port.
    func replaceHub() async throws -> Program {
        hub.kill()
        try await Task.sleep(for: .milliseconds(300))
        let next = try Self.serve(folder, listen: String(address.dropFirst("http://".count)))
        _ = try await Self.address(of: next)
        return next
    }

    /// One call of the API as a member; its body.
    private func call(_ method: String, _ path: String, _ body: String?, as member: LoggedInBody) async throws -> String
    {
        try await Self.curl(method, address + "/api/v1" + path, body, token: member.token)
    }

    private static func serve(_ folder: URL, listen: String) throws -> Program {
        try Program(
            Program.hearth.path,
            ["serve", "--data", folder.path, "--listen", listen, "--registration", "open"]
        )
    }

    private static func address(of hub: Program) async throws -> String {
        let prefix = "listening on "
        try await until("the hub listens") { hub.output.hasPrefix(prefix) && hub.output.contains("\n") }
        return String(hub.output.prefix { $0 != "\n" }.dropFirst(prefix.count))
    }

    private static func member(
        _ name: String,
        _ phone: String,
        _ folder: URL,
        _ address: String
    ) async throws -> LoggedInBody {
        let password = "a long phrase for \(name)"
        let words = ["member", "add", "--data", folder.path, "--phone", phone, "--name", name, "--password", password]
        let added = try await Program.hearth(words)
        guard added.status == 0 else { throw HouseFailure(words: added.errors) }
        let body = #"{"phone":"\#(phone)","password":"\#(password)"}"#
        return try read(LoggedInBody.self, try await curl("POST", address + "/api/v1/sessions", body, token: nil))
    }

    private static func curl(_ method: String, _ url: String, _ body: String?, token: String?) async throws -> String {
        var words = ["-sS", "--fail-with-body", "--max-time", "20", "-X", method, url]
        if let body { words += ["--json", body] }
        if let token { words += ["-H", "Authorization: Bearer \(token)"] }
        let answer = try await Program("curl", words).end()
        guard answer.status == 0 else {
            throw HouseFailure(words: "\(method) \(url): \(answer.output) \(answer.errors)")
        }
        return answer.output
    }
}

struct HouseFailure: Error {
    let words: String
}

/// Waits until something is so; fails after a minute.
func until(_ what: String, _ condition: @Sendable () -> Bool) async throws {
    for _ in 0..<3_000 {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw HouseFailure(words: "it never happened that \(what)")
}

/// Reads a JSON answer.
private func read<Body: Decodable>(_ type: Body.Type, _ text: String) throws -> Body {
    try JSONDecoder().decode(type, from: Data(text.utf8))
}

private func newID() -> String { UUID().uuidString.lowercased() }
