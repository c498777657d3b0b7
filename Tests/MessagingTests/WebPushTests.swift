import Crypto
import Family
import HTTP
import Messaging
import Testing

@Suite struct WebPushTests {
    private let browser = P256Key.random()

    @Test func `F16: a push message goes out encrypted and vouched for, with urgency and the time it is worth`()
        async throws
    {
        let server = try ReceivingServer(201)
        #expect(try await sender(server).send(try message(server, isUrgent: true, worthSeconds: 86_400)) == .sent)
        #expect(try await sender(server).send(try message(server, isUrgent: false, worthSeconds: 0)) == .sent)
        let taken = server.requests
        #expect(taken.map(\.path) == ["/to/anna", "/to/anna"])
        #expect(taken.map { $0.headers["Urgency"] } == ["high", "normal"])
        #expect(taken.map { $0.headers["TTL"] } == ["86400", "1"])
        #expect(taken.allSatisfy { $0.headers["Content-Encoding"] == "aes128gcm" })
        #expect(taken.allSatisfy { $0.authorization?.hasPrefix("vapid t=") ?? false })
        #expect(taken.allSatisfy { !$0.body.contains("Anna") })
        await server.stop()
    }

    @Test(arguments: [404, 410])
    func `a push address that answers 404 or 410 counts as gone`(_ status: Int) async throws {
        let server = try ReceivingServer(status)
        #expect(try await sender(server).send(try message(server)) == .gone(why: "status \(status)"))
        await server.stop()
    }

    @Test(arguments: [429, 500, 503])
    func `a service that asks for patience gets it`(_ status: Int) async throws {
        let server = try ReceivingServer(status, [Header("Retry-After", "90")])
        #expect(try await sender(server).send(try message(server)) == .later(why: "status \(status)", afterSeconds: 90))
        await server.stop()
    }

    @Test(arguments: [400, 401, 403, 413])
    func `a push message that the service rejects counts as refused`(_ status: Int) async throws {
        let server = try ReceivingServer(status)
        #expect(try await sender(server).send(try message(server)) == .refused(why: "status \(status)"))
        await server.stop()
    }

    @Test func `S26: a push message goes to no other host than those of the services`() async throws {
        let server = try ReceivingServer(201)
        let services = PushServices.ofBrowsers
        #expect(services.have("https://web.push.apple.com/x") && !services.have("\(server.url)/x"))
        let voucher = VAPIDToken(key: .random(), subject: "mailto:keeper@hearth.example")
        let sender = WebPush(vouchers: { [voucher] }, services: services, now: { moment })
        let outcome = await sender.send(try message(server))
        guard case .refused = outcome else { throw Unexpected(outcome: outcome) }
        #expect(server.requests.isEmpty)
        await server.stop()
    }

    @Test(arguments: ["", "localhost", "ftp://localhost", "http://", "http://localhost:0", "http://localhost:a"])
    func `a push service with a malformed address is rejected`(_ url: String) {
        #expect(PushServices(keepers: url) == nil)
    }

    private struct Unexpected: Error {
        let outcome: SendOutcome
    }

    private func sender(_ server: ReceivingServer) throws -> WebPush {
        let services = try #require(PushServices(keepers: named(server)))
        let voucher = VAPIDToken(key: .random(), subject: "https://hearth.example")
        return WebPush(vouchers: { [voucher] }, services: services, now: { moment })
    }

    private func named(_ server: ReceivingServer) -> String {
        server.url.replacing("127.0.0.1", with: "localhost")
    }

    private func message(
        _ server: ReceivingServer,
        isUrgent: Bool = false,
        worthSeconds: Int64 = 3_600
    ) throws -> Message {
        let keys = try #require(
            PushKeys(publicKey: browser.publicKey, authentication: [UInt8](repeating: 7, count: 16))
        )
        return Message(
            id: "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162",
            channel: .push,
            to: PushAddress(endpoint: "\(named(server))/to/anna", keys: keys).text,
            text: "Anna is here",
            createdAt: moment,
            isUrgent: isUrgent,
            worthSeconds: worthSeconds
        )
    }
}

private let moment = Timestamp(milliseconds: 1_772_352_000_000)
