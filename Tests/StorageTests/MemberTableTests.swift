import Family
import SQL
import Storage
import Testing

/// One column of the schema.
private struct Column: Hashable, CustomStringConvertible {
    let table: String
    let name: String

    var description: String { "\(table).\(name)" }
}

/// F58: no table that holds a member is forgotten by export, deletion and retention.
@Suite struct MemberTableTests {
    /// Words by which a column means a member, a number, or text that may name either.
    private static let tellingWords = [
        "member", "viewer", "subject", "about", "phone", "recipient", "other", "guardian", "child", "keeper_id",
        "author",
        "sender", "owner", "holder", "companion", "traveller", "who", "whom", "face", "people", "members", "mail",
        "requester", "inviter",
    ]

    @Test func `F58: every table of the schema is in the registry, and none that is not there`() async throws {
        try await withHearthDatabase(.memory) { database in
            let schema = try await database.read { try $0.tables() }
            let registry = MemberTable.all.map { $0.name.description }
            #expect(Set(registry) == Set(schema), "name each table in MemberTable+All.swift, once")
            #expect(Set(registry).count == registry.count)
        }
    }

    @Test func `F58: every column that refers to a member or means one is named in the registry`() async throws {
        try await withHearthDatabase(.memory) { database in
            let found = try await database.read { transaction in
                try transaction.tables().flatMap { try transaction.columnsOfMembers(of: $0, words: Self.tellingWords) }
            }
            let named = Set(
                MemberTable.all.flatMap { table in
                    table.columns.map { Column(table: table.name.description, name: $0) }
                }
            )
            #expect(Set(found).subtracting(named) == [])
            let known = try await database.read { transaction in
                try transaction.tables().flatMap { try transaction.columns(of: $0) }
            }
            #expect(named.subtracting(known) == [], "a named column exists")
        }
    }

    @Test func `a column that is new and means a member is seen`() async throws {
        try await withHearthDatabase(.memory) { database in
            let found = try await database.transaction { transaction in
                try transaction.run(
                    "CREATE TABLE wish (id BLOB PRIMARY KEY, of BLOB REFERENCES member (id), for_child BLOB, text TEXT)"
                )
                return try transaction.columnsOfMembers(of: "wish", words: Self.tellingWords).map(\.name)
            }
            #expect(Set(found) == ["of", "for_child"])
        }
    }

    @Test func `a table that says how a member's rows go names the columns that it goes by, and the other way round`() {
        for table in MemberTable.all {
            switch table.deletion {
            case .holdsNobody: #expect(table.columns.isEmpty, "\(table.name)")
            case .inParts, .byHub: #expect(!table.columns.isEmpty, "\(table.name)")
            case .atOnce: #expect(!table.columns.isEmpty || table.name.description == "family", "\(table.name)")
            }
        }
    }

    @Test func `F57: rows past their table's retention are deleted in batches, and no other rows are`() async throws {
        try await withHearthDatabase { database in
            let notice = try #require(MemberTable.all.first { $0.name.description == "notice" })
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                for number in 1...10 {
                    let row = NoticeRow(
                        id: id(UInt64(number)),
                        member: anna,
                        kind: "newLogIn",
                        about: nil,
                        createdAt: moment(Int64(number) * 86_400)
                    )
                    try transaction.addNotice(row)
                }
                let now = moment(36 * 86_400)
                #expect(try transaction.deleteOld(notice, now: now, rows: 4) == 4)
                #expect(try transaction.deleteOld(notice, now: now, rows: 4) == 2)
                #expect(try transaction.deleteOld(notice, now: now, rows: 4) == 0)
                let left = try transaction.notices(of: anna, limit: 100).map(\.createdAt)
                #expect(left == (7...10).reversed().map { moment($0 * 86_400) })
            }
        }
    }

    // PostgresStatementTests does it on PostgreSQL, with all tables of one database.
    @Test(arguments: MemberTable.all.map { $0.name.description })
    func `every table's rows can be deleted by their age`(_ name: String) async throws {
        try await withHearthDatabase(.memory) { database in
            let table = try #require(MemberTable.all.first { $0.name.description == name })
            let count = try await database.transaction { try $0.deleteOld(table, now: moment(0), rows: 10) }
            #expect(count == 0)
        }
    }
}

extension Transaction {
    fileprivate func tables() throws -> [String] {
        try rows(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration'
            """
        ).map { try $0.text(0) }
    }

    fileprivate func columns(of table: String) throws -> [Column] {
        try rows("SELECT name FROM pragma_table_info(\(table))").map { Column(table: table, name: try $0.text(0)) }
    }

    /// Those that refer to a member by a foreign key, and those whose name has one of the words as a part.
    fileprivate func columnsOfMembers(of table: String, words: [String]) throws -> [Column] {
        let references = try rows(
            #"SELECT "from" FROM pragma_foreign_key_list(\#(table)) WHERE "table" = 'member'"#
        ).map { try $0.text(0) }
        return try columns(of: table).filter { column in
            let parts = column.name.split(separator: "_").map(String.init)
            // A hash with a key leads back to nobody, where it is not what somebody is looked up by.
            let isHash = parts.last == "hash"
            // Who agreed is a yes or a no.
            let isWord = parts.last == "agreed"
            return references.contains(column.name) || (!isHash && !isWord && parts.contains { words.contains($0) })
        }
    }
}
