import HTTP
import Testing
import WireClient

struct ListenTests {
    @Test(arguments: [
        "", "8080", "localhost:80", "127.0.0.1", "127.0.0.1:70000", "127.0.0.1:-1", "::1:80", "[127.0.0.1]:80", "[::1]",
    ])
    func `an invalid listen address is refused and named in the error`(text: String) {
        #expect(throws: ServerError.invalidAddress(text)) {
            try Server(ServerConfiguration(listen: text), handler: echo)
        }
    }

    @Test func `a port in use is refused by name`() throws {
        let first = try startServer(handler: echo)
        let text = "127.0.0.1:\(first.port)"
        #expect(throws: ServerError.addressInUse(text)) {
            try Server(ServerConfiguration(listen: text), handler: echo)
        }
    }

    @Test func `a port is free again once its server has stopped`() async throws {
        let port = try portNobodyIsGiven()
        for _ in 0..<5 {
            var started: Server?
            // A program that another test starts has the socket for a moment, between fork and exec.
            let isFree = try await asked {
                do throws(ServerError) {
                    started = try startServer({ $0.listen = "127.0.0.1:\(port)" }, handler: echo)
                } catch .addressInUse {
                    return false
                }
                return true
            }
            #expect(isFree)
            let server = try #require(started)
            try await onThread {
                let client = try TestClient(port: server.port)
                try client.send(get("/"))
                #expect(try client.response().status == 200)
            }
            await server.stop(within: .seconds(1))
        }
    }

    @Test func `a server listens on IPv6 too`() async throws {
        let server = try startServer({ $0.listen = "[::1]:0" }) { request, responder in
            responder.send(Response(200, body: Array("\(request.client.text) \(request.isLoopback)".utf8)))
        }
        let text = try await onThread {
            try output(of: "curl", ["-sS", "-m", "5", "http://[::1]:\(server.port)/"])
        }
        #expect(String(decoding: text, as: UTF8.self) == "::1 true")
    }

    @Test(arguments: ["192.0.2.1", "2001:db8::1", "::1", "::"])
    func `an address is written as it was read`(text: String) throws {
        let address = try #require(ClientAddress(text))
        #expect(address.text == text)
        #expect(ClientAddress(bytes: address.bytes) == address)
        #expect(ClientAddress("[\(text)]") == address)
    }

    @Test func `an IPv4 address mapped into IPv6 is that IPv4 address`() {
        #expect(ClientAddress("::ffff:10.1.2.3") == ClientAddress("10.1.2.3"))
        #expect(ClientAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(ClientAddress("10.0.0.256") == nil)
        #expect(ClientAddress("10.0.0.1 ") == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "8.8.8.8", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "8.8.8.8", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.6", false), ("fd00::/65", "fd00::7fff:0:0:1", true),
        ("fd00::/65", "fd00::8000:0:0:1", false),
    ])
    func `a range holds what its prefix says`(range: String, address: String, isInside: Bool) throws {
        let address = try #require(ClientAddress(address))
        #expect(try #require(AddressRange(range)).contains(address) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "ten/8", "10.0.0.0/-1", "10.0.0.0/8/8"])
    func `text that is no address range gives nil`(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
