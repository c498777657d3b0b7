package import Family
import SQL
import Storage

/// Whom a member's Home page shows (A5).
package enum HomeChoice: Hashable, Sendable {
    case oneself
    case everyone
    case member(ID<Member>)
}

extension Hub {
    /// Whom a member chose to see; everyone until they chose, and again when the chosen one is no longer theirs to see.
    package func shown(for member: ID<Member>) async throws -> HomeChoice {
        let now = outside.now()
        return try await database.read { transaction in
            guard let (kind, subject) = try transaction.shown(member) else { return .everyone }
            switch (kind, subject) {
            case ("self", _):
                return .oneself
            case ("member", let subject?):
                return try transaction.sees(member, subject, now: now) ? .member(subject) : .everyone
            default:
                return .everyone
            }
        }
    }

    /// Remembers whom a member wants to see; somebody they do not see is refused as not there.
    package func setShown(for member: ID<Member>, to shown: HomeChoice) async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            switch shown {
            case .oneself:
                try transaction.setShown(member, kind: "self", subject: nil)
            case .everyone:
                try transaction.setShown(member, kind: "all", subject: nil)
            case .member(let subject):
                guard try transaction.sees(member, subject, now: now) else { throw SubjectRefusal.notFound }
                try transaction.setShown(member, kind: "member", subject: subject)
            }
        }
    }
}
