import Bus
package import Family
import SQL
import Storage

/// A family as its own members see it.
package struct FamilyInfo: Sendable {
    package var id: ID<FamilyGroup>
    package var name: String?
    /// In the order they came to the hub.
    package var members: [FamilyMember]
    /// The live invites that the asker may see: those of the family, for adults alone.
    package var invites: [InviteInfo]
}

/// A member as others of the family see them: no number, no position.
package struct FamilyMember: Sendable {
    package var id: ID<Member>
    package var person: Person
    package var isChild: Bool
    package var birthYear: Int?
    /// Whether they can log in by themselves; a child's account without a number opens by a guardian's link alone.
    package var hasPhone: Bool
}

extension Hub {
    /// People in one family.
    package static let familyMembersMax = 30
    private static let oldestBirthYear = 1900

    /// The family of a member.
    ///
    /// Throws `FamilyRefusal.notFound` where there is no such member.
    package func family(of member: ID<Member>) async throws -> FamilyInfo {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let family = try transaction.family(row.family) else {
                throw FamilyRefusal.notFound
            }
            let isAdult = !row.isChild(now: now)
            return FamilyInfo(
                id: family.id,
                name: family.name,
                members: try transaction.members(of: family.id).map {
                    FamilyMember($0, try transaction.person($0, to: member, now: now), now: now)
                },
                invites: try (isAdult ? transaction.liveInvites(into: family.id, now: now) : [])
                    .map { self.info($0, for: member) }
            )
        }
    }

    /// Gives a family a name; nil or an empty one takes it away.
    ///
    /// Adults may.
    package func renameFamily(_ id: ID<FamilyGroup>, by member: ID<Member>, to name: String?) async throws {
        let name = try name.flatMap { $0.isEmpty ? nil : $0 }.map { name throws(FamilyRefusal) in
            guard let name = shownName(name) else { throw .nameEmptyOrTooLong }
            guard !holdsAddress(name) else { throw .nameHoldsAddress }
            return name
        }
        let now = outside.now()
        try await database.transaction { transaction in
            _ = try transaction.adult(member, of: id, now: now)
            try transaction.setFamilyName(id, name)
        }
    }

    /// Makes a child's account without a number; whoever makes it is their guardian, as all adults of the family are.
    ///
    /// Throws `FamilyRefusal`, `MemberRefusal`, or `StorageError`.
    package func addChild(
        to family: ID<FamilyGroup>,
        by member: ID<Member>,
        name: String,
        birthYear: Int,
        colour: Int?
    ) async throws -> FamilyMember {
        let name = try validName(name)
        let now = outside.now()
        try checkChildsBirthYear(birthYear, now: now)
        guard (0..<Hub.colourCount).contains(colour ?? 0) else { throw MemberRefusal.colourUnknown }
        var child = newMember(nil, name: name, role: MemberRow.child, passwordHash: nil)
        child.family = family
        child.birthYear = birthYear
        let made = child
        let row = try await database.transaction { transaction in
            var child = made
            _ = try transaction.adult(member, of: family, now: now)
            guard try transaction.members(of: family).count < Hub.familyMembersMax else { throw FamilyRefusal.tooMany }
            try transaction.refuseImitation(child.name, of: nil, in: family)
            child.colour = try colour ?? transaction.memberCount() % Hub.colourCount
            guard try transaction.addMember(child) else { throw MemberRefusal.phoneTaken }
            try self.openWallet(of: child.id, in: transaction, now: now)
            try transaction.shareFamilyKey(of: family, vault: self.vault)
            return child
        }
        // Nobody has another name for whom they add.
        return FamilyMember(row, Person(row), now: now)
    }

    /// Changes what somebody is in the family; nil leaves as it is.
    ///
    /// An adult may say that a child has grown up, or when a child was born; the child and its guardians are notified. What
    /// its age gives the child a say in, no other takes away. A member becomes a child by their own word alone, since the
    /// adults of a family decide for its children; the last adult does not, nor anybody while a trip, countdown or alarm of
    /// theirs runs. All adults of the family are notified.
    package func changeFamilyMember(
        _ id: ID<Member>,
        of family: ID<FamilyGroup>,
        by member: ID<Member>,
        isChild: Bool?,
        birthYear: Int?
    ) async throws -> FamilyMember {
        let now = outside.now()
        if let birthYear { try checkBirthYear(birthYear, now: now) }
        let (changed, told) = try await database.transaction { transaction in
            _ = try transaction.adult(member, of: family, now: now)
            guard var row = try transaction.member(id), row.family == family, row.disabledAt == nil else {
                throw FamilyRefusal.notFound
            }
            let wasChild = row.isChild(now: now)
            guard wasChild || id == member else { throw FamilyRefusal.notYours }
            let before = row
            row.role = (isChild ?? wasChild) ? MemberRow.child : MemberRow.adult
            row.birthYear = birthYear ?? row.birthYear
            if wasChild { try transaction.requireChange(from: before, to: row, by: member, now: now) }
            let becomesChild = !wasChild && row.isChild(now: now)
            if becomesChild {
                if try transaction.isOnlyAdult(row, now: now) { throw FamilyRefusal.lastAdult }
                guard try !self.safetyWatch(of: id, in: transaction).needsPIN else { throw SafetyRefusal.safetyRuns }
            }
            var told: [ID<Member>] = []
            if wasChild || becomesChild {
                try transaction.addNotice(self.notice(.childChanged, for: id, about: id))
                let guardians = try self.notifyGuardians(
                    of: becomesChild ? row : before,
                    but: member,
                    .childChanged,
                    in: transaction,
                    now: now
                )
                told = guardians + [id]
            }
            try transaction.setRole(id, row.role, birthYear: row.birthYear)
            if becomesChild { try transaction.setChildSince(id, now) }
            // Who grew up has no say in what the guardians arranged before, whatever year they say now (F87).
            if before.role == MemberRow.child, !row.isChild(now: now) {
                try transaction.setFamilySince(id, wasChild ? now : try transaction.adultSince(of: before) ?? now)
            }
            return (FamilyMember(row, try transaction.person(row, to: member, now: now), now: now), told)
        }
        bus.publish(told.map { .notice($0) })
        return changed
    }

    /// Leaves a family for one of one's own, with nobody else in it.
    ///
    /// Who sees whom stays as it is. Nobody puts another adult out; a child is never left without an adult, but handed over to another family. Throws
    /// `FamilyRefusal`, or `StorageError`.
    package func leaveFamily(_ family: ID<FamilyGroup>, _ id: ID<Member>, by member: ID<Member>) async throws {
        let now = outside.now()
        let ownFamily = outside.newID(of: FamilyGroup.self)
        let told = try await database.transaction { transaction -> [ID<Member>] in
            guard let asker = try transaction.member(member), asker.family == family,
                let row = try transaction.member(id), row.family == family
            else { throw FamilyRefusal.notFound }
            guard !row.isChild(now: now) else { throw FamilyRefusal.childNeedsAdult }
            guard id == member else { throw FamilyRefusal.notYours }
            // A family of one is what leaving leads to.
            guard try transaction.members(of: family).count > 1 else { return [] }
            let told = try self.leave(row, in: transaction, now: now)
            try transaction.addFamily(ownFamily, now: now)
            try transaction.moveMember(row, to: ownFamily, role: MemberRow.adult)
            try self.openWallet(of: id, in: transaction, now: now)
            return told
        }
        bus.publish(told.map { .notice($0) } + (told + [id]).map { .places($0) })
        await settleAdults(of: family)
    }

    /// What goes with leaving a family, before the move: those who stay are told, and open invites end.
    ///
    /// Their accounts must be empty and are closed, and their wall displays end. Answers who is told.
    func leave(_ row: MemberRow, in transaction: Transaction, now: Timestamp) throws -> [ID<Member>] {
        if !row.isChild(now: now), try transaction.isOnlyAdult(row, now: now) { throw FamilyRefusal.lastAdult }
        try leaveLedger(row, in: transaction, mustBeEmpty: true, now: now)
        try transaction.endInvites(of: row.id)
        try transaction.leaveFamilyPlaces(row.id)
        try transaction.leaveWalls(row.id)
        let others = try transaction.members(of: row.family).map(\.id).filter { $0 != row.id }
        for other in others { try transaction.addNotice(notice(.memberLeft, for: other, about: row.id)) }
        return others
    }

    /// Lets an adult of a family pass; without a family, an adult of their own.
    ///
    /// Throws `FamilyRefusal.notFound` where it is not the member's family, `.adultsOnly` for a child.
    package func requireAdult(_ id: ID<Member>, of family: ID<FamilyGroup>?) async throws {
        let now = outside.now()
        try await database.read { transaction in
            guard let row = try transaction.member(id) else { throw FamilyRefusal.notFound }
            _ = try transaction.adult(id, of: family ?? row.family, now: now)
        }
    }

    func checkBirthYear(_ year: Int, now: Timestamp) throws(FamilyRefusal) {
        let age = Childhood(birthYear: year, now: now).age ?? -1
        guard year >= Hub.oldestBirthYear, age >= 0 else { throw .birthYearOutOfRange }
    }

    /// Refuses a year of birth by which a member added as a child would be an adult and a guardian (F88).
    func checkChildsBirthYear(_ year: Int, now: Timestamp) throws(FamilyRefusal) {
        try checkBirthYear(year, now: now)
        guard !Childhood(birthYear: year, now: now).isOver else { throw .birthYearOfAdult }
    }
}

