import Family
import Foundation
import Hub
import SQL
import SamplePictures
import Testing
import WireClient

@Suite struct PicturesTests {
    private static let path = "/api/v1/me/picture"

    private func file(red: UInt8 = 200) -> [UInt8] {
        SamplePNG(width: 40, height: 30) { x, y in [red, UInt8(x), UInt8(y), 255] }.bytes
    }

    private func set(_ test: TestService, _ member: TestMember, _ file: [UInt8]) async throws -> TestResponse {
        let headers = ["Content-Type: image/png"]
        return try await test.call("PUT", PicturesTests.path, token: member.token, headers: headers, body: file)
    }

    @Test func `a picture becomes a JPEG, is named by its version, and is shown to connected members`() async throws {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            try await test.connect(bo, to: anna, .off)
            try await test.connect(anna, to: cleo, .place)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).json["picture"] == nil)
            let put = try await set(test, anna, file())
            #expect(put.status == 200)
            let path = try #require(put.json["picture"] as? String)
            #expect(path.hasPrefix("/api/v1/members/\(anna.id.text)/picture?v="))
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).json["picture"] as? String == path)
            for (other, side) in [(bo, "seen"), (cleo, "seers")] {
                let connections = try await test.call("GET", "/api/v1/connections", token: other.token).json
                let person = try #require((connections[side] as? [[String: Any]])?.first)
                #expect(person["picture"] as? String == path)
                let picture = try await test.call("GET", path, token: other.token)
                #expect(picture.status == 200 && picture.body.starts(with: [0xFF, 0xD8, 0xFF]))
                #expect(picture["content-type"] == "image/jpeg")
                #expect(picture["cache-control"] == "private, max-age=31536000, immutable")
            }
            let hands = try await test.call("GET", "/api/v1/clock", token: anna.token).json["hands"]
            #expect((hands as? [[String: Any]])?.first?["picture"] as? String == path)
            let again = try await set(test, anna, file(red: 20)).json["picture"] as? String
            #expect(again != nil && again != path)
        }
    }

    @Test func `with little room on the disk files are refused in words, while phones still report`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.hub.setHistoryDays(of: anna.id, to: nil)
            let id = test.hub.outside.newID(of: Member.self).text
            let json = #"{"id":"\#(id)","bytes":1000}"#
            await test.hub.noteDisk(freeBytes: Hub.diskBytesForFiles)
            let picture = try await set(test, anna, file())
            let wanted = try await test.call("POST", "/api/v1/me/imports", token: anna.token, json: json)
            for refused in [picture, wanted] {
                #expect(refused.status == 507 && refused.code == "diskFull")
                #expect((refused.json["detail"] as? String)?.contains("free space") ?? false)
            }
            #expect(try await test.post(berlin, of: anna).status == 200)
            await test.hub.noteDisk(freeBytes: Hub.diskBytesForFiles * 2)
            #expect(try await set(test, anna, file()).status == 200)
            #expect(try await test.call("POST", "/api/v1/me/imports", token: anna.token, json: json).status == 201)
        }
    }

    @Test func `S24: a picture is not there for strangers, the disconnected and the shut out`() async throws {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            let connection = try await test.connect(bo, to: anna, .exact)
            let path = try #require(try await set(test, anna, file()).json["picture"] as? String)
            let nobody = path.replacing(anna.id.text, with: test.hub.outside.newID(of: Member.self).text)
            let bare = try await test.call("GET", "/api/v1/members/\(bo.id.text)/picture", token: bo.token)
            for answer in [
                try await test.call("GET", path, token: cleo.token),
                try await test.call("GET", nobody, token: cleo.token), bare,
            ] {
                #expect(answer.status == 404 && answer.code == "notFound")
            }
            #expect(try await test.call("GET", path).status == 401)
            #expect(try await test.call("GET", path, token: bo.token).status == 200)
            let ended = try await test.call("DELETE", "/api/v1/connections/\(connection)", token: anna.token)
            #expect(ended.status == 204)
            #expect(try await test.call("GET", path, token: bo.token).status == 404)
            try await test.connect(bo, to: anna, .place)
            try await test.hub.disableMember(anna.id)
            #expect(try await test.call("GET", path, token: bo.token).status == 404)
        }
    }

    @Test func `a browser that has the picture need not load it again`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = try #require(try await set(test, anna, file()).json["picture"] as? String)
            let plain = String(path.prefix { $0 != "?" })
            let first = try await test.call("GET", plain, token: anna.token)
            #expect(first["cache-control"] == "private, no-cache", "the plain address shows another one some day")
            let tag = try #require(first["etag"])
            let known = try await test.call(
                "GET",
                plain,
                token: anna.token,
                headers: ["If-None-Match: W/\"x\", \(tag)"]
            )
            #expect(known.status == 304 && known.body.isEmpty && known["etag"] == tag)
            _ = try await set(test, anna, file(red: 20))
            let changed = try await test.call("GET", plain, token: anna.token, headers: ["If-None-Match: \(tag)"])
            #expect(changed.status == 200 && changed["etag"] != tag)
            let old = try await test.call("GET", path, token: anna.token)
            #expect(old["cache-control"] == "private, no-cache", "what is no longer so is not kept for ever")
        }
    }

    @Test func `a removed picture is gone, and removing none is done already`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = try #require(try await set(test, anna, file()).json["picture"] as? String)
            for _ in 1...2 {
                let removed = try await test.call("DELETE", PicturesTests.path, token: anna.token)
                #expect(removed.status == 204)
            }
            #expect(try await test.call("GET", path, token: anna.token).status == 404)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).json["picture"] == nil)
        }
    }

    @Test func `an upload that is no readable picture is refused in words, and the old picture stays`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let path = try #require(try await set(test, anna, file()).json["picture"] as? String)
            let requests: [(type: String, body: [UInt8], status: Int, code: String)] = [
                ("application/json", Array("{}".utf8), 415, "pictureOnly"),
                ("text/plain", file(), 415, "pictureOnly"),
                ("image/png", Array("hello".utf8), 415, "pictureOnly"),
                ("image/png", [], 415, "pictureOnly"),
                ("image/svg+xml", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), 415, "pictureOnly"),
                ("image/png", Array(file().dropLast(60)), 422, "invalid"),
                ("image/png", SamplePNG(claimingWidth: 50_000, height: 50_000).bytes, 422, "invalid"),
                ("image/jpeg", [0xFF, 0xD8, 0xFF] + Array(repeating: 0xFF, count: 2 << 20), 422, "invalid"),
            ]
            for request in requests {
                let headers = ["Content-Type: \(request.type)"]
                let answer = try await test.call(
                    "PUT",
                    PicturesTests.path,
                    token: anna.token,
                    headers: headers,
                    body: request.body
                )
                #expect(answer.status == request.status && answer.code == request.code, "\(request.type)")
                #expect((answer.json["title"] as? String)?.hasSuffix(".") ?? false)
            }
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).json["picture"] as? String == path)
        }
    }

    @Test func `a picture over 5 MiB is refused, and so is another route's body over 1 MiB`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            for (method, path, bytes) in [("PUT", PicturesTests.path, 5 << 20), ("PATCH", "/api/v1/me", 1 << 20)] {
                // The length alone is enough: nothing of it is sent.
                let headers = ["Content-Type: image/png", "Content-Length: \(bytes + 1)"]
                let answer = try await test.call(method, path, token: anna.token, headers: headers)
                #expect(answer.status == 413 && answer.code == "bodyTooLarge")
            }
        }
    }

    @Test(
        arguments: [
            (["Sec-Fetch-Site: same-origin", "Content-Type: image/png"], 200),
            (["Origin: http://hearth.test", "Content-Type: image/webp"], 200),
            (["Sec-Fetch-Site: same-site", "Content-Type: image/png"], 403),
            (["Sec-Fetch-Site: cross-site", "Content-Type: image/png"], 403),
            (["Origin: https://evil.example", "Content-Type: image/png"], 403),
            (["Content-Type: image/png"], 403),
            (["Sec-Fetch-Site: same-origin", "Content-Type: text/plain"], 415),
            (["Sec-Fetch-Site: same-origin", "Content-Type: multipart/form-data; boundary=x"], 415),
            (["Sec-Fetch-Site: same-origin"], 415),
        ] as [([String], Int)]
    )
    func `S20: a cookie may send a picture from the hub's own page, and from nowhere else`(
        _ headers: [String],
        _ status: Int
    ) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let cookie = ["Cookie: __Host-hearth=\(anna.token)"]
            let answer = try await test.call("PUT", PicturesTests.path, headers: cookie + headers, body: file())
            #expect(answer.status == status)
            // The exception is this route's alone.
            if status == 200 {
                let other = try await test.call("PATCH", "/api/v1/me", headers: cookie + headers, body: file())
                #expect(other.status == 415 && other.code == "jsonOnly")
            }
        }
    }

    @Test func `S25, S34: a photograph's place is not kept, and what is kept is sealed`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            _ = try await set(test, anna, file())
            let plain = try await test.call("GET", "/api/v1/members/\(anna.id.text)/picture", token: anna.token).body
            let exif = SampleExif(orientation: 8, isLittle: true)
            let photograph = exif.inserted(into: plain)
            try #require(photograph.holds(exif.latitude))
            #expect(try await set(test, anna, photograph).status == 200)
            let shown = try await test.call("GET", "/api/v1/members/\(anna.id.text)/picture", token: anna.token).body
            #expect(!shown.holds(exif.latitude) && !shown.holds(Array("Exif".utf8)))
            let stored = try await test.hub.database.read { try $0.first("SELECT sealed FROM picture")?.blob(0) }
            let sealed = try #require(stored)
            #expect(sealed.count == shown.count + 28 && !sealed.holds(Array("JFIF".utf8)))
        }
    }

    @Test func `a new name, colour or picture reaches open pages at once`() async throws {
        try await TestService.run { test in
            let (anna, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            try await test.connect(bo, to: anna, .exact)
            try await test.connect(anna, to: cleo, .place)
            try await test.post(berlin, of: anna)
            let streams = [
                try await EventReader.open(test, token: bo.token), try await EventReader.open(test, token: cleo.token),
                try await EventReader.open(test, token: anna.token),
            ]
            _ = try await streams[0].event { $0.name == "clock" && $0.data.contains("Member 1") }
            func change(_ method: String, _ path: String, json: String) async throws {
                for stream in streams { stream.forget() }
                _ = try await test.call(method, path, token: anna.token, json: json)
                for stream in streams {
                    #expect(try await stream.event { $0.data.contains("connectionsChanged") } != nil, "\(method)")
                }
            }
            try await change("PATCH", "/api/v1/me", json: #"{"name":"Annabel","colour":7}"#)
            let renamed = try await streams[0].event { $0.name == "clock" && $0.data.contains("Annabel") }
            #expect(renamed?.json["colour"] as? Int == 7, "the hand itself comes with its new name")
            for stream in streams { stream.forget() }
            _ = try await set(test, anna, file())
            #expect(try await streams[0].event { $0.name == "clock" && $0.data.contains("/picture?v=") } != nil)
            #expect(try await streams[1].event { $0.data.contains("connectionsChanged") } != nil)
            try await change("DELETE", PicturesTests.path, json: "")
        }
    }
}
