import Family
import SQL
import Storage

/// Reads what `Guardianship` decides by; it alone says what a guardian may do (F44, F87).
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
            throw FamilyRefusal.notFound
        }
        guard row.isChild(now: now) else { throw FamilyRefusal.notYours }
        return row
    }

    /// The adults of a child's family; an adult has no guardians.
    func guardians(of child: MemberRow, now: Timestamp) throws(StorageError) -> [ID<Member>] {
        guard child.isChild(now: now) else { return [] }
        return try members(of: child.family).filter { !$0.isChild(now: now) }.map(\.id)
    }

    /// The rights over a child, as the rows say.
    func guardianship(of child: MemberRow, now: Timestamp) throws(StorageError) -> Guardianship {
        let guardians = try guardians(of: child, now: now).map { id throws(StorageError) in
            guard let row = try member(id) else { return Guardianship.Guardian(id, since: nil) }
            return Guardianship.Guardian(id, since: try adultSince(of: row))
        }
        return Guardianship(guardians: guardians, hidings: try hidings(of: child, now: now))
    }

    /// When a member became an adult of their family; nil where they always were one, or it is not known.
    func adultSince(of row: MemberRow) throws(StorageError) -> Timestamp? {
        let grown = row.role == MemberRow.child ? row.birthYear.flatMap(Childhood.end) : nil
        return [try familySince(of: row.id), grown].compactMap { $0 }.max()
    }

    /// The hours in which a child is hidden; none once it has grown up.
    private func hidings(of child: MemberRow, now: Timestamp) throws(StorageError) -> [Guardianship.Hiding] {
        guard child.isChild(now: now) else { return [] }
        return try hiddenHours(of: child.id).map { row throws(StorageError) in try hiding(row) }
    }

    /// The hours in which a child is hidden from a viewer, or where that is nil from anyone; none for an alarm
    /// that opened before it was one.
    func hours(
        hiding child: MemberRow,
        from viewer: ID<Member>?,
        alarmedAt: Timestamp? = nil,
        now: Timestamp
    ) throws(StorageError) -> [HiddenHours] {
        if let alarmedAt, let since = try childSince(of: child.id), alarmedAt < since { return [] }
        // The hours do not depend on the guardians, and this is read with every look.
        return Guardianship(guardians: [], hidings: try hidings(of: child, now: now)).hours(hidingFrom: viewer)
    }

    /// Hidden hours, with all accounts of the person from whom they hide the child (F91); never those of who set them.
    func hiding(_ row: HiddenHoursRow) throws(StorageError) -> Guardianship.Hiding {
        let others = try accounts(like: row.viewer).subtracting([row.member, row.setBy].compactMap { $0 })
        let arrangement = Guardianship.Arrangement(setBy: row.setBy, setAt: row.setAt)
        return Guardianship.Hiding(from: others.union([row.viewer]), row.hours, arrangement)
    }

    /// Throws `FamilyRefusal.otherGuardianDecides` for what a guardian may not do alone.
    func require(_ act: Guardianship.Act, by guardian: ID<Member>, for child: MemberRow, now: Timestamp) throws {
        guard try guardianship(of: child, now: now).verdict(act, by: guardian) == .alone else {
            throw FamilyRefusal.otherGuardianDecides
        }
    }

    /// Refuses what a guardian does not say of a child's role and age alone, or at all (F87).
    func requireChange(from before: MemberRow, to after: MemberRow, by guardian: ID<Member>, now: Timestamp) throws {
        let act = after.isChild(now: now) ? Guardianship.Act.arrange : .endChildhood
        try require(act, by: guardian, for: before, now: now)
        if after.isChild(now: now) { try requireSay(of: before, bornIn: after.birthYear, now: now) }
    }

    /// Refuses a year of birth that takes from a child what its age gives it a say in (F87).
    ///
    /// An age that is not known gives every say; the first one said may take it.
    func requireSay(of child: MemberRow, bornIn year: Int?, now: Timestamp) throws(FamilyRefusal) {
        guard let known = child.birthYear, let year else { return }
        let said = Childhood(birthYear: year, now: now)
        if Childhood(birthYear: known, now: now).losesSay(as: said) { throw .notYours }
    }

    /// Whether a member may change what is seen of a subject: the subject, and a child's guardian.
    func maySpeak(_ member: ID<Member>, for subject: MemberRow, now: Timestamp) throws -> Bool {
        try member == subject.id || guardians(of: subject, now: now).contains(member)
    }
}
