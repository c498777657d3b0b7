import Family
import Foundation
import HTTP
import HTTPClient
import Messaging
import Testing

@Suite struct SendingTests {
    private let text = "Hearth: 123456 is your code & more.\n@hearth.example #123456 – ä"

    private func message(_ channel: Channel = .text, to: String = "+41446681800", _ text: String? = nil) -> Message {
        Message(
            id: "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162",
            channel: channel,
            to: to,
            text: text ?? self.text,
            createdAt: Timestamp(milliseconds: 1_772_352_000_000)
        )
    }

    @Test func `a text goes out as Twilio's API takes it`() async throws {
        let server = try ReceivingServer(201)
        let sender = Twilio(account: "AC12", token: "secret", from: "+15550100", base: server.url)
        #expect(await sender.send(message()) == .sent)
        let request = try #require(server.requests.first)
        #expect(request.path == "/2010-04-01/Accounts/AC12/Messages.json")
        #expect(request.authorization == "Basic " + Data("AC12:secret".utf8).base64EncodedString())
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(request.form == ["To": "+41446681800", "From": "+15550100", "Body": text])
        let service = Twilio(account: "AC12", token: "secret", from: "MG99", base: server.url)
        #expect(await service.send(message()) == .sent)
        #expect(server.requests.last?.form["MessagingServiceSid"] == "MG99")
        await server.stop()
    }

    @Test func `a refusal by Twilio is reported by the number of its error, never by its words`() async throws {
        let body = #"{"code": 21211, "message": "The 'To' number +41446681800 is not valid"}"#
        let server = try ReceivingServer(400, body: body)
        let sender = Twilio(account: "AC12", token: "secret", from: "+15550100", base: server.url)
        #expect(await sender.send(message()) == .refused(why: "status 400, error 21211"))
        await server.stop()
    }

    @Test func `a webhook gets the message as JSON, with its token`() async throws {
        let server = try ReceivingServer(204)
        #expect(await Webhook(url: server.url + "/texts", token: "hush").send(message()) == .sent)
        let request = try #require(server.requests.first)
        #expect(request.path == "/texts" && request.authorization == "Bearer hush")
        let sent = try JSONDecoder().decode([String: String].self, from: Data(request.body.utf8))
        #expect(
            sent == [
                "id": "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162", "channel": "text", "to": "+41446681800", "text": text,
                "createdAt": "2026-03-01T08:00:00.000Z",
            ]
        )
        await server.stop()
    }

    @Test(
        arguments: [
            (429, [Header("Retry-After", "7")], SendOutcome.later(why: "status 429", afterSeconds: 7)),
            (503, [], .later(why: "status 503", afterSeconds: nil)), (404, [], .refused(why: "status 404")),
            // A redirect would carry the text elsewhere.
            (302, [Header("Location", "http://127.0.0.1:9/")], .refused(why: "status 302")),
        ] as [(Int, [Header], SendOutcome)]
    )
    func `the status says whether to try again`(
        _ status: Int,
        _ headers: [Header],
        _ outcome: SendOutcome
    ) async throws {
        let server = try ReceivingServer(status, headers)
        #expect(await Webhook(url: server.url, token: nil).send(message()) == outcome)
        #expect(server.requests.count == 1)
        await server.stop()
    }

    @Test func `a message to a webhook that is down is kept for a later try`() async throws {
        let server = try ReceivingServer(204)
        let url = server.url
        await server.stop()
        guard case .later = await Webhook(url: url, token: nil).send(message()) else {
            Issue.record("a service that is down is no reason to give up")
            return
        }
    }

    @Test func `a mail arrives with its log-in, subject and text`() async throws {
        let mailbox = try Mailbox()
        let server = MailServer(
            host: "127.0.0.1",
            port: mailbox.port,
            encryption: .ifOffered,
            user: "hearth",
            password: "secret"
        )
        let sender = Mail(server: server, from: "hub@hearth.example")
        let text = "Ännchen is home – as she said she would be, and a subject longer than a line\nFirst.\n.\nLast."
        #expect(await sender.send(message(.mail, to: "bo@example.org", text)) == .sent)
        let taken = try mailbox.next()
        #expect(taken.from == "hub@hearth.example" && taken.to == ["bo@example.org"])
        #expect(taken.user == "hearth" && taken.password == "secret")
        let parts = taken.content.components(separatedBy: "\r\n\r\n")
        #expect(parts[0].contains("Date: Sun, 1 Mar 2026 08:00:00 +0000"))
        #expect(parts[0].contains("Message-ID: <0197a3c4-5b1e-7c3a-9f00-1d2e3f405162@hearth.example>"))
        #expect(parts[0].components(separatedBy: "\r\n").allSatisfy { $0.count <= 78 })
        let body = try #require(Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters))
        #expect(String(decoding: body, as: UTF8.self) == "First.\n.\nLast.")
    }

    @Test func `a mail that is refused is not sent again, one that is put off is`() async throws {
        let mailbox = try Mailbox()
        let server = MailServer(
            host: "127.0.0.1",
            port: mailbox.port,
            encryption: .ifOffered,
            user: nil,
            password: nil
        )
        let sender = Mail(server: server, from: "hub@hearth.example")
        #expect(
            await sender.send(message(.mail, to: "later@example.org"))
                == .later(why: "reply 450", afterSeconds: nil)
        )
        #expect(await sender.send(message(.mail, to: "never@example.org")) == .refused(why: "reply 550"))
        for address in ["", "bo", "bo@", "a@b>\r\nRCPT TO:<c@d", "a b@c", "bo@example.org,c@d"] {
            #expect(await sender.send(message(.mail, to: address)) == .refused(why: "not a mail address"))
        }
    }

    @Test func `a mail that must be encrypted does not go out plain`() async throws {
        let mailbox = try Mailbox()
        let server = MailServer(
            host: "127.0.0.1",
            port: mailbox.port,
            encryption: .required,
            user: nil,
            password: nil
        )
        guard case .later = await Mail(server: server, from: "a@b.c").send(message(.mail, to: "bo@example.org")) else {
            Issue.record("it went out, or was given up")
            return
        }
    }
}
