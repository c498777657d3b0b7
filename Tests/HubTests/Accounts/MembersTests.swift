import Bus
import Family
import Hub
import Storage
import Testing

@Suite struct MembersTests {
    @Test func `the first member is the keeper, and each has a colour of their own`() async throws {
        try await TestHub.run { home in
            for number in 1...3 { _ = try await home.member(number) }
            let members = try await home.hub.members(after: nil, limit: 10)
            #expect(members.map(\.keeper) == [true, false, false])
            #expect(members.map(\.colour) == [0, 1, 2])
            #expect(members.map { $0.phone?.e164 } == (1...3).map(TestHub.phone))
        }
    }

    @Test func `a number belongs to one member, however it is written`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            await #expect(throws: MemberRefusal.phoneTaken) {
                try await home.hub.addMember(phone: "+41 (44) 668-10.01", name: "Twin", password: nil)
            }
            #expect(try await home.hub.members(after: nil, limit: 10).count == 1)
        }
    }

    @Test(arguments: [
        ("+41446681800", "  ", MemberRefusal.nameEmptyOrTooLong),
        ("+41446681800", "a\nb", .nameEmptyOrTooLong),
        ("+41446681800", String(repeating: "a", count: 61), .nameEmptyOrTooLong),
    ])
    func `adding a member with an empty, multi-line or too long name is refused with the reason`(
        _ phone: String,
        _ name: String,
        _ refusal: MemberRefusal
    ) async throws {
        try await TestHub.run { home in
            await #expect(throws: refusal) { try await home.hub.addMember(phone: phone, name: name, password: nil) }
        }
    }

    @Test func `a password that is too easy is refused with the rules it breaks`() async throws {
        try await TestHub.run { home in
            await #expect(throws: MemberRefusal.password([.atLeastEightCharacters, .upperCaseLetter, .digit])) {
                try await home.hub.addMember(phone: TestHub.phone(1), name: "Anna", password: "abc!def")
            }
        }
    }

    @Test func `name and colour are the member's own to change`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let changed = try await home.hub.changeProfile(anna, name: " Ännchen ", colour: 11)
            #expect(changed.name == "Ännchen" && changed.colour == 11)
            let kept = try await home.hub.changeProfile(anna, name: nil, colour: nil)
            #expect(kept.name == "Ännchen" && kept.colour == 11)
            await #expect(throws: MemberRefusal.colourUnknown) {
                try await home.hub.changeProfile(anna, name: nil, colour: 12)
            }
        }
    }

    @Test func `a member shut out loses sessions, devices, links and watchers at once`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            let (_, session) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let (_, device) = try await home.hub.addDevice(home.hub.outside.newID(), for: anna, name: "phone")
            let (_, link) = try await home.hub.addClockLink(for: anna)
            #expect(try await home.hub.caller(token: session)?.member == anna)
            #expect(try await home.hub.credential(token: Array(device.utf8))?.member == anna)
            #expect(try await home.hub.wallReader(token: link)?.member == anna)
            #expect(try await home.hub.grants(of: bo).map(\.subject) == [bo, anna])

            try await home.hub.disableMember(anna)
            #expect(try await home.hub.caller(token: session) == nil)
            #expect(home.hub.knownCredential(token: Array(device.utf8)) == nil)
            #expect(try await home.hub.credential(token: Array(device.utf8)) == nil)
            #expect(try await home.hub.wallReader(token: link) == nil)
            #expect(try await home.hub.grants(of: bo).map(\.subject) == [bo])
            #expect(try await home.published().last == [.memberDisabled(anna)])
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
        }
    }

    @Test func `a reset password ends the sessions and opens in place of the old one`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (_, session) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            try await home.hub.resetPassword(anna, to: "another long passphrase")
            #expect(try await home.hub.caller(token: session) == nil)
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: "another long passphrase")
        }
    }

    @Test func `S40: a member whose password the keeper resets is notified by text and by notice`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            try await home.hub.resetPassword(anna, to: "another long passphrase")
            let texts = try await home.hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(1) }
            #expect(texts.map { $0.text.prefix(43) } == ["Hearth: the keeper of your hub set a new pa"])
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.passwordChanged])
        }
    }

    @Test func `whom the home page shows is remembered while they may be seen`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            #expect(try await home.hub.shown(for: bo) == .everyone)
            await #expect(throws: SubjectRefusal.notFound) { try await home.hub.setShown(for: bo, to: .member(anna)) }
            let connection = try await home.connect(viewer: bo, to: anna, number: 1, .place)
            try await home.hub.setShown(for: bo, to: .member(anna))
            #expect(try await home.hub.shown(for: bo) == .member(anna))
            try await home.hub.endConnection(connection.id, by: anna)
            #expect(try await home.hub.shown(for: bo) == .everyone)
            try await home.hub.setShown(for: bo, to: .oneself)
            #expect(try await home.hub.shown(for: bo) == .oneself)
        }
    }
}
