/// Brings a database to the shape that this program expects.
///
/// Migrations are files embedded in the program, numbered by name, that only ever grow in number. Each runs once in a
/// transaction of its own, and its name and checksum are kept; a database that does not match is left alone.
package struct Migrator: Sendable {
    private struct Migration: Sendable {
        let name: String
        let script: String
        let checksum: String
    }

    private let migrations: [Migration]

    /// Takes the files in any order; their names sort them, so numbers in names have leading zeros.
    ///
    /// `checksum` is SHA-256 of the bytes as lower-case hexadecimal; two files of one name are a programming error.
    package init(files: [(name: String, bytes: [UInt8])], checksum: ([UInt8]) -> String) {
        migrations = files.sorted { $0.name < $1.name }.map { file in
            Migration(
                name: file.name,
                script: String(decoding: file.bytes, as: UTF8.self),
                checksum: checksum(file.bytes)
            )
        }
        precondition(Set(migrations.map(\.name)).count == migrations.count)
    }

    /// Applies what is missing and answers the names of what it applied.
    ///
    /// Throws `.migrationChanged`, `.migrationMissing` or `.databaseNewer` before anything is changed, or the error of
    /// the migration that failed, after which the ones before it remain.
    @discardableResult
    package func migrate(_ database: Database) async throws -> [String] {
        let applied = try await appliedMigrations(of: database)
        for migration in try pending(after: applied) {
            try await apply(migration, to: database)
        }
        return try pending(after: applied).map(\.name)
    }

    private func appliedMigrations(of database: Database) async throws -> [(name: String, checksum: String)] {
        try await database.transaction { transaction in
            try transaction.run("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)")
            return try transaction.rows("SELECT name, checksum FROM migration ORDER BY name").map { row in
                (try row.text(0), try row.text(1))
            }
        }
    }

    /// The migrations still to apply: what was applied must be the beginning of the list.
    private func pending(
        after applied: [(name: String, checksum: String)]
    ) throws(StorageError) -> ArraySlice<Migration> {
        for (position, entry) in applied.enumerated() {
            guard let known = migrations.first(where: { $0.name == entry.name }) else {
                guard let last = migrations.last, entry.name < last.name else {
                    throw StorageError(
                        .databaseNewer,
                        "the database has migration \(entry.name), this program does not"
                    )
                }
                throw StorageError(
                    .migrationMissing,
                    "migration \(entry.name) was applied and is gone from the program"
                )
            }
            guard known.checksum == entry.checksum else {
                throw StorageError(.migrationChanged, "migration \(entry.name) was applied with other contents")
            }
            guard migrations[position].name == entry.name else {
                throw StorageError(
                    .migrationMissing,
                    "migration \(migrations[position].name) was not applied before \(entry.name)"
                )
            }
        }
        return migrations[applied.count...]
    }

    private func apply(_ migration: Migration, to database: Database) async throws {
        try await database.transaction { transaction in
            try transaction.runScript(migration.script)
            try transaction.run(
                "INSERT INTO migration (name, checksum) VALUES (\(migration.name), \(migration.checksum))"
            )
        }
    }
}
