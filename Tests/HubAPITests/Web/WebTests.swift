import Foundation
import HubAPI
import Testing
import WireClient

/// The page's files over real sockets.
@Suite struct WebTests {
    @Test(arguments: [
        ("/index.html", "text/html; charset=utf-8"), ("/app.js", "text/javascript; charset=utf-8"),
        ("/core/core.wasm", "application/wasm"), ("/fonts/inter.woff2", "font/woff2"),
        ("/icons/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json"),
        ("/styles/page.css", "text/css; charset=utf-8"), ("/assets.json", "application/json"),
    ])
    func `a file of the page comes with its media type`(_ path: String, _ type: String) async throws {
        try await withPage { test in
            let answer = try await test.call("GET", path)
            #expect(answer.status == 200 && answer["content-type"] == type)
            #expect(answer.body == pageFiles[path].map { Array($0.utf8) })
            #expect(answer["cache-control"] == "no-cache" && answer["x-content-type-options"] == "nosniff")
            let head = try await test.call("HEAD", path)
            #expect(head.status == 200 && head["content-length"] == answer["content-length"] && head.body.isEmpty)
        }
    }

    @Test func `S21: the page runs nothing but its own scripts, whatever the answer`() async throws {
        try await withPage { test in
            for path in ["/", "/app.js", "/nowhere.js", "/healthz", "/api/v1/me"] {
                let policy = try #require(try await test.call("GET", path)["content-security-policy"])
                let parts = Set(policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
                #expect(
                    parts == [
                        "default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
                        "img-src 'self' data: blob:", "connect-src 'self'", "worker-src 'self'", "object-src 'none'",
                        "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'",
                    ]
                )
            }
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/styles/../../secret.txt", "/.hidden", "//app.js",
        "/./app.js", "/app.js/", "/app.js%00", "/APP.JS", "/styles", "/app.js.gz", "/app.js.br", "/..\\secret.txt",
    ])
    func `only a file's own path leads to it, and no path leads out of the folder`(_ path: String) async throws {
        try await withPage { test in
            let answer = try await test.call("GET", path)
            #expect(answer.status == 404 && answer.code == "notFound")
            #expect(!answer.text.contains("secret"))
        }
    }

