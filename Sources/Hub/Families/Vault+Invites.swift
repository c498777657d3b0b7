import Crypto
import Family
import Storage

/// What somebody shows to be let into a family: a link's token, or the short code of an invite for one number.
struct InviteSecret: Sendable {
    let tokenHash: [UInt8]
    /// Nil where what came cannot be a code.
    let code: String?

    static let codeCharacters = 8
}

extension Vault {
    /// What an asker's words may be.
    func inviteSecret(_ typed: String) -> InviteSecret {
        let code = TypedCode.normalized(typed)
        return InviteSecret(
            tokenHash: hash(token: Array(typed.utf8)).bytes,
            code: code?.utf8.count == InviteSecret.codeCharacters ? code : nil
        )
    }

    /// The form in which an invite's code is stored, bound to the invite.
    func hash(code: String, of invite: ID<Invite>) -> [UInt8] {
        keys.pepper.authenticate(Purpose.invite.binding(invite.bytes) + Array(code.utf8))
    }

    /// Whether a code is the one of an invite, in constant time.
    func isRight(code: String, of invite: InviteRow) -> Bool {
        guard let hash = invite.codeHash else { return false }
        return isPeppered(hash, Purpose.invite.binding(invite.id.bytes) + Array(code.utf8))
    }

    /// Seals the number that an invite is for.
    func seal(_ phone: PhoneNumber, of invite: ID<Invite>) -> [UInt8] {
        keys.messages.seal(Array(phone.e164.utf8), additional: Purpose.invite.binding(invite.bytes))
    }

    /// The number that an invite is for; nil without one.
    func phone(of invite: InviteRow) -> PhoneNumber? {
        invite.phoneSealed
            .flatMap { keys.messages.open($0, additional: Purpose.invite.binding(invite.id.bytes)) }
            .flatMap { PhoneNumber(e164: String(decoding: $0, as: UTF8.self)) }
    }
}
