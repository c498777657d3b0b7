import Family
import Messaging
import SQL
import Storage

/// How a member can be told something while no page of theirs is open.
struct MemberChannels: Sendable {
    var takesPush = false
    var phone: String?
    var mail: String?
    /// Whether a text to them leaves this hub; on trial it is only kept for reading.
    var hasTexts = false
    /// Whether a mail to them does.
    var hasMails = false

    /// Whether no channel reaches them.
    var isNone: Bool { !takesPush && !hasTexts && !hasMails }
}

extension Hub {
    /// The channels that reach a member.
    func channels(of row: MemberRow, in transaction: Transaction) throws(StorageError) -> MemberChannels {
        var channels = MemberChannels()
        channels.takesPush = try !transaction.pushSubscriptions(of: row.id, now: outside.now()).isEmpty
        channels.phone = phone(of: row)?.e164
        channels.mail = mail(try transaction.memberMail(row.id)?.mailSealed, of: row)
        channels.hasTexts = channels.phone != nil && canText
        channels.hasMails = channels.mail != nil && outside.senders[.mail] != nil
        return channels
    }

    /// Whether a message to one of these addresses leaves the hub; on trial it is only kept for reading.
    func leavesHub(phone: String?, mail: String?) -> Bool {
        phone != nil && leavesHub(by: .text) || mail != nil && leavesHub(by: .mail)
    }

    /// Whether messages of a channel leave the hub; every hub sends push messages by itself.
    func leavesHub(by channel: Channel) -> Bool { channel == .push || outside.senders[channel] != nil }
}
