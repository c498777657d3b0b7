import Family
import SQL
import Storage

extension Transaction {
    /// Records the numbers and mail addresses that a member has given, proved or not, by which they are known again (F91).
    func noteAddresses(of id: ID<Member>, vault: Vault, now: Timestamp) throws(StorageError) {
        guard let row = try member(id) else { return }
        let mail = try memberMail(id)
        let proved = [vault.phone(of: row)?.e164, vault.mail(mail?.mailSealed, of: row)]
        let claimed = [vault.unconfirmedPhone(of: row)?.e164, vault.mail(mail?.pendingMailSealed, of: row)]
        for address in proved { try note(address, of: id, isProved: true, vault: vault, now: now) }
        for address in claimed { try note(address, of: id, isProved: false, vault: vault, now: now) }
    }

    /// The same of all members of before they were recorded.
    func noteOldAddresses(vault: Vault, now: Timestamp) throws(StorageError) {
        for member in try membersWithoutGivenAddress() { try noteAddresses(of: member, vault: vault, now: now) }
    }

    /// Records one address that a member gave.
    func note(
        _ address: String?,
        of member: ID<Member>,
        isProved: Bool,
        vault: Vault,
        now: Timestamp
    ) throws(StorageError) {
        guard let address else { return }
        try addGivenAddress(vault.hash(contactAddress: address), of: member, isProved: isProved, at: now)
    }
}
