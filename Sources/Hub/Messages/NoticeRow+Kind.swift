import Family
import Storage

extension NoticeRow {
    /// A notice of now.
    init(_ kind: NoticeKind, for member: ID<Member>, about: ID<Member>?, outside: HubDependencies) {
        self.init(
            id: outside.newID(),
            member: member,
            kind: kind.rawValue,
            about: about,
            createdAt: outside.now()
        )
    }
}
