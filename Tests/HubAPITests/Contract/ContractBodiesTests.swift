import Family
import HubAPI
import Testing
import WireClient

/// A body that somebody sends to change their profile, and what the contract says of it.
struct SentBody: Sendable, CustomTestStringConvertible {
    let what: String
    let bytes: [UInt8]
    let status: Int
    var code: String?
    var field: String?

    var testDescription: String { what }

    init(_ what: String, _ text: String, _ status: Int, _ code: String? = nil, _ field: String? = nil) {
        self.init(what, bytes: Array(text.utf8), status, code, field)
    }

    init(_ what: String, bytes: [UInt8], _ status: Int, _ code: String? = nil, _ field: String? = nil) {
        (self.what, self.bytes, self.status, self.code, self.field) = (what, bytes, status, code, field)
    }
}

private let sentBodies = [
    SentBody("nothing", "", 400, "invalidJSON"),
    SentBody("half an object", #"{"name":"#, 400, "invalidJSON"),
    SentBody("something behind the object", #"{"name":"Anna"}x"#, 400, "invalidJSON"),
    SentBody("bytes that are no UTF-8", bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], 400, "invalidJSON"),
    SentBody("UTF-16", bytes: #"{"name":"Anna"}"#.utf8.flatMap { [$0, 0] }, 400, "invalidJSON"),
    SentBody("UTF-32", bytes: #"{"name":"Anna"}"#.utf8.flatMap { [$0, 0, 0, 0] }, 400, "invalidJSON"),
    SentBody("half a surrogate pair", #"{"name":"\ud800"}"#, 422, "invalid"),
    SentBody("brackets a hundred thousand deep", String(repeating: "[", count: 100_000), 400, "invalidJSON"),
    SentBody("a list", "[]", 422, "invalid"),
    SentBody("null", "null", 422, "invalid"),
    SentBody("a number for a text", #"{"name":1}"#, 422, "invalid", "name"),
    SentBody("a truth for a number", #"{"colour":true}"#, 422, "invalid", "colour"),
    SentBody("a broken number for a whole one", #"{"colour":1.5}"#, 422, "invalid"),
    SentBody("a number that fits no integer", #"{"colour":99999999999999999999}"#, 422, "invalid"),
    SentBody("a number that fits nothing", #"{"colour":1e999}"#, 422, "invalid"),
    SentBody("a colour that is none", #"{"colour":12}"#, 422, "invalid", "colour"),
    SentBody("a name of white space", #"{"name":" \u00a0 "}"#, 422, "invalid", "name"),
    SentBody("a name with NUL", #"{"name":"An\u0000na"}"#, 422, "invalid", "name"),
    SentBody("a name with a line break", #"{"name":"An\nna"}"#, 422, "invalid", "name"),
    SentBody("a name with a line separator", "{\"name\":\"An\u{2028}na\"}", 422, "invalid", "name"),
    SentBody("61 characters", #"{"name":"\#(String(repeating: "a", count: 61))"}"#, 422, "invalid", "name"),
    SentBody("a megabyte", #"{"name":"\#(String(repeating: "a", count: 1 << 20))"}"#, 413, "bodyTooLarge"),
    SentBody("60 characters", #"{"name":"\#(String(repeating: "é", count: 60))"}"#, 200),
    SentBody("a whole number written as a broken one", #"{"colour":1.0}"#, 200),
    SentBody("what changes nothing", "{}", 200),
    SentBody("nulls", #"{"name":null,"colour":null}"#, 200),
    SentBody("a field that nobody knows", #"{"wings":2}"#, 200),
]

@Suite struct ContractBodiesTests {
    @Test(arguments: sentBodies)
    func `a body is answered as the contract says`(_ sent: SentBody) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await test.call(
                "PATCH",
                "/api/v1/me",
                token: anna.token,
                headers: ["Content-Type: application/json"],
                body: sent.bytes
            )
            #expect(answer.status == sent.status)
            #expect(answer.code == sent.code)
            #expect(answer.json["field"] as? String == sent.field)
            #expect(answer["content-type"] == (sent.code == nil ? "application/json" : "application/problem+json"))
        }
    }

    @Test func `of a field that comes twice the first counts`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let body = #"{"name":"First","name":"Second"}"#
            let answer = try await test.call("PATCH", "/api/v1/me", token: anna.token, json: body)
            #expect(answer.json["name"] as? String == "First")
        }
    }

    @Test(arguments: [
        (nil, 200), ("application/json", 200), ("Application/JSON; charset=utf-8", 200), ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415), ("application/jsonp", 415), ("", 415),
    ])
    func `a body that is said to be something else than JSON is not read`(_ type: String?, _ status: Int) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await test.call(
                "PATCH",
                "/api/v1/me",
                token: anna.token,
                headers: type.map { ["Content-Type: \($0)"] } ?? [],
                body: Array("{}".utf8)
            )
            #expect(answer.status == status)
            #expect(answer.code == (status == 415 ? "jsonOnly" : nil))
        }
    }

    @Test(arguments: [
        "limit=0", "limit=5001", "limit=x", "limit=", "limit=99999999999999999999", "after=", "after=_", "after=1",
        "after=1_2_3", "after=99999999999999999999_1", "from=yesterday", "to=2026-13-01T00:00:00Z", "format=kml",
        "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
    ])
    func `a track asked for in a way that makes no sense names the parameter`(_ query: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = "/api/v1/members/\(anna.id.text)/track?\(query)"
            let answer = try await test.call("GET", path, token: anna.token)
            #expect(answer.status == 422)
            #expect(answer.json["field"] as? String == query.split(separator: "=").first.map(String.init))
        }
    }

    @Test(arguments: [("PUT", "/in/owntracks"), ("DELETE", "/api/v1/overland/batches"), ("HEAD", "/in/osmand")])
    func `a door names the methods that it knows`(_ method: String, _ path: String) async throws {
        try await TestService.run { test in
            let answer = try await test.call(method, path)
            #expect(answer.status == 405)
            #expect(answer["allow"] == "GET, POST")
        }
    }

    @Test func `the hub serves the contract that it prints`() async throws {
        try await TestService.run { test in
            let answer = try await test.call("GET", "/api/v1/openapi.yaml")
            #expect(answer.status == 200)
            #expect(answer["content-type"] == "application/yaml")
            #expect(String(decoding: answer.body, as: UTF8.self) == HubService.openAPIText)
        }
    }
}
