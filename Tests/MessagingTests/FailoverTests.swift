import Family
import HTTPClient
import Messaging
import Testing

/// A provider that never answers urgent messages, nor any where it needs no time.
private struct Silent: MessageSender {
    var needed = Duration.zero

    func sendingTime(of message: Message) -> Duration { needed }

    func send(_ message: Message) async -> SendOutcome {
        guard message.isUrgent || needed == .zero else { return .sent }
        let (answers, answer) = AsyncStream.makeStream(of: SendOutcome.self)
        for await outcome in answers { return outcome }
        answer.finish()
        return .sent
    }
}

/// Two providers of texts, and what is left to pay them with (F21).
@Suite struct FailoverTests {
    private let message = Message(
        id: "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162",
        channel: .text,
        to: "+41446681800",
        text: "Ana may need help",
        createdAt: Timestamp(milliseconds: 1_772_352_000_000)
    )
    private var urgent: Message {
        Message(
            id: message.id,
            channel: .text,
            to: message.to,
            text: message.text,
            createdAt: message.createdAt,
            isUrgent: true
        )
    }

    @Test(arguments: [402, 429, 500, 503])
    func `F21: a message that the first provider does not accept is sent by the second at once`(_ status: Int)
        async throws
    {
        let (first, second) = (try ReceivingServer(status), try ReceivingServer(201))
        let sender = Failover(
            Twilio(account: "AC12", token: "secret", from: "+15550100", base: first.url),
            Webhook(url: second.url, token: nil)
        )
        #expect(await sender.send(message) == .sentInstead(why: "status \(status)"))
        #expect(first.requests.count == 1 && second.requests.count == 1)
        #expect(second.requests.first?.body.contains(message.id) ?? false, "under the same identity")
        await first.stop()
        await second.stop()
    }

    @Test func `F21: where the first takes it the second hears nothing, and where both fail the first's word counts`()
        async throws
    {
        let (good, bad) = (try ReceivingServer(201), try ReceivingServer(503))
        let (hears, fails) = (Webhook(url: good.url, token: nil), Webhook(url: bad.url, token: nil))
        #expect(await Failover(hears, fails).send(message) == .sent)
        #expect(bad.requests.isEmpty)
        let gone = try ReceivingServer(404)
        #expect(
            await Failover(fails, Webhook(url: gone.url, token: nil)).send(message)
                == .later(why: "status 503", afterSeconds: nil)
        )
        await good.stop()
        await bad.stop()
        await gone.stop()
    }

    @Test func `F21: a first provider that says nothing is not waited for`() async throws {
        let second = try ReceivingServer(201)
        let sender = Failover(Silent(), Webhook(url: second.url, token: nil), patience: .milliseconds(200))
        #expect(await sender.send(message) == .sentInstead(why: "no answer in time"))
        #expect(Failover.patience < .seconds(10), "F21: within ten seconds")
        await second.stop()
    }

    @Test func `F95: a first provider is given the time of a message, an urgent one goes on at once`()
        async throws
    {
        let second = try ReceivingServer(201)
        let sender = Failover(
            Silent(needed: .seconds(600)),
            Webhook(url: second.url, token: nil),
            patience: .nanoseconds(1)
        )
        #expect(await sender.send(urgent) == .sentInstead(why: "no answer in time"))
        #expect(await sender.send(message) == .sent)
        #expect(second.requests.count == 1)
        await second.stop()
    }

    @Test(
        arguments: [
            (200, #"{"account_sid":"AC12","balance":"12.34","currency":"USD"}"#, 123), (200, #"{"balance":"-3"}"#, 0),
            (200, #"{"balance":"much"}"#, nil), (200, "", nil), (401, #"{"balance":"12.34"}"#, nil),
        ] as [(Int, String, Int?)]
    )
    func `F21: Twilio says for how many texts its balance is enough`(_ status: Int, _ body: String, _ left: Int?)
        async throws
    {
        let server = try ReceivingServer(status, body: body)
        let sender = Twilio(account: "AC12", token: "secret", from: "+15550100", base: server.url)
        #expect(await sender.messagesLeft() == left)
        let request = try #require(server.requests.first)
        #expect(request.path == "/2010-04-01/Accounts/AC12/Balance.json")
        #expect(request.authorization?.hasPrefix("Basic ") ?? false && request.body.isEmpty)
        await server.stop()
    }
}
