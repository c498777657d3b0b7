import Family
import Storage

extension HubDependencies {
    /// The rules of a zone; nil where this machine knows none of that name.
    func zoneRules(_ name: TimeZoneName) -> ZoneRules? {
        // It needs no file, and is there where no others are.
        guard name.text != HubDependencies.universal else { return .utc }
        return zoneFile(name).flatMap { ZoneRules(file: $0) }
    }

    /// The clock on a member's wall; UTC where they chose no zone, or one that this machine does not know.
    func zoneRules(of member: MemberRow) -> ZoneRules {
        member.timeZone.flatMap { TimeZoneName($0) }.flatMap { zoneRules($0) } ?? .utc
    }

    /// What the time zone database calls UTC.
    static let universal = "Etc/UTC"
}
