import Crypto
import Family
import Messaging
import Storage

extension Vault {
    /// Seals a text of the outbox, bound to its message and to which of the message's texts it is.
    func seal(_ text: String, as purpose: Purpose, of message: ID<OutboxMessage>) -> [UInt8] {
        keys.messages.seal(Array(text.utf8), additional: purpose.binding(message.bytes))
    }

    /// A text of the outbox; nil where it was erased, or sealed by another hub.
    func open(_ sealed: [UInt8]?, as purpose: Purpose, of message: ID<OutboxMessage>) -> String? {
        sealed.flatMap { keys.messages.open($0, additional: purpose.binding(message.bytes)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Seals a browser's address, bound to its session.
    func seal(_ address: PushAddress, of session: ID<Session>) -> [UInt8] {
        keys.messages.seal(Array(address.text.utf8), additional: Purpose.push.binding(session.bytes))
    }

    /// A browser's address; nil where it was sealed for another session or by another hub.
    func pushAddress(_ sealed: [UInt8], of session: ID<Session>) -> PushAddress? {
        keys.messages.open(sealed, additional: Purpose.push.binding(session.bytes))
            .flatMap { PushAddress(text: String(decoding: $0, as: UTF8.self)) }
    }

    /// What this hub says to push services of itself, and how they reach its keeper; the newest first, never empty.
    func vouchers(_ settings: HubSettings) -> [VAPIDToken] {
        let url = settings.publicURL
        let mail = settings.pushContact.map { "mailto:\($0)" }
        let subject = url.hasPrefix("https://") ? url : mail ?? "https://localhost"
        return keys.pushKeys.map { VAPIDToken(key: $0, subject: subject) }
    }

    /// The form in which a browser's address is looked up.
    func hash(endpoint: String) -> [UInt8] {
        keys.tokens.authenticate(Purpose.push.binding(Array(endpoint.utf8)))
    }

    /// Seals the number that a code is for, bound to the request.
    func seal(_ phone: PhoneNumber, ofVerification idHash: [UInt8]) -> [UInt8] {
        keys.messages.seal(Array(phone.e164.utf8), additional: Purpose.verification.binding(idHash))
    }

    /// The number that a code is for; nil where it was erased.
    func phone(_ sealed: [UInt8]?, ofVerification idHash: [UInt8]) -> PhoneNumber? {
        sealed.flatMap { keys.messages.open($0, additional: Purpose.verification.binding(idHash)) }
            .flatMap { PhoneNumber(e164: String(decoding: $0, as: UTF8.self)) }
    }

    /// The form in which a code by text is stored (S7), bound to the request that it answers.
    func hash(code: String, ofVerification idHash: [UInt8]) -> [UInt8] {
        keys.pepper.authenticate(Purpose.verification.binding(idHash) + Array(code.utf8))
    }

    /// Whether a code is the one that was sent, in constant time; with no hash it takes as long and says no.
    func isRight(code: String, ofVerification idHash: [UInt8], hash: [UInt8]?) -> Bool {
        let message = Purpose.verification.binding(idHash) + Array(code.utf8)
        let isValid = isPeppered(hash ?? [UInt8](repeating: 0, count: 32), message)
        return hash != nil && isValid
    }

    /// The form in which the network of an asker is stored.
    func hash(network: [UInt8]) -> [UInt8] {
        keys.tokens.authenticate(Purpose.network.binding(network))
    }

    /// What numbers that differ in their last two digits share (S9).
    func hash(blockOf phone: PhoneNumber) -> [UInt8] {
        keys.phoneLookup.authenticate(Purpose.block.binding(Array(phone.e164.utf8.dropLast(2))))
    }

    /// How the security log names a member.
    func hash(securityOf member: ID<Member>) -> [UInt8] {
        Array(keys.tokens.authenticate(Purpose.security.binding(member.bytes)).prefix(8))
    }
}
