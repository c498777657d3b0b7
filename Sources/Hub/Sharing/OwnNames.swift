import Bus
package import Family
import TextNormalization
import SQL
import Storage

// What a viewer calls the people they see: theirs alone. The other one, a child's guardians and whoever runs the hub read
// the name that everybody has for himself.

extension Hub {
    /// Calls somebody by another name, for the viewer alone; nil by the one that they have.
    ///
    /// The person is not told. Throws `MemberRefusal` for a name that cannot be seen, or that could be taken for another person's
    /// whom the viewer is shown (S52), `ConnectionRefusal.notFound` for whom they do not see, or `StorageError`.
    package func call(_ id: ID<Connection>, _ name: String?, by viewer: ID<Member>) async throws {
        let name = try name.map(validName)
        let now = outside.now()
        try await database.transaction { transaction in
            guard let subject = try transaction.seen(by: viewer, through: id, now: now) else {
                throw ConnectionRefusal.notFound
            }
            if let name { try transaction.refuseImitation(name, of: subject, by: viewer, now: now) }
            try transaction.setOwnName(id, name)
        }
        bus.publish([.connections(viewer: viewer)])
    }
}

extension Transaction {
    /// A member as one other knows them: by the name that this one gave them, where there is one.
    ///
    /// `viewer` is nil for whoever has no account, and so no names of their own.
    func person(_ row: MemberRow, to viewer: ID<Member>?, now: Timestamp) throws(StorageError) -> Person {
        guard let viewer, viewer != row.id else { return Person(row) }
        return Person(row, called: try ownName(of: row.id, by: viewer, now: now))
    }

    /// The same by identity; nil for nobody.
    func person(_ id: ID<Member>, to viewer: ID<Member>?, now: Timestamp) throws(StorageError) -> Person? {
        guard let row = try member(id) else { return nil }
        return try person(row, to: viewer, now: now)
    }

    /// Whom a viewer sees through a connection, or the ghost in its place; nil for nobody.
    fileprivate func seen(
        by viewer: ID<Member>,
        through id: ID<Connection>,
        now: Timestamp
    ) throws(StorageError) -> ID<Member>? {
        if let ghost = try ghost(id) { return ghost.member == viewer && ghost.isSeen ? ghost.ghost : nil }
        guard let connection = try connection(id), connection.viewer == viewer, connection.isOpen(now: now) else {
            return nil
        }
        return connection.subject
    }

    /// Refuses a name that could be taken for that of the viewer, of somebody else whom they see, or of somebody else in
    /// their family.
    fileprivate func refuseImitation(
        _ name: String,
        of subject: ID<Member>,
        by viewer: ID<Member>,
        now: Timestamp
    ) throws {
        let looks = Looks(of: name)
        var others = try ownNames(by: viewer, now: now).filter { $0.subject != subject }.map(\.ownName)
        var known = Set(try connections(viewer: viewer).filter { $0.isOpen(now: now) }.map(\.subject))
        if let row = try member(viewer) { known.formUnion(try members(of: row.family).map(\.id)) }
        for other in known where other != subject {
            if let row = try member(other), row.disabledAt == nil { others.append(row.name) }
        }
        guard !others.contains(where: { Looks(of: $0).isLike(looks) }) else { throw MemberRefusal.nameLikeOther }
    }
}

extension Person {
    /// A member, by the name that their viewer gave them where there is one.
    init(_ row: MemberRow, called ownName: String?) {
        self.init(row)
        name = ownName ?? row.name
    }
}
