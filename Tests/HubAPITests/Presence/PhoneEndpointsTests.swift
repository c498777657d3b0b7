import Crypto
import Family
import Foundation
import Hub
import HubAPI
import SQL
import Testing
import WireClient

@Suite struct PhoneEndpointsTests {
    /// A way of passing the device's token.
    enum TokenIn: String, CaseIterable {
        case basicPassword, bearer, apiKey, pathSegment, id, deviceid
    }

    @Test(arguments: PhonePayload.all, TokenIn.allCases)
    func `each app's payload is stored and answered as it expects, on every path, however the token is passed`(
        _ payload: PhonePayload,
        _ way: TokenIn
    ) async throws {
        try await TestService.run { test in
            for (number, path) in payload.paths.enumerated() {
                let member = try await test.member(number + 1)
                let before = try await test.storedFixes()
                let request = try request(payload, path: path.path, way, token: member.deviceToken)
                let answer = try await test.call(
                    request.method,
                    request.path,
                    headers: request.headers,
                    body: request.body
                )
                #expect(answer.status == path.status && answer.text == path.answer, "\(path.path)")
                #expect(try await test.storedFixes() - before == payload.fixes, "\(path.path)")
                let again = try await test.call(
                    request.method,
                    request.path,
                    headers: request.headers,
                    body: request.body
                )
                #expect(again.status == path.status && again.text == path.answer)
                #expect(try await test.storedFixes() - before == payload.fixes, "a repeat stores nothing")
            }
        }
    }

