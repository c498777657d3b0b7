package import Family
package import SQL

/// Something that a member is told in every session; the domain knows no more of it.
package enum Notice: Sendable {}

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
    /// The moment that it tells of, where that is another than when it was told.
    package var moment: Timestamp?
    /// Not shown to the member until an alarm under duress is lifted (F29).
    package var isWithheld = false

    package init(id: ID<Notice>, member: ID<Member>, kind: String, about: ID<Member>?, createdAt: Timestamp) {
        self.id = id
        self.member = member
        self.kind = kind
        self.about = about
        self.createdAt = createdAt
    }

    fileprivate static let columns: StaticString = """
        id, member, kind, about, created_at, place, mission, occurrence, purchase, version, gold, moment,
        withheld
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        kind = try row.text(2)
        about = try row.idOrNull(3)
        createdAt = try row.timestamp(4)
        place = try row.idOrNull(5)
        matter = try row.noticeMatter()
        moment = try row.timestampOrNull(11)
        isWithheld = try row.integer(12) != 0
    }
}

extension Row {
    fileprivate func noticeMatter() throws(StorageError) -> NoticeMatter? {
        let matter = NoticeMatter(
            mission: try idOrNull(6),
            occurrence: try integerOrNull(7).map { UInt32(clamping: $0) },
            purchase: try idOrNull(8),
            version: try integerOrNull(9).map { UInt32(clamping: $0) },
            gold: try integerOrNull(10).map { Amount(UInt128(clamping: $0)) }
        )
        return matter.mission == nil && matter.purchase == nil ? nil : matter
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
                \(notice.matter?.version.map { Int64($0) }), \(notice.matter?.gold.map { Int64(clamping: $0.units) }),
                \(notice.moment?.milliseconds), \(notice.isWithheld ? 1 : 0))
            """
        )
    }

    /// A member's newest notices, newest first; none that is withheld.
    package func notices(of member: ID<Member>, limit: Int) throws(StorageError) -> [NoticeRow] {
        try rows(
            """
            SELECT \(literal: NoticeRow.columns) FROM notice WHERE member = \(member.bytes) AND withheld = 0
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map(NoticeRow.init)
    }

    /// Whether a member was told something of a kind since a moment, or would have been but that it is withheld.
    package func hasNotice(
        of member: ID<Member>,
        kind: String,
        since: Timestamp,
        isWithheld: Bool
    ) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM notice WHERE member = \(member.bytes) AND kind = \(kind)
                AND created_at > \(since.milliseconds) AND withheld = \(isWithheld ? 1 : 0)
            """
        ) != nil
    }

    /// Shows a member the notices that were withheld.
    package func releaseNotices(of member: ID<Member>) throws(StorageError) {
        try run("UPDATE notice SET withheld = 0 WHERE member = \(member.bytes) AND withheld = 1")
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
