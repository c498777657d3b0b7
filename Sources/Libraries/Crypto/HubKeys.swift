import Synchronization

/// The keys of one hub, all derived from the secrets in its key file.
///
/// Who has the database without the key file can read no number, no position and no token, and guess no password. What
/// seals, finds and tells apart comes from the first secret and stays. The pepper and the key for push services come
/// from the newest one, which `rotate()` adds while the hub runs (S33); what was made under an older one still opens.
package final class HubKeys: Sendable {
    /// Wraps the data keys of members.
    package let wrapping: AEADKey
    /// Seals messages on their way, and the numbers they are for.
    package let messages: AEADKey
    /// Finds a phone number by its keyed hash.
    package let phoneLookup: HMACKey
    /// Hashes the tokens of sessions and devices.
    package let tokens: HMACKey
    /// Tags fixes, to tell a repeated one without opening it.
    package let fixTags: SipHashKey

    private let file: KeyFile?
    private let generations: Mutex<[Generation]>

    /// A secret, and the keys of its own that a newer one replaces.
    private struct Generation: Sendable {
        let secret: [UInt8]
        let pepper: HMACKey
        let push: P256Key

        init(_ secret: [UInt8]) {
            self.secret = secret
            let root = HMACKey(secret)
            pepper = HMACKey(root.derive([UInt8]("hearth/1/pepper".utf8)))
            push = .derived(from: root, purpose: "hearth/1/push")
        }
    }

    /// Derives the keys from 32 random bytes.
    package convenience init(master: [UInt8]) {
        self.init([master], file: nil)
    }

    private init(_ secrets: [[UInt8]], file: KeyFile?) {
        precondition(!secrets.isEmpty && secrets.allSatisfy { $0.count == KeyFile.secretCount })
        let root = HMACKey(secrets[0])
        func derive(_ purpose: String) -> [UInt8] { root.derive([UInt8]("hearth/1/\(purpose)".utf8)) }
        wrapping = AEADKey(derive("wrapping"))
        messages = AEADKey(derive("messages"))
        phoneLookup = HMACKey(derive("phone-lookup"))
        tokens = HMACKey(derive("tokens"))
        fixTags = SipHashKey([UInt8](derive("fix-tags").prefix(SipHashKey.byteCount)))
        self.file = file
        generations = Mutex(secrets.map(Generation.init))
    }

    /// Reads the key file in `folder`, or makes folder and file where there is none and `mayCreate`.
    ///
    /// Not to be created beside a database that has data: those were sealed with the keys that are missing.
    package static func open(folder: String, mayCreate: Bool) throws(KeyFileError) -> HubKeys {
        let file = KeyFile(folder: folder)
        if let secrets = try file.read() { return HubKeys(secrets, file: file) }
        guard mayCreate else { throw .missing(path: file.path) }
        let secrets = [SecureRandom.bytes(KeyFile.secretCount)]
        try file.write(secrets)
        return HubKeys(secrets, file: file)
    }

    /// The newest pepper of passwords and one-time codes.
    package var pepper: HMACKey { generations.withLock { $0[$0.count - 1].pepper } }

    /// Every pepper, oldest first; a password's hash names its own by the place in this list.
    package var peppers: [HMACKey] { generations.withLock { $0.map(\.pepper) } }

    /// Every key that says to push services that a message is this hub's, newest first; browsers know a public half.
    package var pushKeys: [P256Key] { generations.withLock { $0.map(\.push).reversed() } }

    /// Adds a secret, from which pepper and push key come from here on; on disk before it is used.
    package func rotate() throws(KeyFileError) {
        try generations.withLock { generations throws(KeyFileError) in
            guard generations.count < KeyFile.secretsMax else { throw .full(path: file?.path ?? "") }
            let newest = Generation(SecureRandom.bytes(KeyFile.secretCount))
            try file?.write((generations + [newest]).map(\.secret))
            generations.append(newest)
        }
    }
}
