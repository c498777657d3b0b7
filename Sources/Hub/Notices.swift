import Bus
package import Family
import SQL
package import Storage

/// What a member is told in every session, as a word that programs switch on.
package enum NoticeKind: String, CaseIterable, Sendable {
    /// Somebody logged in with my account in a browser that was new.
    case newLogIn
    case passwordChanged
    /// A passkey, an authenticator app or recovery codes came or went.
    case factorsChanged
    /// A passkey signed with a count that had been: somebody may have a copy of it.
    case passkeyCopied
    /// Somebody who gets my texts wants to set my password anew, and will be able to after a day.
    case recoveryStarted
    case recoveryCancelled
    /// Somebody I know is recovering their account; if it is not them, tell them.
    case contactRecovers
    /// The keeper made a link by which my password can be set anew.
    case resetStarted
    /// Somebody joined my family.
    case memberJoined
    /// Somebody left my family.
    case memberLeft
    /// I joined a family, by an invite of that member.
    case joinedFamily
    /// What a child shows is to change, and waits for my word: the child's, or its guardian's.
    case sharingProposed
    /// An invite of mine was guessed at so often that it is dead.
    case inviteGuessed
    /// Somebody looked at me more often in a day than most do (F38).
    case looksOften
    /// Somebody used my connect code, and sees me now (F34).
    case codeUsed
    /// Somebody asks to see me.
    case askedToConnect
    /// Somebody whom I asked shows me something now.
    case requestAccepted
    /// It is time to look at who sees me (F42).
    case sharingReminder
    /// To the keeper: somebody asks codes for numbers that follow one another.
    case numbersInARow
}

/// One thing that a member is told.
package struct NoticeInfo: Sendable {
    package var id: ID<Notice>
    package var kind: NoticeKind
    /// Whom it is about, where that is somebody else.
    package var about: ID<Member>?
    package var at: Timestamp
}

extension Hub {
    private static let noticesMax = 100

    /// What a member was told lately and has not put away, newest first.
    package func notices(of member: ID<Member>) async throws -> [NoticeInfo] {
        try await database.read { try $0.notices(of: member, limit: Hub.noticesMax) }.compactMap { row in
            NoticeKind(rawValue: row.kind).map { kind in
                NoticeInfo(id: row.id, kind: kind, about: row.about, at: row.createdAt)
            }
        }
    }

    /// Puts a notice away; false where the member has no such notice.
    package func removeNotice(_ id: ID<Notice>, of member: ID<Member>) async throws -> Bool {
        try await database.transaction { try $0.removeNotice(id, of: member) }
    }

    /// Tells a member something by itself.
    func tell(_ member: ID<Member>, _ kind: NoticeKind) async throws {
        let row = notice(kind, for: member)
        try await database.transaction { try $0.addNotice(row) }
        bus.publish([.notice(member)])
    }

    /// A notice to be added in the transaction that decides on it; after the commit the bus is to hear of it.
    func notice(_ kind: NoticeKind, for member: ID<Member>, about: ID<Member>? = nil) -> NoticeRow {
        NoticeRow(kind, for: member, about: about, outside: outside)
    }
}

extension NoticeRow {
    /// A notice of now.
    init(_ kind: NoticeKind, for member: ID<Member>, about: ID<Member>?, outside: Outside) {
        self.init(
            id: outside.newID(),
            member: member,
            kind: kind.rawValue,
            about: about,
            createdAt: outside.now()
        )
    }
}
