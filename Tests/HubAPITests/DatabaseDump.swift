import Crypto
import Family
import Hub
import SQL
import Storage

/// Everything that a database holds, a line for each row, to see what a request changed.
struct DatabaseDump {
    /// Tables that are written on purpose when somebody is refused, or some seconds after somebody was answered.
    private static let aside = ["security_event", "look", "look_hint", "live_look"]
    private static let name = "v9999_dump"

    private(set) var lines: Set<String>

    /// Everything in the database of a hub.
    init(of test: TestService) async throws {
        let database = test.hub.database
        try await DatabaseDump.prepare(database)
        lines = try await database.read { transaction in
            Set(try transaction.rows("SELECT line FROM dump").map { try $0.text(0) })
        }
    }

    /// The rows that are there in one of the two alone.
    func changes(since before: DatabaseDump) -> Set<String> {
        lines.symmetricDifference(before.lines)
    }

    /// The tables with such rows; those alone that name a member, where one is given.
    func tablesChanged(since before: DatabaseDump, about member: ID<Member>? = nil) -> [String] {
        var changed = changes(since: before)
        if let member { changed = changed.filter { $0.contains(Self.hexadecimal(member)) } }
        return Set(changed.map { String($0.prefix { $0 != " " }) }).sorted()
    }

    /// The rows that name a member.
    func lines(about member: ID<Member>) -> Set<String> {
        let hexadecimal = Self.hexadecimal(member)
        return lines.filter { $0.contains(hexadecimal) }
    }

    private static func hexadecimal(_ member: ID<Member>) -> String {
        member.bytes.map { byte in
            String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
        }.joined()
    }

    /// Makes the view that shows every table, once: it is made of what tables there are, as a migration is.
    private static func prepare(_ database: Database) async throws {
        let columns = try await database.read { transaction in
            try transaction.rows(
                """
                SELECT list.name, info.name FROM pragma_table_list AS list, pragma_table_info(list.name) AS info
                WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT LIKE 'sqlite_%'
                    AND list.name <> 'migration' AND NOT EXISTS (SELECT 1 FROM migration WHERE name = \(name))
                """
            ).map { (table: try $0.text(0), column: try $0.text(1)) }
        }
        let tables = Dictionary(grouping: columns, by: \.table).filter { !aside.contains($0.key) }
        guard !tables.isEmpty else { return }
        let selects = tables.map { table, columns in
            let values = columns.map { "quote(\"\($0.column)\")" }.joined(separator: " || ' ' || ")
            return "SELECT '\(table) ' || \(values) AS line FROM \"\(table)\""
        }
        let view = "CREATE VIEW dump AS \(selects.joined(separator: " UNION ALL "))"
        let files = Schema.migrations + [(name: name, bytes: Array(view.utf8))]
        try await Migrator(files: files, checksum: SHA256.hexadecimal).migrate(database)
    }
}
