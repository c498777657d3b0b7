import Bus
import Family
import Hub
import Messaging
import PhoneNumbers
import SQL
import Storage
import Testing

@Suite struct TextPolicyTests {
    /// Asks to register with a number of somewhere; what was sent to it.
    private func texts(to phone: String, allowing regions: Set<String>?, own: String = "CH") async throws -> [String] {
        let sender = RecordingSender()
        var sent: [String] = []
        try await TestHub.run(senders: [.text: sender]) {
            $0.registration = .open
            $0.textRegions = regions
            $0.phoneRegion = PhoneRegion(own)
        } _: { home in
            let request = CodeRequest(phone: phone, purpose: .register)
            let ticket = try await home.hub.requestCode(request, from: RequestOrigin())
            #expect(ticket.resendAfterSeconds == 30, "answered as ever")
            try await home.hub.sendMessages()
            sent = sender.tries.map(\.to)
        }
        return sent
    }

    @Test func `S9: codes go to the hub's own country, or to those that its keeper names`() async throws {
        let (swiss, german) = ("+41791234567", "+4915112345678")
        #expect(try await texts(to: swiss, allowing: nil) == [swiss])
        #expect(try await texts(to: german, allowing: nil) == [])
        #expect(try await texts(to: german, allowing: ["AT", "DE"]) == [german])
        #expect(try await texts(to: swiss, allowing: ["AT", "DE"]) == [])
        // A country code that others share: Jamaica is no part of the United States.
        #expect(try await texts(to: "+18762101234", allowing: ["US"]) == [])
    }

    @Test func `S9, F71: before a hub has a region, a code goes to the claim code's number alone, of any country`()
        async throws
    {
        let (sender, finnish) = (RecordingSender(), "+358401234567")
        let dear = try #require(PhoneRegion("FI")?.example(.premiumRate))
        try await TestHub.run(senders: [.text: sender]) {
            $0.registration = .open
            $0.textRegions = nil
        } _: { home in
            _ = try await home.hub.requestCode(CodeRequest(phone: finnish, purpose: .register), from: RequestOrigin())
            try await home.hub.sendMessages()
            #expect(sender.tries.isEmpty)
            let claim = try #require(try await home.hub.makeClaim())
            for phone in [dear, "+881612345678", finnish] {
                home.clock.advance(seconds: 300)
                let request = CodeRequest(phone: phone, purpose: .register, claim: claim)
                _ = try await home.hub.requestCode(request, from: RequestOrigin())
            }
            try await home.hub.sendMessages()
            #expect(sender.tries.map(\.to) == [finnish])
        }
    }

    @Test(arguments: [PhoneReading.Kind.premiumRate, .sharedCost, .tollFree])
    func `S9: no code is sent to a premium-rate, shared-cost or toll-free number`(_ kind: PhoneReading.Kind)
        async throws
    {
        let number = try #require(PhoneRegion("CH")?.example(kind))
        #expect(try await texts(to: number, allowing: nil) == [])
    }

    @Test(arguments: ["+881612345678", "+870301234567", "+88213300655"])
    func `S9: no code goes to a satellite`(_ number: String) async throws {
        #expect(try await texts(to: number, allowing: nil) == [])
        #expect(try await texts(to: number, allowing: ["CH", "US"]) == [])
    }

    @Test func `S9: five numbers in a row are told to the keeper, once`() async throws {
        try await TestHub.run { home in
            let keeper = try await home.hub.addMember(phone: "+41791234567", name: "Keeper", password: nil)
            for number in 1...4 { _ = try await home.ask(.login, for: number, from: browser(UInt8(number))) }
            #expect(try await home.hub.notices(of: keeper).isEmpty)
            _ = try await home.ask(.login, for: 5, from: browser(5))
            _ = try await home.ask(.login, for: 6, from: browser(6))
            #expect(try await home.hub.notices(of: keeper).map(\.kind) == [.numbersInARow])
            #expect(home.log.text.contains("numbers that follow one another"))
            for number in 1...6 { #expect(!home.log.text.contains(TestHub.phone(number))) }
        }
    }

    @Test func `S9: codes for scattered numbers, not in a row, do not notify the keeper`() async throws {
        try await TestHub.run { home in
            let keeper = try await home.hub.addMember(phone: "+41791234567", name: "Keeper", password: nil)
            for number in [1, 201, 301, 401, 501, 601] {
                _ = try await home.ask(.login, for: number, from: browser(UInt8(number % 250)))
            }
            #expect(try await home.hub.notices(of: keeper).isEmpty)
        }
    }
}
