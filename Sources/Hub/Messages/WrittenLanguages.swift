package import Family
package import Languages
import SQL
import Storage

extension Hub {
    /// The language in which a member is written to.
    package func language(of member: ID<Member>) async throws -> Language {
        try await database.read { try $0.member(member)?.reads } ?? .english
    }
}

extension MemberRow {
    /// The language in which they are written to.
    var reads: Language { language.flatMap { Language(tag: $0) } ?? .english }
}

extension PushSubscriptionRow {
    /// The language in which the owner of a browser is written to.
    var reads: Language { language.flatMap { Language(tag: $0) } ?? .english }
}
