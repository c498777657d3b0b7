import Foundation
import HTTP
import Synchronization
import Testing
import WireClient

struct TLSTests {
    /// A fresh self-signed certificate for this machine.
    private static func certificate(
        _ name: String = "localhost",
        key kind: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    ) throws -> ServerConfiguration.Certificate {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // What stays behind is small and temporary.
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, chain) = (folder.appendingPathComponent("key.pem"), folder.appendingPathComponent("chain.pem"))
        _ = try output(
            of: "openssl",
            [
                "req", "-x509", "-nodes", "-days", "1", "-subj", "/CN=\(name)", "-keyout", key.path, "-out", chain.path,
                "-newkey",
            ] + kind
        )
        return try .init(chain: Array(Data(contentsOf: chain)), key: Array(Data(contentsOf: key)))
    }

    /// A server whose stream of events is 100 of them, or what `feeding` makes of it.
    private static func serve(
        feeding: @escaping @Sendable (EventStream) -> Void = { stream in
            DispatchQueue.global().async {
                for number in 0..<100 { stream.send(Array("data: \(number)\n\n".utf8)) }
                stream.close()
            }
        }
    ) async throws -> Server {
        let certificate = try await onThread { try Self.certificate() }
        return try startServer({ $0.certificate = certificate }) { request, responder in
            guard request.path != "/events" else {
                let stream = EventStream()
                responder.send(Response(stream))
                return feeding(stream)
            }
            let count = request.body.count
            let words = request.isSecure ? "secure \(count)" : "plain \(count)"
            DispatchQueue.global().async { responder.send(Response(200, body: Array(words.utf8))) }
        }
    }

    @Test func `S36: requests and streams go over TLS and are known to be secure`() async throws {
        let server = try await Self.serve()
        let body = [UInt8](repeating: 7, count: 300_000)
        let texts = try await onThread {
            let address = "https://127.0.0.1:\(server.port)"
            let post = [
                "-sSk", "-m", "10", "--data-binary", "@-", "\(address)/", "--next", "-sSk", "-m", "10", "\(address)/",
            ]
            return [
                try output(of: "curl", post, input: body),
                try output(of: "curl", ["-sSk", "-m", "10", "\(address)/events"]),
            ].map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(texts == ["secure 300000secure 0", (0..<100).map { "data: \($0)\n\n" }.joined()])
        #expect(try await eventually { server.liveExchanges == 0 })
        #expect(await server.stop(within: .seconds(2)) == 0)
    }

    @Test(arguments: [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)])
    func `S36: TLS 1.2 and newer are spoken, older is not`(version: String, isSpoken: Bool) async throws {
        let server = try await Self.serve()
        let isConnected = try await onThread {
            // Level 0 lets the client offer what it would not on its own.
            let arguments = ["s_client", "-connect", "127.0.0.1:\(server.port)", version, "-cipher", "ALL:@SECLEVEL=0"]
            // A refusal is the answer asked for.
            return (try? output(of: "openssl", arguments)) != nil
        }
        #expect(isConnected == isSpoken)
    }

    @Test(arguments: [
        ("ECDHE-RSA-AES128-GCM-SHA256", true), ("ECDHE-RSA-AES256-GCM-SHA384", true),
        ("ECDHE-RSA-CHACHA20-POLY1305", true), ("AES128-GCM-SHA256", false), ("AES256-SHA256", false),
        ("AES128-SHA", false), ("ECDHE-RSA-AES128-SHA", false), ("ECDHE-RSA-AES256-SHA384", false),
        ("DHE-RSA-AES128-GCM-SHA256", false), ("DHE-RSA-AES128-SHA", false),
    ])
    func `S36: TLS 1.2 is spoken with forward secrecy and authenticated encryption alone`(
        cipher: String,
        isSpoken: Bool
    ) async throws {
        let certificate = try await onThread { try Self.certificate(key: ["rsa:2048"]) }
        let server = try startServer({ $0.certificate = certificate }, handler: echo)
        let isConnected = try await onThread {
            let arguments = ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_2", "-cipher"]
            // A refusal is the answer asked for.
            return (try? output(of: "openssl", arguments + ["\(cipher):@SECLEVEL=0"])) != nil
        }
        #expect(isConnected == isSpoken)
    }

    /// The name in the certificate that a new connection is shown.
    private static func shown(_ server: Server) async throws -> String {
        try await onThread {
            let arguments = ["s_client", "-connect", "127.0.0.1:\(server.port)", "-servername", "localhost"]
            let text = String(decoding: try output(of: "openssl", arguments), as: UTF8.self)
            return text.split(separator: "\n").first { $0.hasPrefix("subject=") }.map(String.init) ?? text
        }
    }

    @Test func `S36: a new certificate is taken while connections are open, and a bad one leaves the old one`()
        async throws
    {
        let streams = Mutex<[EventStream]>([])
        let server = try await Self.serve { stream in streams.withLock { $0.append(stream) } }
        let other = try await Self.serve()
        let (renewed, stranger) = try await onThread { (try Self.certificate("renewed"), try Self.certificate()) }
        #expect(try await Self.shown(server).contains("localhost"))
        async let open = onThread {
            // Asked for before the change, and answered after it.
            try output(of: "curl", ["-sSk", "-m", "20", "https://127.0.0.1:\(server.port)/events"])
        }
        #expect(try await eventually { streams.withLock { !$0.isEmpty } })
        try server.use(renewed)
        #expect(try await Self.shown(server).contains("renewed"))
        #expect(try await Self.shown(other).contains("localhost"), "each server has its own")
        let mixed = ServerConfiguration.Certificate(chain: renewed.chain, key: stranger.key)
        for bad in [mixed, .init(chain: Array("no".utf8), key: Array("no".utf8))] {
            #expect(throws: ServerError.invalidCertificate) { try server.use(bad) }
        }
        #expect(try await Self.shown(server).contains("renewed"))
        streams.withLock { streams in
            for stream in streams {
                stream.send(Array("data: still here\n\n".utf8))
                stream.close()
            }
        }
        #expect(try await open == Array("data: still here\n\n".utf8), "who was connected goes on")
        let hours = (try renewed.expiresAt() - Int(Date().timeIntervalSince1970)) / 3_600
        #expect((22...24).contains(hours))
        #expect(await server.stop(within: .seconds(2)) == 0)
    }

    @Test func `a certificate that cannot be read as one is refused`() {
        #expect(throws: ServerError.invalidCertificate) {
            try startServer({ $0.certificate = .init(chain: Array("no".utf8), key: Array("no".utf8)) }, handler: echo)
        }
    }

    @Test func `plain words to a TLS port do no harm`() async throws {
        let server = try await Self.serve()
        try await onThread {
            for _ in 0..<20 {
                let client = try TestClient(port: server.port)
                try client.send(get("/"))
                #expect(client.isClosed())
            }
        }
        #expect(server.liveExchanges == 0)
    }
}
