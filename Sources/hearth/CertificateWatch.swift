import Glibc
import HTTP
import Hub

/// Takes up a certificate of the keeper's own that was renewed, while the hub runs (S36).
///
/// It looks at the files, whoever writes them and however: a link that leads elsewhere now is seen too.
struct CertificateWatch: Sendable {
    /// Between two looks; what stays the same from one to the next is written whole.
    private static let pause = Duration.seconds(2)

    private let chain: String
    private let key: String
    private let server: Server
    private let outside: HubDependencies

    /// Nil where the hub has no certificate of its own.
    init?(_ configuration: Configuration, server: Server, outside: HubDependencies) {
        guard let chain = configuration.certificateFile, let key = configuration.keyFile else { return nil }
        (self.chain, self.key, self.server, self.outside) = (chain, key, server, outside)
    }

    /// Looks until the task is cancelled.
    func run() async {
        var (taken, before) = (state, state)
        var refused: [Int]?
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.pause)
            let now = state
            if now == before, now != taken {
                // What could not be used is tried again: not everything that mends it shows in the files' state.
                if take(isRepeated: refused == now) { taken = now } else { refused = now }
            }
            before = now
        }
    }

    /// Whether the new files are in use now.
    private func take(isRepeated: Bool) -> Bool {
        do {
            try server.use(try certificateBytes(chain, key))
            outside.log(LogEntry(.info, "the new certificate is in use"))
            return true
        } catch {
            guard !isRepeated else { return false }
            let reason = [("reason", wordsFor(error))]
            outside.log(LogEntry(.error, "the new certificate is not used: the one before stays", reason))
            return false
        }
    }

    /// What changes with the files: which they are, how long, when they were written, and who may read them.
    private var state: [Int] {
        [chain, key].flatMap { path in
            var facts = stat()
            guard unsafe stat(path, &facts) == 0 else { return [0] }
            return [
                Int(facts.st_ino), Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec,
                Int(facts.st_mode),
            ]
        }
    }
}

/// A chain and its key from their files; throws where other users of the machine can open the key.
func certificateBytes(_ chain: String, _ key: String) throws -> ServerConfiguration.Certificate {
    if SecretFile.certificateKey.isOpen(key) {
        let remedy = "`\(SecretFile.certificateKey.remedy(key))`, and renew it if others may have read it"
        throw FileError(words: "\(key) can be read or changed by others: \(remedy)")
    }
    return ServerConfiguration.Certificate(
        chain: try fileBytes(chain, bytesMax: 1 << 20),
        key: try fileBytes(key, bytesMax: 1 << 20)
    )
}
