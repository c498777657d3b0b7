import Dispatch
import HTTP
import HTTPClient
import Synchronization
import Testing

@Suite struct GuardedClientTests {
    @Test(arguments: [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fe80::1", "fc00::1",
        "fd00:ec2::254", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "100::1",
    ])
    func `S26: an address inside a network, or one that translates to it, does not count as public`(_ text: String)
        throws
    {
        #expect(try #require(NetworkAddress(text)).isPublic == false)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "198.17.0.1", "198.20.0.1",
        "223.255.255.255", "2606:4700::1", "2a00:1450::1", "2001:4860:4860::8888", "3ffe::1",
    ])
    func `an address of the open internet is one to send to`(_ text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test(arguments: [
        "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com.evil.example/",
        "https://evil.example/fcm.googleapis.com", "https://user@fcm.googleapis.com/", "https://push.apple.com/",
        "https://evilpush.apple.com/", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https:///x",
        "https://FCM.googleapis.com/", "https://fcm.googleapis.com\\@evil.example/", "https://fcm.googleapis.com /",
        "ftp://fcm.googleapis.com/", "", "https://", "https://a.push.apple.com:/",
    ])
    func `S26: nothing but https to a host that is named is sent`(_ url: String) async {
        var policy = OutboundPolicy.push
        policy.resolve = { _ in
            Issue.record("a name was looked up")
            return []
        }
        #expect(await failure(policy, url) == .invalidAddress)
    }

    @Test(arguments: [
        ["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["2606:4700::1", "fe80::1"], ["169.254.169.254"],
    ])
    func `S26: a name that leads inside is not connected to`(_ addresses: [String]) async {
        var policy = OutboundPolicy.push
        policy.resolve = { _ in addresses.compactMap { NetworkAddress($0) } }
        #expect(await failure(policy, "https://web.push.apple.com/token") == .invalidAddress)
    }

    @Test func `S26: a name is looked up once, and what was judged is what is connected to`() async throws {
        let server = try ReceivingServer(201)
        let lookups = Mutex(0)
        let policy = here(server) { _ in
            lookups.withLock { $0 += 1 }
            return [NetworkAddress("127.0.0.1")].compactMap { $0 }
        }
        let client = GuardedClient(policy: policy, userAgent: "test")
        let answer = try await client.post(request("http://a.push.example:\(policy.port)/token"))
        #expect(answer.status == 201)
        #expect(server.requests.map(\.path) == ["/token"])
        #expect(lookups.withLock { $0 } == 1)
        await server.stop()
    }

    @Test func `S26: a redirect is an answer and leads nowhere`() async throws {
        let other = try ReceivingServer(200)
        let server = try ReceivingServer(302, [Header("Location", other.url)])
        let policy = here(server) { _ in [NetworkAddress("127.0.0.1")].compactMap { $0 } }
        let client = GuardedClient(policy: policy, userAgent: "test")
        let answer = try await client.post(request("http://a.push.example:\(policy.port)/token"))
        #expect(answer.status == 302)
        #expect(other.requests.isEmpty)
        await server.stop()
        await other.stop()
    }

    @Test func `S26: of a long answer 64 KiB are kept`() async throws {
        let server = try ReceivingServer(200, body: String(repeating: "a", count: 200_000))
        let policy = here(server) { _ in [NetworkAddress("127.0.0.1")].compactMap { $0 } }
        let client = GuardedClient(policy: policy, userAgent: "test")
        let answer = try await client.post(request("http://a.push.example:\(policy.port)/token"))
        #expect(answer.body.count == 65_536)
        await server.stop()
    }

    @Test func `S26: a resolver that does not answer is not waited for`() async {
        let gate = DispatchSemaphore(value: 0)
        var policy = OutboundPolicy.push
        policy.milliseconds = 50
        policy.resolve = { _ in
            gate.wait()
            return []
        }
        #expect(await failure(policy, "https://web.push.apple.com/token") == .timedOut)
        gate.signal()
    }

    @Test func `this machine's own name leads here`() {
        #expect(NetworkAddress.all(of: "localhost").contains { ["127.0.0.1", "::1"].contains($0.text) })
        #expect(NetworkAddress.all(of: "no-such-name.invalid").isEmpty)
    }

    /// A policy that lets through what is sent to a server of the test.
    private func here(
        _ server: ReceivingServer,
        resolve: @escaping @Sendable (String) -> [NetworkAddress]
    ) -> OutboundPolicy {
        var policy = OutboundPolicy(hosts: ["*.push.example"])
        policy.scheme = "http"
        policy.port = server.url.split(separator: ":").last.flatMap { Int($0) } ?? 0
        policy.permits = { $0.text == "127.0.0.1" }
        policy.resolve = resolve
        return policy
    }

    private func failure(_ policy: OutboundPolicy, _ url: String) async -> HTTPClientFailure? {
        do {
            _ = try await GuardedClient(policy: policy, userAgent: "test").post(request(url))
            return nil
        } catch {
            return error
        }
    }

    private func request(_ url: String) -> OutgoingRequest {
        OutgoingRequest(url: url, contentType: "application/octet-stream", authorization: .none, body: [1, 2, 3])
    }
}
