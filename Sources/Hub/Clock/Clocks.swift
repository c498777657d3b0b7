import Bus
package import Family
import FoundationEssentials
import SQL
import Storage

/// A viewer's clock at one moment, with the names that go with its hands.
package struct ReadClock: Sendable {
    package var reading: ClockReading
    /// Name and colour of every member with a hand.
    package var people: [ID<Member>: Person]
}

/// What a viewer knows of somebody they see.
package struct Person: Hashable, Sendable {
    package var name: String
    package var colour: Int
    /// Which picture they have; nil without one.
    package var pictureVersion: String?
    /// Whether they came by an invite's link alone: nobody but the inviter says that the number is theirs.
    package var hasUnconfirmedNumber = false
}

/// What a viewer chose for their clock; nil where they chose nothing.
package struct ClockChoice: Codable, Hashable, Sendable {
    /// The family's own slots, clockwise after the usual ones.
    package var slots: [String]?
    /// Whose hands to show, as texts of their identities.
    var members: [String]?

    package init() {}
}

extension Hub {
    /// Hands that one clock can show.
    package static let clockMembersMax = 24
    /// Hands of a clock whose viewer chose nobody (B1).
    package static let clockMembersAtFirst = 6
    /// Read-only links of one member.
    package static let clockLinksMax = 10

    /// A viewer's clock now, which is recorded as a look on this screen: at the names of places, whatever the consent.
    ///
    /// A link's clock may hang where anybody reads it: it shows no danger that its subject's own pages hide (F67).
    package func clock(
        of viewer: ID<Member>,
        on screen: Screens = .api,
        isLink: Bool = false
    ) async throws -> ReadClock {
        let choice = try await clockChoice(of: viewer)
        let grants = try await grants(of: viewer, byLink: isLink)
        let now = outside.now()
        var views: [(member: ID<Member>, view: PresenceView?)] = []
        let shown = choice.shown(among: grants)
        for grant in shown {
            guard let subject = try await subject(grant.subject) else { continue }
            views.append((grant.subject, view(of: subject, under: grant, now: now)))
        }
        noteLooks(by: viewer, at: shown, on: screen, most: .place)
        return ReadClock(
            reading: ClockReading(face: choice.face, views: views),
            people: Dictionary(grants.map { ($0.subject, $0.person) }, uniquingKeysWith: { first, _ in first })
        )
    }

    /// What a viewer chose for their clock.
    package func clockChoice(of viewer: ID<Member>) async throws -> ClockChoice {
        guard let stored = try await database.read({ try $0.clockFace(of: viewer) }) else { return ClockChoice() }
        // A choice that cannot be read counts as none: the clock then shows what a new one shows.
        return (try? JSONDecoder().decode(ClockChoice.self, from: Data(stored.utf8))) ?? ClockChoice()
    }

    /// Chooses slots and members; nil leaves as it is.
    package func setClock(of viewer: ID<Member>, slots: [String]?, members: [ID<Member>]?) async throws {
        var choice = try await clockChoice(of: viewer)
        if let slots { choice.slots = try validSlots(slots) }
        if let members {
            guard members.count <= Hub.clockMembersMax, Set(members).count == members.count else {
                throw ClockRefusal.tooManyMembers
            }
            let seen = Set(try await grants(of: viewer).map(\.subject))
            guard members.allSatisfy(seen.contains) else { throw ClockRefusal.memberUnknown }
            choice.members = members.map(\.text)
        }
        let stored = String(decoding: try JSONEncoder().encode(choice), as: UTF8.self)
        try await database.transaction { try $0.setClockFace(of: viewer, stored) }
        bus.publish([.connections(viewer: viewer)])
    }

    /// A member's read-only links, in the order they were made.
    package func clockLinks(of member: ID<Member>) async throws -> [ClockLinkInfo] {
        try await database.read { try $0.clockLinks(of: member) }.map(ClockLinkInfo.init)
    }

    /// Makes a read-only link; its token is nowhere kept.
    ///
    /// Only an adult makes one that shows more than the clock.
    package func addClockLink(
        for member: ID<Member>,
        showing parts: WallDisplay.Parts = []
    ) async throws -> (link: ClockLinkInfo, token: String) {
        let (token, now) = (newToken(), outside.now())
        let hash = vault.hash(token: Array(token.utf8))
        let link = ClockLinkRow(id: outside.newID(), member: member, createdAt: now, parts: parts)
        let told = try await database.transaction { transaction -> [ID<Member>] in
            if !parts.isEmpty, try transaction.member(member)?.isChild(now: now) ?? true {
                throw ClockRefusal.adultsOnly
            }
            guard try transaction.clockLinks(of: member).count < Hub.clockLinksMax else {
                throw ClockRefusal.tooManyLinks
            }
            try transaction.addClockLink(link, tokenHash: hash.bytes)
            guard parts.contains(.map), let row = try transaction.member(member) else { return [] }
            let children = try transaction.members(of: row.family).filter { $0.isChild(now: now) }.map(\.id)
            for child in children { try transaction.addNotice(self.notice(.shownOnWalls, for: child)) }
            return children
        }
        bus.publish(told.map { .notice($0) })
        note(.linkAdded, member)
        return (ClockLinkInfo(link), token)
    }

    /// Ends a read-only link.
    package func removeClockLink(_ id: ID<ClockLink>, of member: ID<Member>) async throws {
        guard try await database.transaction({ try $0.removeClockLink(id, of: member) }) else {
            throw ClockRefusal.notFound
        }
        note(.linkRemoved, member)
    }

    private func validSlots(_ slots: [String]) throws(ClockRefusal) -> [String] {
        guard (1...12).contains(slots.count) else { throw .slotsOutOfRange }
        var valid: [String] = []
        for slot in slots {
            guard let label = shownName(slot, charactersMax: 40) else { throw .slotEmptyOrTooLong }
            guard !ClockLabels.isReserved(label) else { throw .slotReserved }
            guard !valid.contains(where: { $0.lowercased() == label.lowercased() }) else { throw .slotTwice }
            valid.append(label)
        }
        return valid
    }
}

extension ClockChoice {
    /// The face with the chosen slots.
    package var face: ClockFace { ClockFace(ownLabels: slots ?? []) }

    /// Whose hands to show: the chosen ones that may still be seen, or the first few of all.
    package func shown(among grants: [PresenceGrant]) -> [PresenceGrant] {
        guard let members else { return Array(grants.prefix(Hub.clockMembersAtFirst)) }
        let chosen = Set(members.compactMap { ID<Member>(text: $0) })
        return grants.filter { chosen.contains($0.subject) }
    }
}
