/// The keys of one hub, all derived from the one secret in its key file.
///
/// Who has the database without the key file can read no number, no position and no token, and guess no password.
package final class HubKeys: Sendable {
    /// Wraps the data keys of members.
    package let wrapping: SealingKey
    /// Seals messages on their way, and the numbers they are for.
    package let messages: SealingKey
    /// Finds a phone number by its keyed hash.
    package let phoneLookup: HMACKey
    /// The pepper of passwords and one-time codes.
    package let pepper: HMACKey
    /// Hashes the tokens of sessions and devices.
    package let tokens: HMACKey
    /// Tags fixes, to tell a repeated one without opening it.
    package let fixTags: SipHashKey
    /// Says to push services that a message is this hub's; browsers know its public half.
    package let push: P256Key

    /// Derives the keys from 32 random bytes.
    package init(master: [UInt8]) {
        precondition(master.count == KeyFile.secretCount)
        let root = HMACKey(master)
        func derive(_ purpose: String) -> [UInt8] { root.derive([UInt8]("hearth/1/\(purpose)".utf8)) }
        wrapping = SealingKey(derive("wrapping"))
        messages = SealingKey(derive("messages"))
        phoneLookup = HMACKey(derive("phone-lookup"))
        pepper = HMACKey(derive("pepper"))
        tokens = HMACKey(derive("tokens"))
        fixTags = SipHashKey([UInt8](derive("fix-tags").prefix(SipHashKey.byteCount)))
        push = .derived(from: root, purpose: "hearth/1/push")
    }

    /// Reads the key file in `folder`, or makes folder and file where there is none and `mayCreate`.
    ///
    /// Not to be created beside a database that has data: those were sealed with the keys that are missing.
    package static func open(folder: String, mayCreate: Bool) throws(KeyFileRefusal) -> HubKeys {
        let file = KeyFile(folder: folder)
        if let master = try file.read() { return HubKeys(master: master) }
        guard mayCreate else { throw .missing(path: file.path) }
        let master = SecureRandom.bytes(KeyFile.secretCount)
        try file.write(master)
        return HubKeys(master: master)
    }
}
