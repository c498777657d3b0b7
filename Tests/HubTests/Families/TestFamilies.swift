import Family
import Hub
import SQL
import Storage
import Testing

extension TestHub {
    /// A child without a number.
    @discardableResult
    func child(
        of family: ID<FamilyGroup>,
        by member: ID<Member>,
        birthYear: Int = 2016
    ) async throws -> FamilyMember {
        clock.advance(milliseconds: 1)
        let others = try? await hub.family(of: member)  // Whoever may not add a child may belong to no family of it.
        let isFirst = others?.members.contains { $0.person.name == "Mira" } != true
        let name = isFirst ? "Mira" : "Mira the \(others?.members.count ?? 0)th"
        return try await hub.addChild(to: family, by: member, name: name, birthYear: birthYear, colour: nil)
    }

    /// Lets a viewer see members exactly, where it does not matter how they agreed.
    func letSee(_ viewer: ID<Member>, _ subjects: [ID<Member>]) async throws {
        let now = clock.now
        let rows = subjects.map { subject in
            let id = hub.outside.newID(of: Connection.self)
            return ConnectionRow(
                id: id,
                viewer: viewer,
                subject: subject,
                precision: .exact,
                expiresAt: nil,
                requestHash: id.bytes,
                changed: 1
            )
        }
        try await hub.database.transaction { transaction in
            for row in rows { try transaction.saveConnection(row, now: now) }
        }
    }

    /// An invite into a member's family.
    func invite(
        by inviter: ID<Member>,
        for number: Int? = nil,
        isChild: Bool = false,
        gives: Precision = .exact,
        asks: Precision = .exact
    ) async throws -> (id: ID<Invite>, token: String) {
        let made = try await fullInvite(by: inviter, for: number, isChild: isChild, gives: gives, asks: asks)
        return (made.id, made.token)
    }

    /// The same with its code, where it is for the `number`th member's number.
    func fullInvite(
        by inviter: ID<Member>,
        for number: Int?,
        isChild: Bool = false,
        gives: Precision = .exact,
        asks: Precision = .exact
    ) async throws -> (id: ID<Invite>, token: String, code: String?) {
        let request = InviteRequest(
            phone: number.map { TestHub.phone($0) },
            region: nil,
            isChild: isChild,
            mySharing: gives,
            askedSharing: asks
        )
        let id = hub.outside.newID(of: Invite.self)
        let family = try await hub.family(of: inviter).id
        let (_, token, code) = try await hub.invite(id, into: family, by: inviter, request)
        return (id, token, code)
    }

    /// Lets a member join another's family.
    func invited(_ member: ID<Member>, by inviter: ID<Member>) async throws {
        let (_, token) = try await invite(by: inviter)
        _ = try await hub.joinFamily(token, JoinConsent(), member: member, by: member, from: RequestOrigin())
    }

    /// What opening an invite comes to; nil where it opens.
    func inviteRefusal(_ secret: String, phone number: Int? = nil, from origin: RequestOrigin = RequestOrigin())
        async throws
        -> InviteRefusal?
    {
        do {
            let phone = number.map { TestHub.phone($0) }
            _ = try await hub.viewInvite(secret, phone: phone, region: nil, from: origin)
            return nil
        } catch let error as InviteRefusal {
            return error
        }
    }
}
