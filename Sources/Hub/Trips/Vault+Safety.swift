import Crypto
import Family

extension Vault {
    /// The token of the link that one person is sent about one alarm: the same in every message (F4).
    func alarmToken(_ alarm: ID<Alarm>, for member: ID<Member>) -> String {
        let bytes = keys.tokens.authenticate(Purpose.alarmLink.binding(alarm.bytes + member.bytes))
        return Base64.encode(Array(bytes.prefix(16)), alphabet: .urlSafe)
    }

    /// The form in which a trip's typed code is looked up.
    func hash(tripCode code: String) -> [UInt8] {
        keys.tokens.authenticate(Purpose.tripCode.binding(Array(code.utf8)))
    }
}
