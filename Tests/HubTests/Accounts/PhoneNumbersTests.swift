import Family
import Hub
import PhoneNumbers
import Testing

@Suite struct PhoneNumbersTests {
    @Test(arguments: ["044 668 10 01", "044/668.10.01", "+41 (44) 668-10-01", "0041446681001", "tel:+41446681001"])
    func `A2, A3: a number is taken as people write it where the hub is`(_ written: String) async throws {
        try await TestHub.run {
            $0.phoneRegion = PhoneRegion("CH")
        } _: { home in
            let anna = try await home.hub.addMember(phone: written, name: "Anna", password: TestHub.password)
            #expect(try await home.hub.profile(anna).phone?.e164 == "+41446681001")
            #expect(try await home.hub.member(phoneOrID: written) == anna)
            #expect(try await home.hub.logIn(phone: written, password: TestHub.password).caller.member == anna)
            let bo = try await home.member(2)
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let id = home.hub.outside.newID(of: Connection.self)
            let made = try await home.hub.connect(id, viewer: bo, phone: written, code: code)
            #expect(made.subject == anna)
            let again = try await home.hub.connect(id, viewer: bo, phone: "+41446681001", code: code)
            #expect(again.id == made.id, "however it is written, it is the same request")
        }
    }

    @Test(arguments: [
        ("", PhoneRefusal.missing), (" \u{A0}\n", .missing), ("no number", .invalid), ("555 0123", .invalid),
        ("201 555 01", .invalid), ("+999 1234567", .invalid), ("+41 44 668 10", .invalid),
        (String(repeating: "2", count: 300), .invalid),
    ])
    func `D1: a missing or invalid number is refused alike when adding, logging in, finding or connecting`(
        _ written: String,
        _ refusal: PhoneRefusal
    ) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (password, id) = (TestHub.password, home.hub.outside.newID(of: Connection.self))
            await #expect(throws: refusal) {
                try await home.hub.addMember(phone: written, name: "Bo", password: nil)
            }
            await #expect(throws: refusal) { try await home.hub.logIn(phone: written, password: password) }
            await #expect(throws: refusal) { try await home.hub.member(phoneOrID: written) }
            await #expect(throws: refusal) {
                try await home.hub.connect(id, viewer: anna, phone: written, code: "7HQ2M9KX")
            }
            #expect(try await home.hub.members(after: nil, limit: 10).count == 1)
        }
    }

    @Test func `D1: a number that the numbering plans do not know yet passes with a caution`() async throws {
        try await TestHub.run {
            $0.phoneRegion = PhoneRegion("US")
        } _: { home in
            let entry = try home.hub.phoneEntry("2275550123", region: nil, caret: nil)
            #expect(entry.number?.e164 == "+12275550123" && !entry.isValid && entry.note == .unlikely)
            let anna = try await home.hub.addMember(phone: "227-555-0123", name: "Anna", password: TestHub.password)
            let logIn = try await home.hub.logIn(phone: "(227) 555 0123", password: TestHub.password)
            #expect(logIn.caller.member == anna)
        }
    }

    @Test func `D1: a field says what it makes of a number`() async throws {
        try await TestHub.run {
            $0.phoneRegion = PhoneRegion("US")
        } _: { home in
            let empty = try home.hub.phoneEntry(" ", region: nil, caret: nil)
            #expect(empty.note == .missing && empty.asYouType == "" && empty.number == nil)
            let begun = try home.hub.phoneEntry("2015", region: nil, caret: 2)
            #expect(begun.note == .invalid && begun.asYouType == "201-5" && begun.caret == 2)
            let whole = try home.hub.phoneEntry("2015550123", region: "US", caret: 10)
            #expect(whole.number?.e164 == "+12015550123" && whole.isValid && whole.note == nil)
            #expect(whole.asYouType == "(201) 555-0123" && whole.caret == 14 && whole.region == "US")
            let fixed = try home.hub.phoneEntry("030123456", region: "DE", caret: nil)
            #expect(fixed.isFixedLine && fixed.note == .fixedLine && fixed.national == "030 123456")
            let nobodys = try home.hub.phoneEntry("+80012345678", region: nil, caret: nil)
            #expect(nobodys.number?.e164 == "+80012345678" && nobodys.region == nil)
            #expect(throws: PhoneRefusal.regionUnknown) { try home.hub.phoneEntry("1", region: "us", caret: nil) }
            let long = String(repeating: "1", count: 251)
            #expect(throws: PhoneRefusal.tooLong) { try home.hub.phoneEntry(long, region: nil, caret: nil) }
            #expect(home.log.text == "")
        }
    }
}
