import API
import Family
import FoundationEssentials
import Glibc
import HTTPClient
import Hub
import Synchronization

extension Command {
    static let export = Command(
        name: "export",
        summary: "exports a member's own data",
        help: """
            usage: hearth export --member PHONE [--format zip|json|gpx|geojson] [--to FILE] [--hub URL] [--token TOKEN]

            Writes a member's data to a file, or to the standard output: everything as one zip archive, or the
            positions alone. It asks the hub as the member would, with a token of the member's own: whoever runs the
            hub has no more right to it than anybody else.

              --member PHONE   whose data, as +41446681800; the token must be theirs
              --format FORMAT  zip (at first), json, gpx or geojson
              --to FILE        where to write; a new file, for its owner alone
              --hub URL        where the hub is; at first where this configuration says that it is reached
              --token TOKEN    as POST /api/v1/sessions answers it; better in HEARTH_TOKEN, which other users of the
                               machine cannot see. For an archive it has to be of the last five minutes
            """
    ) { words in
        let flags: Set<String> = ["member", "format", "to", "hub", "token"]
        let (arguments, configuration) = try Configuration.read(words, flags: flags, switches: [])
        try arguments.noPositional()
        let format = arguments.values["format"] ?? "zip"
        guard ["zip", "json", "gpx", "geojson"].contains(format) else {
            throw UsageError(words: "--format is zip, json, gpx or geojson.")
        }
        let member = try arguments.required("member")
        let export = try MemberExport(arguments, configuration)
        let me = try await export.me()
        guard let phone = me.phone, digits(phone) == digits(member) else {
            throw CommandFailure(words: "this token belongs to another member: only the member can export their data")
        }
        let target = try arguments.values["to"].map(newFile) ?? STDOUT_FILENO
        let path =
            format == "zip"
            ? Route.export.methodAndPath.path : Route.track(me.id).methodAndPath.path + "?format=\(format)"
        if format == "json" {
            try await export.copyPages(path, to: target)
        } else {
            try await export.copy(path, to: target)
        }
    }
}

/// A hub, asked as one member.
struct MemberExport {
    private let client: HTTPClient
    private let base: String
    private let token: String

    init(_ arguments: Arguments, _ configuration: Configuration) throws {
        let usual = configuration.hub.publicURL.isEmpty ? "http://\(configuration.listen)" : configuration.hub.publicURL
        base = arguments.values["hub"] ?? usual
        // The environment is read before any thread could change it.
        let inherited = unsafe getenv("HEARTH_TOKEN").map { unsafe String(cString: $0) }
        guard let token = arguments.values["token"] ?? inherited else {
            throw UsageError(words: "Give the member's own token in --token or HEARTH_TOKEN.")
        }
        self.token = token
        // A long history takes some time to put together.
        guard let client = HTTPClient(userAgent: "hearth-export", answerMilliseconds: 600_000) else {
            throw CommandFailure(words: "libcurl cannot be used")
        }
        self.client = client
    }

    func me() async throws -> MeBody {
        try JSONDecoder().decode(MeBody.self, from: Data(try await answer(Route.me.methodAndPath.path)))
    }

    /// Copies an answer as it comes.
    func copy(_ path: String, to target: Int32) async throws {
        let problem = Mutex<[UInt8]>([])
        let status = try await fetch(path) { status, piece in
            guard status == 200 else {
                problem.withLock { $0 += piece.prefix(max(0, 65_536 - $0.count)) }
                return true
            }
            return writeAll(piece, to: target)
        }
        guard status == 200 else { throw refusal(status, problem.withLock { $0 }) }
    }

    /// Copies a track that comes in pages as one list.
    func copyPages(_ path: String, to target: Int32) async throws {
        var next: String?
        var isFirst = true
        try write("{\"fixes\":[", target)
        repeat {
            let page = try JSONDecoder().decode(
                TrackBody.self,
                from: Data(try await answer(path + (next.map { "&after=\($0)" } ?? "")))
            )
            for fix in page.fixes {
                try write(isFirst ? "\n" : ",\n", target)
                try write(String(decoding: try JSONEncoder().encode(fix), as: UTF8.self), target)
                isFirst = false
            }
            next = page.next
        } while next != nil
        try write("\n]}\n", target)
    }

    private func answer(_ path: String) async throws -> [UInt8] {
        let body = Mutex<[UInt8]>([])
        let status = try await fetch(path) { _, piece in
            body.withLock { $0 += piece }
            return true
        }
        guard status == 200 else { throw refusal(status, body.withLock { $0 }) }
        return body.withLock { $0 }
    }

    private func fetch(_ path: String, take: @escaping @Sendable (Int, [UInt8]) -> Bool) async throws -> Int {
        do {
            return try await client.fetch(base + path, bearer: token, take: take)
        } catch {
            throw CommandFailure(words: "the hub did not answer: \(error.words)")
        }
    }

    private func write(_ text: String, _ target: Int32) throws(CommandFailure) {
        guard writeAll(Array(text.utf8), to: target) else { throw CommandFailure(words: errorWords(errno)) }
    }

    private func refusal(_ status: Int, _ body: [UInt8]) -> CommandFailure {
        // What is no problem of ours, as of a proxy, has no words but its number.
        let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(body))
        return CommandFailure(words: problem.map { $0.detail ?? $0.title } ?? "the hub answered \(status)")
    }
}

/// A file that was not there, for its owner alone.
func newFile(_ path: String) throws(FileError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
    return descriptor
}

private func writeAll(_ bytes: [UInt8], to target: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(target, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

private func digits(_ phone: String) -> String {
    String(phone.filter(\.isNumber))
}
