import Family
import SQL
import Storage

/// Who decides for a child: the adults of its family, while it is one (F44), within the limits of F87.
///
/// Hidden hours are the word of one guardian against another. While a child has some, a guardian from whom they hide it, and one
/// who joined the family after they were set, do not get around them: they make no login link for the child, add nobody who sees
/// it, show nobody more of it, and do not hand it to another family.
extension Transaction {
    /// A child whose guardian asks: an adult of its family, while the child is one.
    func childInCare(
        _ id: ID<Member>,
        of family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        now: Timestamp
    ) throws -> MemberRow {
        _ = try adult(guardian, of: family, now: now)
        guard let row = try member(id), row.family == family, row.disabledAt == nil else {
            throw FamilyError.notFound
        }
        guard row.isChild(now: now) else { throw FamilyError.notYours }
        return row
    }

    /// The adults of a child's family.
    func guardians(of child: MemberRow, now: Timestamp) throws -> [ID<Member>] {
        try members(of: child.family).filter { !$0.isChild(now: now) }.map(\.id)
    }

    /// Throws `FamilyError.otherGuardianDecides` for a guardian whom hidden hours of the child bind.
    func requireUnbound(_ guardian: ID<Member>, for child: ID<Member>) throws {
        let since = try familySince(of: guardian)
        let isBound = try hiddenHours(of: child).contains { hours in
            hours.viewer == guardian || since.map { $0 > hours.setAt } ?? false
        }
        if isBound { throw FamilyError.otherGuardianDecides }
    }

    /// The hidden hours of a child that a guardian may read: none against the guardian, and none from before they joined.
    func readableHours(of child: ID<Member>, by guardian: ID<Member>) throws -> [HiddenHoursRow] {
        let since = try familySince(of: guardian)
        return try hiddenHours(of: child).filter { hours in
            hours.viewer != guardian && since.map { $0 <= hours.setAt } ?? true
        }
    }
}
