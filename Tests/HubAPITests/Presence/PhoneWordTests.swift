import Family
import Hub
import Testing
import WireClient

/// What phones say of themselves beside their position: the regions they are in, and what time it is.
@Suite struct PhoneWordTests {
    /// Posts an OwnTracks location so many metres east of Berlin's, a minute after the one before.
    private func post(_ east: Double, _ more: String, of member: TestMember, to test: TestService) async throws {
        test.clock.advance(seconds: 60)
        let spot = berlin.moved(northMetres: 0, eastMetres: east)
        #expect(try await test.post(spot, of: member, more: more).status == 200)
    }

    private func place(of member: TestMember, in test: TestService) async throws -> String? {
        let items = try await test.call("GET", "/api/v1/presence", token: member.token).items
        return try #require(items.first)["place"] as? String
    }

    @Test(arguments: [#","inregions":["home"]"#, #","inregions":["Flat"],"inrids":["ID"]"#, #","inrids":["ID"]"#])
    func `rule 6: the regions that OwnTracks says it is in are its own word, believed at once and never twice`(
        lists: String
    ) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            try await test.place("Home", at: berlin, of: member)
            let places = try await test.call("GET", "/api/v1/places", token: member.token).items
            let lists = lists.replacing("ID", with: try #require(places.first?["id"] as? String))
            for east in [1_900, 1_200, 400] as [Double] { try await post(east, "", of: member, to: test) }
            #expect(try await place(of: member, in: test) == nil)
            try await post(170, lists, of: member, to: test)
            #expect(try await place(of: member, in: test) == "Home")
            try await post(400, "", of: member, to: test)
            #expect(try await place(of: member, in: test) == "Home", "one fix does not contradict it")
            try await post(400, lists, of: member, to: test)
            for east in [400.0, 300, 400] {
                #expect(try await place(of: member, in: test) == nil)
                try await post(east, lists, of: member, to: test)
            }
        }
    }

    @Test func `rule 6: what OwnTracks says of its regions is still known to a hub that starts again`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            try await test.place("Home", at: berlin, of: member)
            for east in [1_900, 1_200, 400] as [Double] { try await post(east, "", of: member, to: test) }
            try await post(190, #","inregions":["Home"]"#, of: member, to: test)
            let before = try #require(try await test.hub.subject(member.id)?.presence)
            let again = try await test.restarted()
            #expect(try await again.hub.subject(member.id)?.presence == before)
            try await post(400, #","inregions":[]"#, of: member, to: again)
            #expect(try await place(of: member, in: again) == nil, "it left, by its own word")
            let after = try #require(try await again.hub.subject(member.id)?.presence)
            await again.stop()
            let third = try await again.restarted()
            #expect(try await third.hub.subject(member.id)?.presence == after)
            await third.stop()
        }
    }

    /// What the list of devices says of the phone's clock.
    private func offset(of member: TestMember, in test: TestService) async throws -> Int? {
        let answer = try await test.call("GET", "/api/v1/devices", token: member.token)
        return try #require(answer.items.first)["clockOffsetSeconds"] as? Int
    }

    /// Posts a location whose times are off by so many seconds.
    private func post(fixOff: Int64, builtOff: Int64?, of member: TestMember, to test: TestService) async throws {
        let now = test.clock.now.milliseconds / 1_000
        let built = builtOff.map { #","created_at":\#(now + $0)"# } ?? ""
        let body = #"{"_type":"location","lat":52.5,"lon":13.4,"acc":10,"tst":\#(now + fixOff)\#(built)}"#
        let answer = try await test.call("POST", "/in/owntracks", token: member.deviceToken, body: Array(body.utf8))
        #expect(answer.status == 200)
    }

    @Test(arguments: [600, 95, -95, -86_400] as [Int64])
    func `F52: a phone's clock that is wrong by more than 90 seconds is shown to its owner`(
        seconds: Int64
    ) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for number in 1...6 {
                #expect(try await offset(of: member, in: test) == nil || number > 5)
                try await post(fixOff: seconds, builtOff: nil, of: member, to: test)
                test.clock.advance(seconds: 61)
            }
            #expect(try await offset(of: member, in: test) == Int(seconds))
            #expect(!test.log.text.contains("\(seconds)"))
            let again = try await test.restarted()
            #expect(try await offset(of: member, in: again) == Int(seconds), "what was known is kept")
            for _ in 1...20 {
                try await post(fixOff: 0, builtOff: nil, of: member, to: again)
                test.clock.advance(seconds: 61)
            }
            #expect(try await offset(of: member, in: again) == nil)
            await again.stop()
        }
    }

    @Test func `F52: an old position in a message just built, or a queue being emptied, is no wrong clock`()
        async throws
    {
        try await TestService.run { test in
            let member = try await test.member(1)
            for _ in 1...8 {
                try await post(fixOff: -900, builtOff: 0, of: member, to: test)
                test.clock.advance(seconds: 61)
            }
            #expect(try await offset(of: member, in: test) == nil)
            for _ in 1...20 {
                for minutes in (0...5).reversed() {
                    try await post(fixOff: -Int64(minutes) * 60, builtOff: -Int64(minutes) * 60, of: member, to: test)
                }
                test.clock.advance(seconds: 300)
            }
            #expect(try await offset(of: member, in: test) == nil)
        }
    }

    @Test func `F52: a clock wrong by less, and an app that tells no time, are not spoken of`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for _ in 1...10 {
                try await post(fixOff: 80, builtOff: nil, of: member, to: test)
                let untimed = "/in/osmand?id=\(member.deviceToken)&lat=52.5&lon=13.4"
                #expect(try await test.call("POST", untimed, body: []).status == 200)
                test.clock.advance(seconds: 61)
            }
            let answer = try await test.call("GET", "/api/v1/devices", token: member.token)
            #expect(!answer.text.contains("clockOffsetSeconds"))
        }
    }
}
