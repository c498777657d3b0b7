package import Family
package import SQL

extension Transaction {
    /// What a member brought along as a guest, the newest first.
    package func guestRecords(of member: ID<Member>) throws(StorageError) -> [GuestRecord] {
        try rows(
            "SELECT id, kind, name, gold, at FROM guest_record WHERE member = \(member.bytes) ORDER BY at DESC, id DESC"
        ).map { row throws(StorageError) in
            guard let kind = GuestRecord.Kind(rawValue: UInt8(clamping: try row.integer(1))),
                let name = MissionName(try row.text(2)),
                let record = GuestRecord(
                    id: try row.id(0),
                    kind: kind,
                    name: name,
                    gold: Amount(UInt128(clamping: try row.integer(3))),
                    at: try row.timestamp(4)
                )
            else { throw StorageError(.corrupt, "a guest's record cannot be read") }
            return record
        }
    }

    /// How many of them there are.
    package func guestRecordCount(of member: ID<Member>) throws(StorageError) -> Int {
        let row = try first("SELECT count(*) FROM guest_record WHERE member = \(member.bytes)")
        return Int(try row?.integer(0) ?? 0)
    }

    /// Inserts a record; false where the member has one with this id already, whose contents are not compared.
    package func add(_ record: GuestRecord, of member: ID<Member>) throws(StorageError) -> Bool {
        let id = record.id.bytes
        let known = try first("SELECT 1 FROM guest_record WHERE member = \(member.bytes) AND id = \(id)")
        guard known == nil else { return false }
        try run(
            """
            INSERT INTO guest_record (member, id, kind, name, gold, at)
            VALUES (\(member.bytes), \(id), \(Int64(record.kind.rawValue)), \(record.name.text),
                \(Int64(clamping: record.gold.units)), \(record.at.milliseconds))
            """
        )
        return true
    }

    /// Removes all of a member's.
    package func removeGuestRecords(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM guest_record WHERE member = \(member.bytes)")
    }
}
