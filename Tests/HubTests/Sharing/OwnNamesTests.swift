import Bus
import Family
import Hub
import SQL
import Storage
import Testing

/// A6: a viewer may call somebody by another name, which nobody but the viewer reads.
@Suite struct OwnNamesTests {
    @Test func `A6: a member's own name for another shows in their lists and clock, and to no other member`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.connect(viewer: cleo, to: anna, number: 1, .exact)
            _ = try await home.connect(viewer: anna, to: bo, number: 2, .exact)
            _ = try await home.hub.views(for: anna)
            try await home.hub.call(mine.id, "  Grandma ", by: bo)

            let (seen, seers) = try await home.hub.connections(of: bo)
            #expect(seen.map(\.person.name) == ["Grandma"] && seen.map(\.theirName) == ["Member 1"])
            #expect(seers.map(\.person.name) == ["Grandma"] && seers.map(\.theirName) == [nil])
            #expect(try await home.hub.clock(of: bo).people[anna]?.name == "Grandma")
            #expect(try await home.hub.clock(of: bo, isLink: true).people[anna]?.name == "Member 1", "on a wall")
            #expect(try await home.hub.looks(at: bo, after: nil).looks.map(\.person.name) == ["Grandma"])

            for other in [anna, cleo] {
                let (seen, seers) = try await home.hub.connections(of: other)
                #expect(!(seen + seers).contains { $0.person.name == "Grandma" || $0.theirName != nil })
                #expect(try await home.hub.grants(of: other).map(\.person.name).contains("Member 1"))
            }
            try await home.hub.call(mine.id, nil, by: bo)
            #expect(try await home.hub.connections(of: bo).seen.map(\.person.name) == ["Member 1"])
            #expect(try await home.hub.connections(of: bo).seen.map(\.theirName) == [nil])
        }
    }

    @Test func `A6: only the viewer's own open page hears of a name of their own`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.published()
            try await home.hub.call(mine.id, "Grandma", by: bo)
            #expect(try await home.published() == [[.connections(viewer: bo)]])
        }
    }

    @Test func `A6: a name of my own goes with the connection, and stays while that is renewed`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .place)
            try await home.hub.call(mine.id, "Grandma", by: bo)
            let end = home.clock.now.advanced(bySeconds: 3_600)
            let renewed = try await home.connect(viewer: bo, to: anna, number: 1, .exact, until: end)
            #expect(try await home.hub.connections(of: bo).seen.map(\.person.name) == ["Grandma"])
            home.clock.advance(seconds: 3_600)
            await #expect(throws: ConnectionRefusal.notFound) {
                try await home.hub.call(renewed.id, "Nana", by: bo)
            }
            await home.hub.forgetWhatIsOld()
            #expect(try await home.ownNames() == [])

            let again = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            #expect(try await home.hub.connections(of: bo).seen.map(\.person.name) == ["Member 1"])
            try await home.hub.call(again.id, "Nana", by: bo)
            #expect(try await home.ownNames() == ["Nana"])
            try await home.hub.endConnection(again.id, by: anna)
            #expect(try await home.ownNames() == [])
        }
    }

    @Test(arguments: ["", " ", "\u{200B}", "\u{2800}", "Anna\u{202E}", "a\nb", String(repeating: "x", count: 61)])
    func `S52: a name of my own is one that can be seen, on one line, of 60 characters at most`(_ name: String)
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            await #expect(throws: MemberRefusal.nameEmptyOrTooLong) {
                try await home.hub.call(mine.id, name, by: bo)
            }
            #expect(try await home.ownNames() == [])
            try await home.hub.call(mine.id, String(repeating: "x", count: 60), by: bo)
        }
    }

    @Test func `S52: an own name that imitates another member shown to the viewer is refused`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            let other = try await home.connect(viewer: bo, to: cleo, number: 3, .exact)
            try await home.hub.call(other.id, "Nana", by: bo)
            for name in ["Member 3", "Mеmber 3", "Member 2", "NANA"] {
                await #expect(throws: MemberRefusal.nameLikeOther, "\(name)") {
                    try await home.hub.call(mine.id, name, by: bo)
                }
            }
            try await home.hub.call(mine.id, "Member 1", by: bo)
            try await home.hub.call(other.id, "Nana", by: bo)
        }
    }

    @Test func `A6: the member seen and an unrelated member cannot give an own name on a connection`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            for other in [anna, cleo] {
                await #expect(throws: ConnectionRefusal.notFound) {
                    try await home.hub.call(mine.id, "Grandma", by: other)
                }
            }
            #expect(try await home.ownNames() == [])
        }
    }

    @Test func `A6: a child's guardian does not read what the child calls people`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let child = try await home.child(of: family, by: anna).id
            try await home.letSee(child, [anna])
            try await home.letSee(anna, [child])
            let mine = try #require(try await home.hub.connections(of: child).seen.first).consent
            try await home.hub.call(mine.id, "Dragon", by: child)
            #expect(try await home.hub.family(of: child).members.map(\.person.name).contains("Dragon"))
            let (seen, seers) = try await home.hub.connections(of: anna)
            let members = try await home.hub.family(of: anna).members.map(\.person.name)
            let ofChild = try await home.hub.viewers(of: child, in: family, for: anna)
            let names = members + (seen + seers + ofChild).flatMap { [$0.person.name, $0.theirName ?? ""] }
            #expect(names.contains("Mira") && !names.contains("Dragon"))
        }
    }

    @Test func `F46: a member who left keeps the name a viewer gave them, seems only silent, and can be renamed`()
        async throws
    {
        try await TestHub.run { home in
            _ = try await home.member(3)
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let mine = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            try await home.hub.call(mine.id, "Grandma", by: bo)
            try await home.leave(anna)
            let ghost = try #require(try await home.hub.connections(of: bo).seen.first)
            #expect(ghost.person.name == "Grandma" && ghost.theirName == "Member 1" && !ghost.isGone)
            #expect(try await home.hub.grants(of: bo).map(\.person.name) == ["Member 2", "Grandma"])
            try await home.hub.call(ghost.consent.id, "Nana", by: bo)
            #expect(try await home.hub.connections(of: bo).seen.map(\.person.name) == ["Nana"])
        }
    }
}

extension TestHub {
    /// Every name that some viewer gave somebody.
    fileprivate func ownNames() async throws -> [String] {
        try await hub.database.read { transaction in
            try transaction.rows("SELECT own_name FROM connection WHERE own_name IS NOT NULL").map { try $0.text(0) }
        }
    }
}
