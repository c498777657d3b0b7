import Family
import SQL
import Storage

/// Runs `body` on a database with Hearth's own tables, and closes it afterwards.
func withHearthDatabase(
    _ backend: DatabaseBackend = .usual,
    _ body: (Database) async throws -> Void
) async throws {
    try await backend.withDatabase { database in
        try await backend.hearthMigrator.migrate(database)
        try await body(database)
    }
}

extension DatabaseBackend {
    /// Hearth's migrations; the text of a file stands in for its checksum.
    var hearthMigrator: Migrator {
        Migrator(files: migrations) { bytes in String(decoding: bytes, as: UTF8.self) }
    }
}

/// Those of SQLite.
let hearthMigrator = DatabaseBackend.memory.hearthMigrator

/// A moment so many seconds into 2026.
func moment(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_225_600_000).advanced(bySeconds: seconds)
}

/// The identity that was made as the `number`th.
func id<Subject: ~Copyable>(_ number: UInt64, of subject: Subject.Type = Subject.self) -> ID<Subject> {
    ID(high: number, low: 1)
}

/// A hash, or anything sealed, that no other number has.
func bytes(_ number: UInt8) -> [UInt8] {
    [UInt8](repeating: number, count: 32)
}

extension Transaction {
    /// Adds the `number`th member with a family of their own.
    @discardableResult
    func addTestMember(_ number: UInt64) throws -> ID<Member> {
        let family = ID<FamilyGroup>(high: number, low: 2)
        try addFamily(family, now: moment(0))
        let row = MemberRow(
            id: id(number),
            family: family,
            role: "adult",
            keeper: number == 1,
            name: "Member \(number)",
            colour: Int(number),
            phoneLookup: bytes(UInt8(number)),
            phoneSealed: [1, 2, 3],
            passwordHash: nil,
            dataKeyWrapped: [4, 5, 6],
            createdAt: moment(Int64(number))
        )
        guard try addMember(row) else { throw StorageError(.uniqueViolation, "the number is taken") }
        return row.id
    }
}
