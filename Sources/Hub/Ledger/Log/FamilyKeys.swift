import Crypto
import Family
import SQL
import Storage

/// A family's key seals the family's places.
///
/// Each member has it sealed under their own data key, so that it goes with the last of them and cannot be read in any
/// backup afterwards.
extension Transaction {
    /// The key of a family; nil where it has none, or none that a member's key opens.
    func familyKey(of family: ID<FamilyGroup>, vault: Vault) throws(StorageError) -> AEADKey? {
        try familyKeyBytes(of: family, vault: vault).map { AEADKey($0) }
    }

    /// The key of a family to write with: made if missing, and given to each member who lacks it.
    func writingFamilyKey(of family: ID<FamilyGroup>, vault: Vault) throws(StorageError) -> AEADKey {
        let known = try familyKeyBytes(of: family, vault: vault)
        let bytes = known ?? SecureRandom.bytes(AEADKey.byteCount)
        try give(bytes, to: family, isNew: known == nil, vault: vault)
        return AEADKey(bytes)
    }

    /// Gives a family's key, where it has one, to those of its members who lack it: after a member joined.
    func shareFamilyKey(of family: ID<FamilyGroup>, vault: Vault) throws(StorageError) {
        guard let bytes = try familyKeyBytes(of: family, vault: vault) else { return }
        try give(bytes, to: family, isNew: false, vault: vault)
    }

    private func familyKeyBytes(of family: ID<FamilyGroup>, vault: Vault) throws(StorageError) -> [UInt8]? {
        for row in try familyKeys(of: family) {
            guard let key = try MemberState.key(of: row.member, from: self, vault: vault),
                let bytes = key.open(row.sealed, additional: Vault.Purpose.familyKey.binding(family.bytes)),
                bytes.count == AEADKey.byteCount
            else { continue }
            return bytes
        }
        return nil
    }

    private func give(
        _ bytes: [UInt8],
        to family: ID<FamilyGroup>,
        isNew: Bool,
        vault: Vault
    ) throws(StorageError) {
        let having = Set(isNew ? [] : try familyKeys(of: family).map(\.member))
        for row in try dataKeys(of: family) where !having.contains(row.member) {
            guard let wrapped = row.wrapped, let key = vault.dataKey(wrapped: wrapped, for: row.member) else {
                continue
            }
            let sealed = key.seal(bytes, additional: Vault.Purpose.familyKey.binding(family.bytes))
            try setFamilyKey(FamilyKeyRow(member: row.member, sealed: sealed), of: family)
        }
    }
}