extension Transaction {
    /// A member who is an adult of a family; refused alike where there is no such family.
    func adult(_ id: ID<Member>, of family: ID<FamilyGroup>, now: Timestamp) throws -> MemberRow {
        guard let row = try member(id), row.family == family else { throw FamilyRefusal.notFound }
        guard !row.isChild(now: now) else { throw FamilyRefusal.adultsOnly }
        return row
    }

    /// Whether a family would have children and nobody for them without this adult.
    func isOnlyAdult(_ row: MemberRow, now: Timestamp) throws -> Bool {
        let others = try members(of: row.family).filter { $0.id != row.id }
        return !others.isEmpty && others.allSatisfy { $0.isChild(now: now) }
    }
}

extension MemberRow {
    static let adult = "adult"
    static let child = "child"

    /// What the member is in their family now.
    func familyRole(now: Timestamp) -> FamilyRole {
        FamilyRole(isChild: role == Self.child, birthYear: birthYear, now: now)
    }

    func isChild(now: Timestamp) -> Bool { familyRole(now: now).isChild }

    /// Whether they log in by a number and their own password or code, proved or not.
    var hasOwnNumber: Bool { phoneLookup != nil || unconfirmedLookup != nil }
}

extension FamilyMember {
    init(_ row: MemberRow, _ person: Person, now: Timestamp) {
        self.init(
            id: row.id,
            person: person,
            isChild: row.isChild(now: now),
            birthYear: row.birthYear,
            hasPhone: row.hasOwnNumber
        )
    }
}
