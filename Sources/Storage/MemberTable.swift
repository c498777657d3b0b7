package import Family
package import SQL

/// What the hub does with one table's rows of a member: how they leave with an export, how they go when the member
/// leaves, and how long they are kept in any case (F57, F58).
///
/// `MemberTable.all` names every table of the schema; a test fails for one that is missing, or for a column that means
/// a member and is not named.
package struct MemberTable: Sendable {
    /// What of an export holds these rows.
    package enum Export: Sendable {
        /// A file of this name, or in a folder of this name where it ends with a slash.
        case file(String)
        /// Nothing, for a reason in words.
        case nothing(because: String)
    }

    /// How the rows of a member go.
    package enum Deletion: Sendable {
        /// In the transaction that ends the account.
        case atOnce(@Sendable (LeavingMember) -> [SQL])
        /// Afterwards, so many rows at a time, because there may be millions.
        case inParts(@Sendable (_ member: ID<Member>, _ rows: Int) -> SQL)
        /// By the hub, which alone can open what tells whose they are.
        case byHub
        /// It holds nobody, or nobody who can be found.
        case holdsNobody(because: String)
    }

    /// How long rows are kept while the member stays.
    package enum Retention: Sendable {
        /// As long as the member, or until the member removes them.
        case withMember
        /// As many days as the member says, by the time in this column.
        case asMemberSays(by: StaticString)
        /// So many milliseconds after the time in this column; a row without a time there stays.
        case milliseconds(Int64, after: StaticString)
        /// Until what they are for is done, in words.
        case until(String)
    }

    /// The table.
    package let name: StaticString
    /// The columns by which a row belongs to a member, names one, or holds a number; none where it holds nobody.
    package let columns: [String]
    package let export: Export
    package let deletion: Deletion
    package let keeping: Retention
    /// The columns of its primary key.
    let key: StaticString

    init(
        _ name: StaticString,
        _ columns: [String],
        export: Export,
        kept keeping: Retention,
        key: StaticString = "id",
        deletion: Deletion
    ) {
        self.name = name
        self.columns = columns
        self.export = export
        self.keeping = keeping
        self.key = key
        self.deletion = deletion
    }
}

/// Somebody who is leaving, as far as their rows can be found by it.
package struct LeavingMember: Sendable {
    package let id: ID<Member>
    package let family: ID<FamilyGroup>
    /// The keyed hash of the number; empty where there is none.
    package let phoneLookup: [UInt8]
    /// The same of a number that nobody proved.
    package let unconfirmedLookup: [UInt8]
    /// What stands in place of the identity where others chose it.
    package let nobody: ID<Member>

    package init(_ row: MemberRow, nobody: ID<Member>) {
        id = row.id
        family = row.family
        phoneLookup = row.phoneLookup ?? []
        unconfirmedLookup = row.unconfirmedLookup ?? []
        self.nobody = nobody
    }
}

extension Transaction {
    /// Deletes every row of a member that goes at once; what is sealed under their key can be read by nobody after.
    ///
    /// The tables that go in parts, and what only the hub can find, are the caller's to see to.
    package func deleteRows(of member: LeavingMember) throws(StorageError) {
        for table in MemberTable.all {
            guard case .atOnce(let statements) = table.deletion else { continue }
            for statement in statements(member) { try post(statement) }
        }
    }

    /// Deletes up to so many rows of a member in the tables that go in parts; answers how many went.
    package func deletePart(of member: ID<Member>, rows: Int) throws(StorageError) -> Int {
        var count = 0
        for table in MemberTable.all {
            guard case .inParts(let statement) = table.deletion, count < rows else { continue }
            count += try run(statement(member, rows - count))
        }
        return count
    }

    /// Deletes up to so many rows that are older than this table keeps them; answers how many went.
    package func deleteOld(_ table: MemberTable, now: Timestamp, rows: Int) throws(StorageError) -> Int {
        guard case .milliseconds(let age, let column) = table.keeping else { return 0 }
        let end = now.advanced(byMilliseconds: -age).milliseconds
        return try run(
            """
            DELETE FROM \(literal: table.name) WHERE (\(literal: table.key)) IN (
                SELECT \(literal: table.key) FROM \(literal: table.name)
                WHERE \(literal: column) <= \(end) LIMIT \(rows))
            """
        )
    }
}
