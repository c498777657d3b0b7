import API
public import Family
public import Foundation

/// Who is logged in, and the secret by which the hub knows them.
public struct Credentials: Codable, Hashable, Sendable {
    public let member: ID<Member>
    /// Whoever has it is this member: it belongs into the keychain and into no log.
    public let token: String
    public let expiresAt: Timestamp

    public init(member: ID<Member>, token: String, expiresAt: Timestamp) {
        self.member = member
        self.token = token
        self.expiresAt = expiresAt
    }

    /// What a log-in or a registration answered.
    init(_ body: LoggedInBody) {
        self.init(member: body.member, token: body.token, expiresAt: body.expiresAt)
    }
}

/// Where an app keeps its credentials between two starts: on a phone, its keychain.
public protocol TokenStore: Sendable {
    /// What was saved last; nil where nobody is logged in.
    func load() async throws -> Credentials?

    /// Keeps these in the place of any others; nil forgets them.
    func save(_ credentials: Credentials?) async throws
}

/// Credentials that are gone when the program ends.
public actor MemoryTokenStore: TokenStore {
    private var credentials: Credentials?

    /// A store that holds these at first.
    public init(_ credentials: Credentials? = nil) {
        self.credentials = credentials
    }

    public func load() -> Credentials? { credentials }

    public func save(_ credentials: Credentials?) { self.credentials = credentials }
}

/// Credentials in a file that only its owner can read, for programs on a computer.
public struct FileTokenStore: TokenStore {
    private let url: URL

    /// A store in this file, which need not be there yet; its folder must be.
    public init(_ url: URL) {
        self.url = url
    }

    public func load() async throws -> Credentials? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try JSONDecoder().decode(Credentials.self, from: Data(contentsOf: url))
    }

    public func save(_ credentials: Credentials?) async throws {
        guard let credentials else {
            // Forgetting what was never there is done.
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            return
        }
        let new = url.appendingPathExtension("new")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        // Made with its rights before the secret is in it.
        guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: attributes) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: new)
        try file.write(contentsOf: JSONEncoder().encode(credentials))
        try file.synchronize()
        try file.close()
        guard rename(new.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