    @Test func `a file that the browser already holds is not sent again`() async throws {
        try await withPage { test in
            let first = try await test.call("GET", "/app.js")
            let tag = try #require(first["etag"])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            for held in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await test.call("GET", "/app.js", headers: ["If-None-Match: \(held)"])
                #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
            }
            #expect(try await test.call("GET", "/app.js", headers: ["If-None-Match: \"other\""]).status == 200)
            #expect(try await test.call("GET", "/index.html", headers: ["If-None-Match: \(tag)"]).status == 200)
        }
    }

    @Test(
        arguments: [
            ("gzip", "gzip"), ("br, gzip;q=0.8", "br"), ("gzip, deflate, br, zstd", "br"), ("BR", "br"),
            ("GZIP", "gzip"), ("br;q=0, gzip", "gzip"), ("gzip;q=0", nil), ("gzip; q=0.0, br;q=0", nil),
            ("identity", nil), ("xgzip, brr", nil),
        ] as [(String, String?)]
    )
    func `sends the smallest form that the client takes, under its own tag`(
        _ accepted: String,
        _ coding: String?
    ) async throws {
        try await withPage { test in
            let plain = try await test.call("GET", "/app.js")
            let answer = try await test.call("GET", "/app.js", headers: ["Accept-Encoding: \(accepted)"])
            #expect(answer["content-encoding"] == coding)
            #expect((answer.body == plain.body) == (coding == nil))
            let plainTag = try #require(plain["etag"])
            #expect(answer["etag"] == (coding.map { "\(plainTag.dropLast())-\($0)\"" } ?? plainTag))
            #expect(answer["vary"] == "Accept-Encoding" && answer["content-type"] == plain["content-type"])
            let font = try await test.call("GET", "/fonts/inter.woff2", headers: ["Accept-Encoding: \(accepted)"])
            #expect(font["content-encoding"] == nil && font["vary"] == nil)
        }
    }

    @Test func `an address that names the content is kept for good, another one never`() async throws {
        try await withPage { test in
            let hash = try #require(try await test.call("GET", "/app.js")["etag"]?.dropFirst().dropLast())
            let kept = "public, max-age=31536000, immutable"
            for (version, caching) in [(String(hash), kept), ("older", "no-cache"), ("", "no-cache")] {
                let answer = try await test.call("GET", "/app.js?v=\(version)")
                #expect(answer["cache-control"] == caching)
            }
            let worker = try await test.call("GET", "/service-worker.js")
            #expect(worker["service-worker-allowed"] == "/" && worker["cache-control"] == "no-cache")
        }
    }

    @Test func `the page's own views are the page, anything else is not`() async throws {
        try await withPage { test in
            let index = try #require(pageFiles["/index.html"])
            let asBrowser = ["Accept: text/html,application/xhtml+xml,*/*;q=0.8"]
            for view in ["/", "/clock", "/members/0197a3c4", "/index.html"] {
                let answer = try await test.call("GET", view, headers: asBrowser)
                #expect(answer.text == index)
            }
            let bare = try await test.call("GET", "/")
            #expect(bare.text == index)
            for other in ["/nowhere.js", "/api/v1/nowhere", "/api/nowhere", "/in/nowhere"] {
                #expect(try await test.call("GET", other, headers: asBrowser).status == 404, "\(other)")
            }
            #expect(try await test.call("GET", "/clock").status == 404, "a program is told")
            #expect(try await test.call("POST", "/clock", headers: asBrowser).status == 404)
            let refused = try await test.call("DELETE", "/app.js")
            #expect(refused.status == 405 && refused["allow"] == "GET")
        }
    }

    @Test func `letters that no font has are an empty range`() async throws {
        try await withPage { test in
            let latin = try await test.call("GET", "/glyphs/inter-regular/0-255.pbf")
            let chinese = try await test.call("GET", "/glyphs/inter-regular/19968-20223.pbf")
            #expect(latin.status == 200 && chinese.status == 204)
        }
    }

    @Test func `without a page the hub says how to build one`() async throws {
        try await TestService.run { test in
            let answer = try await test.call("GET", "/")
            #expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
            #expect(answer.text.contains("make web"))
            #expect(try await test.call("GET", "/app.js").status == 404)
        }
    }

    @Test func `a web folder that is too large or missing is refused`() async throws {
        try withFolder { folder in
            #expect(throws: WebAssets.Refusal.tooLarge(bytesMax: 100)) {
                try WebAssets(folder: folder, bytesMax: 100)
            }
            #expect(throws: WebAssets.Refusal.unreadable(folder + "/none")) {
                try WebAssets(folder: folder + "/none")
            }
        }
    }
}

/// A page of small files; the script is long enough to shrink.
private let pageFiles = [
    "/index.html": "<!DOCTYPE html><title>Hearth</title>", "/app.js": String(repeating: "export {};\n", count: 50),
    "/core/core.wasm": "\u{0}asm", "/fonts/inter.woff2": "wOF2", "/icons/icon.svg": "<svg/>",
    "/manifest.webmanifest": "{}", "/styles/page.css": "a{}", "/assets.json": "{}", "/service-worker.js": "self;",
    "/glyphs/inter-regular/0-255.pbf": "letters", "/.hidden": "secret",
]

/// Runs `body` on a hub that serves the page.
private func withPage(_ body: (TestService) async throws -> Void) async throws {
    let web = try withFolder { try WebAssets(folder: $0) }
    try await TestService.run({ $0.web = web }, body)
}

/// Runs `body` with a folder that holds the page, with a secret beside it.
private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
    let folder = parent.appendingPathComponent("web")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: parent) } }
    for (path, text) in pageFiles {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    try Data(try gzipped(Array((pageFiles["/app.js"] ?? "").utf8))).write(to: folder.appending(path: "app.js.gz"))
    // The hub sends the form as the build made it, and does not read it.
    try Data("brotli".utf8).write(to: folder.appending(path: "app.js.br"))
    try Data("secret".utf8).write(to: parent.appending(path: "secret.txt"))
    return try body(folder.path)
}
