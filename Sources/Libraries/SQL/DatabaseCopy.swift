/// A table as it is copied from one database to another.
package struct CopiedTable: Hashable, Sendable {
    /// Its name in both databases.
    package let name: String
    /// Its columns by name.
    package let columns: [String]
    /// Those of its primary key, in the key's order.
    package let key: [String]

    /// Takes the columns in any order, and those of the key in the key's.
    package init(name: String, columns: [String], key: [String]) {
        (self.name, self.columns, self.key) = (name, columns.sorted(), key)
    }
}

/// A connection whose tables can be copied whole.
package protocol CopyableConnection: DatabaseConnection {
    /// Every table of the hub, by name; not the list of migrations, which is the database's own.
    func tables() throws(StorageError) -> [CopiedTable]

    /// Keeps triggers from running and rows from being checked against others, in a transaction that begins to fill tables.
    func suspendRules() throws(StorageError)

    /// Checks every row against those it refers to, has triggers run again, and lets no number be given twice.
    func resumeRules(numbers: [String: Int64]) throws(StorageError)

    /// The highest number that each table gave to a row where the database remembers it, by the table's name.
    func givenNumbers() throws(StorageError) -> [String: Int64]

    /// Keeps hubs from this database from now on, because its rows are elsewhere, or not all here yet; in a transaction.
    func retire() throws(StorageError)

    /// Lets a hub have this database again; in a transaction.
    func admit() throws(StorageError)
}

/// A copy of all rows from one database to another of the same schema, in one transaction, and its verification.
package struct DatabaseCopy {
    private static let rowsAtOnce = 250

    private let source: any CopyableConnection
    private let target: any CopyableConnection

    /// Connections that are used for this alone, outside of transactions.
    package init(from source: any CopyableConnection, to target: any CopyableConnection) {
        (self.source, self.target) = (source, target)
    }

    /// Copies every row and compares both sides afterwards; answers how many rows each table has.
    ///
    /// No hub may have the target before `admit`: what was found in it since then may still speak against it.
    ///
    /// Throws `.other` where the tables differ or the target has a row, and then nothing is changed.
    package func run() throws(StorageError) -> [(table: CopiedTable, rows: Int)] {
        do throws(StorageError) {
            try copy()
            return try compare()
        } catch {
            source.rollback()
            target.rollback()
            throw error
        }
    }

    private func copy() throws(StorageError) {
        try source.begin(writing: false)
        try target.begin(writing: true)
        let tables = try source.tables()
        guard try target.tables() == tables else {
            throw StorageError(.other, "the two databases have other tables: both need the same Hearth")
        }
        for table in tables {
            guard try target.page(of: table, after: nil, limit: 1).isEmpty else {
                throw StorageError(.other, "the target is not empty: \(table.name) has rows")
            }
        }
        try target.suspendRules()
        for table in tables {
            let insert = table.insertion
            var last: Row?
            repeat {
                let rows = try source.page(of: table, after: last, limit: Self.rowsAtOnce)
                for row in rows { try target.post(SQL(copying: insert, row.values)) }
                last = rows.last
            } while last != nil
        }
        let numbers = try source.givenNumbers()
        // Checking everything takes longer than a server lets a session idle.
        source.rollback()
        try target.resumeRules(numbers: numbers)
        try target.retire()
        try target.commit()
    }

    /// Reads both sides in the order of their keys, and throws at the first row that differs.
    private func compare() throws(StorageError) -> [(table: CopiedTable, rows: Int)] {
        try source.begin(writing: false)
        try target.begin(writing: false)
        var counts: [(table: CopiedTable, rows: Int)] = []
        for table in try source.tables() {
            var (last, count): (Row?, Int) = (nil, 0)
            repeat {
                let rows = try source.page(of: table, after: last, limit: Self.rowsAtOnce)
                let copies = try target.page(of: table, after: last, limit: Self.rowsAtOnce)
                guard rows.map(\.values) == copies.map(\.values) else {
                    throw StorageError(.corrupt, "the copy of \(table.name) differs from its source")
                }
                (last, count) = (rows.last, count + rows.count)
            } while last != nil
            counts.append((table, count))
        }
        source.rollback()
        target.rollback()
        return counts
    }
}

extension DatabaseConnection {
    /// Rows in the order of the table's key, behind one of them.
    fileprivate func page(of table: CopiedTable, after last: Row?, limit: Int) throws(StorageError) -> [Row] {
        var rows: [Row] = []
        let keys = table.key.compactMap { table.columns.firstIndex(of: $0) }
        let text = table.query(isContinued: last != nil, limit: limit)
        let query = SQL(copying: text, keys.compactMap { last?.values[$0] })
        _ = try run(query, mayWrite: false) { rows.append($0) }
        return rows
    }
}

extension CopiedTable {
    private func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

    private func placeholders(_ count: Int) -> String { (1...count).map { "$\($0)" }.joined(separator: ", ") }

    fileprivate var insertion: String {
        "INSERT INTO \"\(name)\" (\(list(columns))) VALUES (\(placeholders(columns.count)))"
    }

    fileprivate func query(isContinued: Bool, limit: Int) -> String {
        let after = isContinued ? " WHERE (\(list(key))) > (\(placeholders(key.count)))" : ""
        return "SELECT \(list(columns)) FROM \"\(name)\"\(after) ORDER BY \(list(key)) LIMIT \(limit)"
    }
}
