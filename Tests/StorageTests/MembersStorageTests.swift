import Family
import SQL
import Storage
import Testing

@Suite struct MembersStorageTests {
    @Test func `a member comes back as stored, by identity and by the hash of the number`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let member = try transaction.addTestMember(1)
                let row = try #require(try transaction.member(member))
                #expect(row.name == "Member 1" && row.keeper && row.role == "adult" && row.colour == 1)
                #expect(row.phoneSealed == [1, 2, 3] && row.dataKeyWrapped == [4, 5, 6] && row.passwordHash == nil)
                #expect(row.createdAt == moment(1) && row.disabledAt == nil)
                #expect(try transaction.member(phoneLookup: bytes(1))?.id == member)
                #expect(try transaction.member(phoneLookup: bytes(2)) == nil)
                #expect(try transaction.member(id(9)) == nil)
            }
        }
    }

    @Test func `a number belongs to one member`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                try transaction.addTestMember(1)
                var twin = try #require(try transaction.member(id(1)))
                twin.id = id(2)
                #expect(try !transaction.addMember(twin))
                #expect(try transaction.memberCount() == 1)
                twin.phoneLookup = nil
                #expect(try transaction.addMember(twin), "members without a number do not collide")
            }
        }
    }

    @Test func `members come in pages in the order they came`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                for number in UInt64(1)...5 { try transaction.addTestMember(number) }
                let first = try transaction.members(after: nil, limit: 3).map(\.id)
                #expect(first == [id(1), id(2), id(3)])
                #expect(try transaction.members(after: first.last, limit: 3).map(\.id) == [id(4), id(5)])
            }
        }
    }

    @Test func `profile, password and the choice of members to show are replaced`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let (anna, bo) = (try transaction.addTestMember(1), try transaction.addTestMember(2))
                try transaction.setProfile(anna, name: "Ännchen", colour: 7)
                try transaction.setPasswordHash(anna, "$hash")
                let row = try #require(try transaction.member(anna))
                #expect(row.name == "Ännchen" && row.colour == 7 && row.passwordHash == "$hash")
                #expect(try transaction.shown(anna) == nil)
                try transaction.setShown(anna, kind: "member", subject: bo)
                try transaction.setShown(anna, kind: "all", subject: nil)
                let shown = try #require(try transaction.shown(anna))
                #expect(shown.kind == "all" && shown.subject == nil)
            }
        }
    }

    @Test func `shutting a member out ends their sessions and says whether there was one`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                try transaction.addSession(session(1, of: anna), tokenHash: bytes(1))
                #expect(try transaction.disableMember(anna, now: moment(5)))
                #expect(try transaction.disableMember(anna, now: moment(9)))
                #expect(try transaction.member(anna)?.disabledAt == moment(5), "the first time counts")
                #expect(try transaction.sessions(of: anna).isEmpty)
                #expect(try !transaction.disableMember(id(9), now: moment(5)))
            }
        }
    }
}

@Suite struct SessionsStorageTests {
    @Test func `a session is found by the hash of its token while its member may log in`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let anna = try transaction.addTestMember(1)
                try transaction.addSession(session(1, of: anna), tokenHash: bytes(1))
                try transaction.touchSession(id(1), seenAt: moment(50))
                let found = try #require(try transaction.session(tokenHash: bytes(1)))
                #expect(found.member == anna && found.seenAt == moment(50) && found.expiresAt == moment(101))
                #expect(try transaction.session(tokenHash: bytes(2)) == nil)
                try transaction.run("UPDATE member SET disabled_at = 1 WHERE id = \(anna.bytes)")
                #expect(try transaction.session(tokenHash: bytes(1)) == nil)
            }
        }
    }

    @Test func `only one's own session can be ended, and those that ran out are removed`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let (anna, bo) = (try transaction.addTestMember(1), try transaction.addTestMember(2))
                for number in UInt8(1)...3 {
                    try transaction.addSession(session(UInt64(number), of: anna), tokenHash: bytes(number))
                }
                #expect(try transaction.sessions(of: anna).map(\.id) == [id(3), id(2), id(1)], "newest first")
                #expect(try !transaction.endSession(id(2), of: bo))
                #expect(try transaction.endSession(id(2), of: anna))
                #expect(try !transaction.endSession(id(2), of: anna))
                try transaction.removeExpiredSessions(now: moment(101))
                #expect(try transaction.sessions(of: anna).map(\.id) == [id(3)])
            }
        }
    }
}

/// A session that ends 100 s after its number.
private func session(_ number: UInt64, of member: ID<Member>) -> SessionRow {
    SessionRow(
        id: id(number),
        member: member,
        createdAt: moment(Int64(number)),
        seenAt: moment(Int64(number)),
        expiresAt: moment(100 + Int64(number)),
        provedAt: moment(Int64(number))
    )
}