    @Test func `F52: a point that cannot be is answered as any other, and the next one is kept`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let now = test.clock.now.milliseconds / 1_000
            let points = [
                #""lat":91,"lon":13.4,"acc":10,"tst":\#(now)"#, #""lat":52.5,"lon":181,"acc":10,"tst":\#(now)"#,
                #""lat":0,"lon":0,"tst":\#(now)"#, #""lat":52.5,"lon":13.4,"acc":10"#,
                #""lat":52.5,"lon":13.4,"acc":10,"tst":\#(now)"#,
            ]
            var stored: [Int] = []
            for point in points {
                let body = Array(#"{"_type":"location",\#(point)}"#.utf8)
                let answer = try await test.call("POST", "/in/owntracks", token: member.deviceToken, body: body)
                #expect(answer.status == 200 && answer.text == "[]", "\(point)")
                stored.append(try await test.storedFixes())
            }
            #expect(stored == [0, 0, 0, 0, 1])
        }
    }

    /// The request as the app sends it.
    private func request(
        _ payload: PhonePayload,
        path: String,
        _ way: TokenIn,
        token: String
    ) throws -> (method: String, path: String, headers: [String], body: [UInt8]?) {
        var headers: [String] = []
        var path = path
        var fields: [String] = []
        switch way {
        case .basicPassword:
            headers.append("Authorization: Basic \(Data("anna:\(token)".utf8).base64EncodedString())")
        case .bearer: headers.append("Authorization: Bearer \(token)")
        case .apiKey: fields.append("api_key=\(token)")
        case .pathSegment: path += "/\(token)"
        case .id: fields.append("id=\(token)")
        case .deviceid: fields.append("deviceid=\(token)")
        }
        var text = String(decoding: try payload.bytes(), as: UTF8.self)
        // The device's identity is what Traccar and OsmAnd are set up with: there it is the token.
        for name in ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"] {
            text = text.replacingOccurrences(of: name, with: token)
        }
        if payload.isQuery { fields.append(text.trimmingCharacters(in: .newlines)) }
        if !fields.isEmpty { path += "?" + fields.joined(separator: "&") }
        if payload.isQuery { return (payload.method, path, headers, payload.method == "GET" ? nil : []) }
        headers.append("Content-Type: \(payload.contentType)")
        return ("POST", path, headers, Array(text.utf8))
    }

    @Test(arguments: PhonePayload.doors, HostileBody.all)
    func `an unreadable phone report is answered like a readable one, so that no phone's queue blocks`(
        _ door: PhonePayload.Door,
        _ hostile: HostileBody
    ) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let answer = try await test.call(
                "POST",
                door.path,
                token: member.deviceToken,
                headers: ["Content-Type: \(hostile.contentType)"],
                body: hostile.bytes
            )
            #expect(answer.status == door.status && answer.text == door.answer)
            #expect(try await test.post(berlin, of: member).status == 200, "the hub goes on")
        }
    }

    @Test(arguments: PhonePayload.doors)
    func `S29: a wrong token, none at all, and a session's token are 401`(_ door: PhonePayload.Door) async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            for token in [nil, "nonsense", "", member.token, member.deviceToken + "x"] as [String?] {
                for method in ["POST", "GET"] {
                    let answer = try await test.call(method, door.path, token: token, body: method == "GET" ? nil : [])
                    #expect(answer.status == 401 && answer.code == "unknownToken")
                    #expect(answer["www-authenticate"] != nil)
                }
            }
            for path in ["\(door.path)/nonsense", "\(door.path)?api_key=x", "\(door.path)?id=x"] {
                #expect(try await test.call("POST", path, body: []).status == 401)
            }
            #expect(try await test.call("PUT", door.path, token: member.deviceToken, body: []).status == 405)
            #expect(try await test.storedFixes() == 0)
        }
    }

    @Test func `S30: beyond its budget a device is told to keep its queue`() async throws {
        try await TestService.run {
            $0.hub.ingestBurst = 3
            $0.hub.ingestRequestsPerSecond = 0.1
        } _: { test in
            let member = try await test.member(1)
            for _ in 1...3 { #expect(try await test.post(berlin, of: member).status == 200) }
            let answer = try await test.post(berlin, of: member)
            #expect(answer.status == 503 && answer.code == "tooFast" && answer["retry-after"] == "10")
            test.clock.advance(seconds: 10)
            #expect(try await test.post(berlin, of: member).status == 200)
        }
    }

    @Test func `a fix that could not be stored is answered 503, so that the phone sends it again`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            try await test.hub.database.transaction { transaction in
                try transaction.run(
                    "CREATE TRIGGER trouble BEFORE INSERT ON fix_inbox_0 BEGIN SELECT RAISE(ABORT, 'full'); END"
                )
            }
            let answer = try await test.post(berlin, of: member)
            #expect(answer.status == 503 && answer.code == "notStored" && answer["retry-after"] != nil)
            try await test.hub.database.transaction { try $0.run("DROP TRIGGER trouble") }
            #expect(try await test.post(berlin, of: member).status == 200)
            #expect(try await test.storedFixes() == 1)
        }
    }

    @Test func `a body that is too large loses its picture and keeps its fix`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let picture = String(repeating: "iVBORw0KGgo=", count: 800_000)
            let answer = try await test.post(berlin, of: member, more: #","image":"\#(picture)","imagename":"a.png""#)
            #expect(answer.status == 200 && answer.text == "[]")
            #expect(try await test.storedFixes() == 1)
        }
    }

    @Test func `a compressed body is read, and one that swells too far is refused`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            let payload = try #require(PhonePayload.all.first { $0.name == "overland-ios.json" })
            let zipped = try await test.call(
                "POST",
                "/in/overland",
                token: member.deviceToken,
                headers: ["Content-Encoding: gzip", "Content-Type: application/json"],
                body: try gzipped(try payload.bytes())
            )
            #expect(zipped.status == 200 && zipped.text == #"{"result":"ok"}"#)
            #expect(try await test.storedFixes() == payload.fixes)
            let bomb = try await test.call(
                "POST",
                "/in/overland",
                token: member.deviceToken,
                headers: ["Content-Encoding: gzip"],
                body: try gzipped([UInt8](repeating: 0x20, count: 4 << 20))
            )
            #expect(bomb.status == 413 || bomb.status == 400)
            #expect(try await test.storedFixes() == payload.fixes)
        }
    }

    @Test func `a phone's own word that it came home is believed`() async throws {
        try await TestService.run { test in
            let member = try await test.member(1)
            try await test.place("Home", at: berlin, of: member)
            let body = try PhonePayload.file("owntracks-transition.json")
            _ = try await test.call("POST", "/in/owntracks", token: member.deviceToken, body: body)
            let items = try await test.call("GET", "/api/v1/presence", token: member.token).items
            #expect(items.first?["place"] as? String == "Home")
        }
    }

    @Test func `an encrypted OwnTracks report is stored only with its passphrase, and always answered with 200`()
        async throws
    {
        try await TestService.run { test in
            let member = try await test.member(1)
            let plain = try PhonePayload.file("owntracks-ios-location.json")
            let data = Data(SecretBox(passphrase: "open sesame").seal(plain))
            let body = Array(#"{"_type":"encrypted","data":"\#(data.base64EncodedString())"}"#.utf8)
            for (passphrase, stored) in [("", 0), ("another one", 0), ("open sesame", 1)] {
                let changed = try await test.call(
                    "PATCH",
                    "/api/v1/devices/\(member.device.text)",
                    token: member.token,
                    json: #"{"passphrase":"\#(passphrase)"}"#
                )
                #expect(changed.status == 200 && !changed.text.contains("sesame"))
                let sealed = try await test.call("POST", "/in/owntracks", token: member.deviceToken, body: body)
                #expect(sealed.status == 200)
                #expect(try await test.storedFixes() == stored)
            }
        }
    }
}
