import Family
import Foundation
import HTTP
import Messaging
import Programs
import Testing

/// A phone or a modem of the family's own as the provider of texts; one test after the other, as they share the modem.
@Suite(.serialized) struct OwnProvidersTests {
    private static let text = "Hearth: 123456 is your code – ä\n@hearth.example #123456"

    private func message(
        to number: String = "+41446681800",
        _ text: String = text,
        isUrgent: Bool = false
    ) -> Message {
        Message(
            id: "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162",
            channel: .text,
            to: number,
            text: text,
            createdAt: Timestamp(milliseconds: 1_772_352_000_000),
            isUrgent: isUrgent,
            worthSeconds: 300
        )
    }

    @Test(arguments: [(false, 0), (true, 100)])
    func `a text goes out as SMS gateway apps take it`(_ isUrgent: Bool, _ priority: Int) async throws {
        struct Body: Decodable, Equatable {
            let id, message: String
            let phoneNumbers: [String]
            let ttl, priority: Int
        }
        let server = try ReceivingServer(202)
        let sender = Gateway(url: server.url + "/message", user: "sms", password: "secret")
        #expect(await sender.send(message(isUrgent: isUrgent)) == .sent)
        let request = try #require(server.requests.first)
        #expect(request.path == "/message" && request.contentType == "application/json")
        #expect(request.authorization == "Basic " + Data("sms:secret".utf8).base64EncodedString())
        let body = try JSONDecoder().decode(Body.self, from: Data(request.body.utf8))
        #expect(
            body
                == Body(
                    id: "0197a3c4-5b1e-7c3a-9f00-1d2e3f405162",
                    message: OwnProvidersTests.text,
                    phoneNumbers: ["+41446681800"],
                    ttl: 300,
                    priority: priority
                )
        )
        await server.stop()
    }

    @Test(
        arguments: [
            // The app has it already: the answer to the try before was lost.
            (409, SendOutcome.sent), (401, .refused(why: "status 401")), (400, .refused(why: "status 400")),
            (500, .later(why: "status 500", afterSeconds: nil)),
        ] as [(Int, SendOutcome)]
    )
    func `the app's status says whether to try again`(_ status: Int, _ outcome: SendOutcome) async throws {
        let server = try ReceivingServer(status, body: #"{"message":"no +41446681800"}"#)
        let sender = Gateway(url: server.url + "/message", user: "sms", password: "secret")
        #expect(await sender.send(message()) == outcome)
        await server.stop()
    }

    @Test func `a provider is asked whether it is there, and what refuses the hub or is silent is told`() async throws {
        let refusing = try ReceivingServer(401)
        let phone = Gateway(url: refusing.url + "/message", user: "sms", password: "wrong")
        #expect(await phone.trouble() == "it refuses the hub's secret")
        #expect(await Webhook(url: refusing.url, token: nil).trouble() == nil, "it is there")
        #expect(refusing.requests.allSatisfy { $0.body.isEmpty }, "nothing was sent")
        let url = refusing.url
        await refusing.stop()
        #expect(await Gateway(url: url + "/message", user: "sms", password: "secret").trouble() != nil)
        // Whoever answers a question with "no such page" takes messages all the same.
        let answering = try ReceivingServer(404)
        let twilio = Twilio(account: "AC12", token: "secret", from: "+15550100", base: answering.url)
        #expect(await twilio.trouble() == nil)
        #expect(await Gateway(url: answering.url, user: "sms", password: "secret").trouble() == nil)
        await answering.stop()
    }

    @Test func `gammu sends by a modem, and reports when it is missing`() async throws {
        try await withModem { folder, settings in
            let modem = Gammu(settings: settings)
            #expect(await modem.trouble() == nil)
            #expect(await modem.send(message()) == .sent)
            // The dummy's memory is its folder.
            try FileManager.default.removeItem(atPath: folder + "/modem")
            #expect(await modem.trouble() != nil)
            guard case .later(let why, nil) = await modem.send(message()) else {
                Issue.record("a modem that is pulled out is no reason to give up")
                return
            }
            #expect(why.hasPrefix("gammu says ") && !why.contains("+41"))
        }
    }

    @Test func `the text goes to gammu by a pipe in letters of any language, and the number as one word`() async throws
    {
        try await withModem { folder, settings in
            let line = "printf '%s\\n' \"$LC_ALL\" \"$@\" >\(folder)/words; cat >\(folder)/text"
            let recorder = try script(line, in: folder)
            #expect(await Gammu(settings: settings, program: recorder).send(message()) == .sent)
            let words = try String(contentsOfFile: folder + "/words", encoding: .utf8)
            let expected = ["C.UTF-8", "-c", settings, "sendsms", "TEXT", "+41446681800", "-autolen", "1530", ""]
            #expect(words.components(separatedBy: "\n") == expected)
            #expect(try String(contentsOfFile: folder + "/text", encoding: .utf8) == OwnProvidersTests.text)
        }
    }

    @Test(arguments: ["", "-text", "+", "0446681800", "+41 44", "+41;id", "+٤١"])
    func `a number that is not in E.164 form is refused before a program runs`(_ number: String) async {
        let sender = Gammu(settings: nil, program: "/nonexistent/gammu")
        #expect(await sender.send(message(to: number)) == .refused(why: "not a phone number"))
    }

    @Test func `without gammu, and with a modem that says nothing, a text waits`() async throws {
        let missing = await Gammu(settings: nil, program: "/nonexistent/gammu").send(message())
        #expect(missing == .later(why: "/nonexistent/gammu is not installed", afterSeconds: nil))
        try await withModem { folder, settings in
            let silent = try script("exec sleep 60", in: folder)
            let sender = Gammu(
                settings: settings,
                program: silent,
                patience: .milliseconds(200),
                patienceForPart: .zero
            )
            #expect(
                await sender.send(message()) == .later(why: "the modem did not answer in time", afterSeconds: nil)
            )
        }
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 160), 1), (String(repeating: "a", count: 161), 2),
            (String(repeating: "€", count: 80), 1), (String(repeating: "€", count: 81), 2),
            (String(repeating: "ä", count: 460), 4), (String(repeating: "–", count: 70), 1),
            (String(repeating: "–", count: 71), 2), (String(repeating: "😀", count: 35), 1), ("", 1),
        ]
    )
    func `F95: a modem is given 13 s, and 8 s more for each part of a text`(_ text: String, _ parts: Int) {
        let message = message(text)
        #expect(message.textParts == parts)
        #expect(Gammu(settings: nil).sendingTime(of: message) == .seconds(13 + 8 * parts))
    }

    @Test func `F95: a text of three parts goes out whole where the time of its parts is needed`() async throws {
        try await withModem { folder, settings in
            let slow = try script("sleep 1; cat >\(folder)/text", in: folder)
            let sender = Gammu(
                settings: settings,
                program: slow,
                patience: .milliseconds(200),
                patienceForPart: .seconds(60)
            )
            let text = String(repeating: "Where are you? ", count: 30)
            #expect(message(text).textParts == 3)
            #expect(await sender.send(message(text)) == .sent)
            #expect(try String(contentsOfFile: folder + "/text", encoding: .utf8) == text)
        }
    }

    /// A program of one line in place of gammu; its path.
    private func script(_ line: String, in folder: String) throws -> String {
        let path = folder + "/program"
        try StartedProgram.write("#!/bin/sh\n\(line)", to: path)
        return path
    }

    /// Gives a folder with the modem that gammu plays by itself, and the settings that name it.
    private func withModem(_ body: (_ folder: String, _ settings: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder + "/modem", withIntermediateDirectories: true)
        let settings = folder + "/gammurc"
        let text = "[gammu]\nmodel = dummy\nconnection = none\ndevice = \(folder)/modem\n"
        try text.write(toFile: settings, atomically: true, encoding: .utf8)
        do {
            try await body(folder, settings)
        } catch {
            try FileManager.default.removeItem(atPath: folder)
            throw error
        }
        try FileManager.default.removeItem(atPath: folder)
    }
}
