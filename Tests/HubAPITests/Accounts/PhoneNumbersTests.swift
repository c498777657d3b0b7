import Hub
import PhoneNumbers
import Testing
import WireClient

@Suite struct PhoneNumbersTests {
    private static let path = "/api/v1/phone-numbers"

    @Test func `D1: a number is laid out while it is typed, without a session and without a trace`() async throws {
        try await TestService.run { test in
            let json = #"{"input":"2015550123","region":"US","caret":3}"#
            let answer = try await test.call("POST", PhoneNumbersTests.path, token: nil, json: json)
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            #expect(
                answer.text
                    == #"{"asYouType":"(201) 555-0123","caret":4,"e164":"+12015550123","fixedLine":false,"#
                    + #""national":"(201) 555-0123","possible":true,"region":"US","valid":true}"#
            )
            #expect(test.log.text == "")
        }
    }

    @Test(arguments: [
        (#"{}"#, "input"), (#"{"input":1}"#, "input"), (#"{"input":"1","region":"XX"}"#, "region"),
        (#"{"input":"\#(String(repeating: "1", count: 251))"}"#, "input"), (#"{"input":"1","caret":"x"}"#, "caret"),
        (#"{"input":"1","caret":501}"#, "caret"), (#"{"input":"1","caret":-1}"#, "caret"),
    ])
    func `an invalid phone number query is refused with the name of the wrong field`(_ json: String, _ field: String)
        async throws
    {
        try await TestService.run { test in
            let answer = try await test.call("POST", PhoneNumbersTests.path, token: nil, json: json)
            #expect(answer.status == 422 && answer.json["field"] as? String == field)
        }
    }

    @Test func `the regions with their calling codes, and which is the hub's`() async throws {
        try await TestService.run {
            $0.hub.phoneRegion = PhoneRegion("LI")
        } _: { test in
            let answer = try await test.call("GET", PhoneNumbersTests.path)
            #expect(answer.status == 200 && answer.json["region"] as? String == "LI")
            let codes = answer.items.compactMap { $0["region"] as? String }
            #expect(codes.count > 240 && codes == codes.sorted() && Set(codes).count == codes.count)
            let liechtenstein = answer.items.first { $0["region"] as? String == "LI" }
            #expect(liechtenstein?["callingCode"] as? Int == 423)
        }
    }

    @Test func `S31: numbers being typed have a budget of their own for each address`() async throws {
        try await TestService.run {
            $0.hub.phoneNumbersPerMinute = 3
        } _: { test in
            let json = #"{"input":"2"}"#
            func ask() async throws -> TestResponse {
                try await test.call("POST", PhoneNumbersTests.path, token: nil, json: json)
            }
            for _ in 1...3 { #expect(try await ask().status == 200) }
            let refused = try await ask()
            #expect(refused.status == 429 && refused.code == "tooManyRequests" && refused["retry-after"] == "20")
            test.clock.advance(seconds: 20)
            #expect(try await ask().status == 200)
            #expect(try await test.call("GET", "/healthz").status == 200, "nothing else is spent")
        }
    }

    @Test func `S15: a malformed number is told apart, a known one from an unknown one is not`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1, password: TestService.password)
            func logIn(_ phone: String) async throws -> TestResponse {
                let json = #"{"phone":"\#(phone)","password":"wrong password"}"#
                return try await test.call("POST", "/api/v1/sessions", token: nil, json: json)
            }
            let (known, unknown) = (try await logIn(member.phone), try await logIn("+41446689999"))
            #expect(known.status == 401 && known.status == unknown.status && known.text == unknown.text)
            for (phone, title) in [
                ("", "Please enter your phone number."), ("12", "Your phone number is invalid."),
            ] {
                let answer = try await logIn(phone)
                #expect(answer.status == 422 && answer.json["field"] as? String == "phone")
                #expect(answer.json["title"] as? String == title)
            }
        }
    }
}
