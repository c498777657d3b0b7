package import Family
package import SQL

/// Something that a member is told in every session; the domain knows no more of it.
package enum Notice: Sendable {}

/// What of missions or the store a notice is about, and in which version.
package struct NoticeMatter: Hashable, Sendable {
    package var mission: ID<Mission>?
    package var occurrence: UInt32?
    package var purchase: ID<Purchase>?
    /// What a decision about it names, so that one that comes late is known (F60).
    package var version: UInt32?
    /// What was paid, or goes back.
    package var gold: Amount?

    /// One occurrence of a mission.
    package init(_ occurrence: Occurrence, gold: Amount? = nil) {
        mission = occurrence.mission
        self.occurrence = occurrence.number
        version = occurrence.version
        self.gold = gold
    }

    /// Something bought.
    package init(_ purchase: Purchase) {
        self.purchase = purchase.id
        version = purchase.version
        gold = purchase.price
    }

    fileprivate init?(_ row: Row) throws(StorageError) {
        mission = try row.idOrNull(6)
        occurrence = try row.integerOrNull(7).map { UInt32(clamping: $0) }
        purchase = try row.idOrNull(8)
        version = try row.integerOrNull(9).map { UInt32(clamping: $0) }
        gold = try row.integerOrNull(10).map { Amount(UInt128(clamping: $0)) }
        if mission == nil, purchase == nil { return nil }
    }
}

/// A notice as stored.
package struct NoticeRow: Sendable {
    package var id: ID<Notice>
    package var member: ID<Member>
    /// What happened, as a camelCase word.
    package var kind: String
    /// Whom it is about, where that is somebody else.
    package var about: ID<Member>?
    package var createdAt: Timestamp
    /// The place it tells of.
    package var place: ID<Place>?
    package var matter: NoticeMatter?

    package init(id: ID<Notice>, member: ID<Member>, kind: String, about: ID<Member>?, createdAt: Timestamp) {
        self.id = id
        self.member = member
        self.kind = kind
        self.about = about
        self.createdAt = createdAt
    }

    fileprivate static let columns: StaticString = """
        id, member, kind, about, created_at, place, mission, occurrence, purchase, version, gold
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        kind = try row.text(2)
        about = try row.idOrNull(3)
        createdAt = try row.timestamp(4)
        place = try row.idOrNull(5)
        matter = try NoticeMatter(row)
    }
}

extension Transaction {
    /// Adds a notice.
    package func addNotice(_ notice: NoticeRow) throws(StorageError) {
        try run(
            """
            INSERT INTO notice (\(literal: NoticeRow.columns)) VALUES (
                \(notice.id.bytes), \(notice.member.bytes), \(notice.kind), \(notice.about?.bytes),
                \(notice.createdAt.milliseconds), \(notice.place?.bytes), \(notice.matter?.mission?.bytes),
                \(notice.matter?.occurrence.map { Int64($0) }), \(notice.matter?.purchase?.bytes),
                \(notice.matter?.version.map { Int64($0) }), \(notice.matter?.gold.map { Int64(clamping: $0.units) }))
            """
        )
    }

    /// A member's newest notices, newest first.
    package func notices(of member: ID<Member>, limit: Int) throws(StorageError) -> [NoticeRow] {
        try rows(
            """
            SELECT \(literal: NoticeRow.columns) FROM notice WHERE member = \(member.bytes)
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map(NoticeRow.init)
    }

    /// Puts a notice away; false where the member has no such notice.
    package func removeNotice(_ id: ID<Notice>, of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM notice WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }

    /// Forgets notices of some kinds from before a moment.
    package func removeNotices(kinds: [String], before: Timestamp) throws(StorageError) {
        for kind in kinds {
            try run("DELETE FROM notice WHERE kind = \(kind) AND created_at <= \(before.milliseconds)")
        }
    }

    /// Forgets notices from before a moment.
    package func removeNotices(before: Timestamp) throws(StorageError) {
        try run("DELETE FROM notice WHERE created_at <= \(before.milliseconds)")
    }
}
