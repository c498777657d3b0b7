import Family
import Foundation
import Postgres
import PostgresServer
import SQL
import Work
import Storage
import Testing

/// Every statement of Storage, as PostgreSQL prepares it.
@Suite struct PostgresStatementTests {
    @Test func `every statement in Storage is prepared by PostgreSQL, with types that values fit`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Storage")
        let texts = try StatementTexts(of: folder.standardizedFileURL)
        #expect(texts.all.count > 700, "they are found")
        // It is put together of its table's name and key; every table's own is run below.
        #expect(texts.unread.map { $0.prefix { $0 != ":" } } == ["MemberTable.swift"])
        try await PostgresServer.shared().withDatabase { connection in
            try await closing(Database(Postgres(connection))) { database in
                try await DatabaseBackend.postgres.hearthMigrator.migrate(database)
            }
            let plain = try Postgres(connection).openWriter(in: .threads)
            defer { plain.close() }
            for (number, statement) in texts.all.enumerated() {
                #expect(throws: Never.self, "\(statement.place)") {
                    try prepare(statement.text, as: "test\(number)", on: plain)
                }
            }
            for (number, types) in try parameterTypes(on: plain) {
                let statement = texts.all[number]
                #expect(types.allSatisfy { Self.fits($0, in: statement.text) }, "\(statement.place): \(types)")
            }
        }
    }

    /// Whether a placeholder that got this type takes what the sources bind.
    ///
    /// One of `integer` takes no time and no identity: it is there only where a text asks for one of few numbers.
    private static func fits(_ type: String, in text: String) -> Bool {
        switch type {
        case "bigint", "bytea", "text", "double precision": true
        case "integer": text.contains(/\$\d+ = [01]\b/) || text.contains("substr(")
        default: false
        }
    }

    @Test func `every table's rows that are old or of a member who leaves can be deleted`() async throws {
        try await withHearthDatabase(.postgres) { database in
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                for table in MemberTable.all {
                    #expect(try transaction.deleteOld(table, now: moment(0), rows: 10) == 0)
                }
                let row = try #require(try transaction.member(anna))
                try transaction.deleteRows(of: LeavingMember(row, nobody: id(9)))
                #expect(try transaction.deletePart(of: anna, rows: 10) == 0)
                #expect(try transaction.member(anna) == nil)
            }
        }
    }

    private func prepare(_ text: String, as name: String, on connection: any DatabaseConnection) throws {
        defer { connection.rollback() }
        try connection.begin(writing: true)
        try connection.runScript("PREPARE \(name) AS \(text)")
    }

    private func parameterTypes(on connection: any DatabaseConnection) throws -> [(number: Int, types: [String])] {
        var found: [(Int, [String])] = []
        try connection.begin(writing: false)
        defer { connection.rollback() }
        _ = try connection.run(
            """
            SELECT substr(name, 5), array_to_string(parameter_types::text[], ',') FROM pg_prepared_statements
            WHERE name LIKE 'test%'
            """,
            mayWrite: false
        ) { row in
            guard case .text(let number) = row.values[0], case .text(let types) = row.values[1] else { return }
            let names = types.replacing("\"", with: "").split(separator: ",").map(String.init)
            found.append((Int(number) ?? 0, names))
        }
        return found
    }
}
