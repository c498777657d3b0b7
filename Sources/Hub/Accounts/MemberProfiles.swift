package import Family
package import Languages
import SQL
import Storage

extension Hub {
    /// Changes name, colour, time zone and language; nil leaves as it is.
    package func changeProfile(
        _ id: ID<Member>,
        name: String?,
        colour: Int?,
        timeZone: String? = nil,
        language: Language? = nil
    ) async throws -> MemberProfile {
        let timeZone = try timeZone.map(validTimeZone)
        let name = try name.map(validName)
        guard (0..<Hub.colourCount).contains(colour ?? 0) else { throw MemberRefusal.colourUnknown }
        let now = outside.now()
        let (_, told) = try await database.transaction { [outside] transaction in
            guard var row = try transaction.member(id) else { throw MemberRefusal.notFound }
            let before = Person(row)
            if let name, name != row.name { try transaction.refuseImitation(name, of: id, in: row.family) }
            row.name = name ?? row.name
            row.colour = colour ?? row.colour
            try transaction.setProfile(id, name: row.name, colour: row.colour)
            if let timeZone {
                try transaction.setTimeZone(id, timeZone)
                try Hub.zoneHiddenHours(outside, movedBy: id, in: transaction, now: now)
            }
            if let language { try transaction.setLanguage(id, language.rawValue) }
            return (row, Person(row) == before ? [] : try transaction.acquaintances(of: id, now: now))
        }
        tellAcquaintances(told)
        return try await profile(id)
    }
}
