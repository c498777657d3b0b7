import Coins
import Family
import FoundationEssentials
import Linux
import Programs
import Testing

/// D5 against a wallet program and a node that are made up, where the real ones do not fail so.
@Suite struct MoneroTrustTests {
    /// Answers each call of the hub, and refuses to trust its node no longer.
    private static let program = """
        #!/usr/bin/env python3
        import http.server, json, sys
        port = int(sys.argv[sys.argv.index("--rpc-bind-port") + 1])
        with open(f"monero-wallet-rpc.{port}.login", "w") as file: file.write("monero:secret")
        class Answers(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_POST(self):
                asked = self.rfile.read(int(self.headers["Content-Length"]))
                if "response=" not in self.headers.get("Authorization", ""):
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Digest qop="auth",algorithm=MD5,realm="a",nonce="b"')
                    self.send_header("Content-Length", "0")
                    return self.end_headers()
                call = json.loads(asked)
                result = {"result": {"height": 9, "subaddress_accounts": []}}
                if call["method"] == "set_daemon" and not call["params"]["trusted"]:
                    result = {"error": {"code": -1, "message": "no"}}
                body = json.dumps(result).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *_): pass
        http.server.ThreadingHTTPServer(("127.0.0.1", port), Answers).serve_forever()
        """

    /// Takes a connection, reads what comes, and closes it without an answer.
    private static let silentNode = """
        import socket, sys
        server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        while True:
            connection, _ = server.accept()
            connection.recv(1 << 16)
            connection.close()
        """

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hearth-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            try await body(folder)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)  // Of this test alone.
            throw error
        }
        try? FileManager.default.removeItem(atPath: folder)  // Of this test alone.
    }

    private func wallet(_ folder: String, node: String) -> MoneroWallet {
        var place = MoneroPlace(
            network: .local,
            node: node,
            walletFolder: folder + "/wallets",
            workFolder: folder + "/run"
        )
        place.program = folder + "/program"
        return MoneroWallet(place) { _ in }
    }

    @Test func `D5: a program that may still trust a node is ended, and the next one trusts none`() async throws {
        try await withFolder { folder in
            try StartedProgram.write(Self.program, to: folder + "/program")
            let wallet = wallet(folder, node: "http://127.0.0.1:9")
            wallet.start()
            for _ in 0..<600 where wallet.processID == nil { try await Task.sleep(for: .milliseconds(50)) }
            let first = try #require(wallet.processID)
            let keys = CoinViewKeys(address: "4", viewKey: "0")
            var file = CoinFile(name: "a", password: "b", keys: keys, birthHeight: 0)
            file.images = CoinImages([CoinImages.Image(image: "c", signature: "d")])
            await #expect(throws: CoinFailure.notRunning) {
                try await wallet.read(file, upTo: 9, within: .seconds(5))
            }
            #expect(wallet.processID != first)
            for _ in 0..<600 where wallet.processID == nil { try await Task.sleep(for: .milliseconds(50)) }
            #expect(wallet.starts == 2 && wallet.processID != nil)
            await wallet.close()
        }
    }

    @Test func `D5: a node that is not reached has nothing of a payment, and one that breaks off may have it all`()
        async throws
    {
        try await withFolder { folder in
            let port = try #require(LoopbackPort.free())
            let wallet = wallet(folder, node: "http://127.0.0.1:\(port)")
            #expect(await wallet.relay("00", hash: "00") == .unreached)
            let order = ChildProgram.Order(["python3", "-c", Self.silentNode, "\(port)"])
            let node = try await ChildProgram.start(order)
            var outcome = await wallet.relay("00", hash: "00")
            for _ in 0..<200 where outcome == .unreached {
                try await Task.sleep(for: .milliseconds(50))
                outcome = await wallet.relay("00", hash: "00")
            }
            await node.stop(within: .seconds(1))
            #expect(outcome == .unknown)
        }
    }
}
