import Crypto
import Deputy
import Family
import HTTP
import Messaging
import SQL
import SQLite
import Synchronization
import Testing

/// The deputy over real sockets, with its file on a disk.
@Suite struct DeputySocketTests {
    /// A web server before a hub's side, which a test stops.
    private static func serve(_ hub: TestHub) throws -> Server {
        try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            let answer =
                switch request.path {
                case DeputyPath.turns: hub.answer(request.body)
                case DeputyPath.pairings: hub.welcome(request.body)
                default: [UInt8]?.none
                }
            responder.send(answer.map { Response(200, body: $0) } ?? Response(403))
        }
    }

    private static func world(_ clock: VirtualClock, _ texts: TestSender, ownNetworkWorks: Bool = true) -> DeputyWorld {
        let connection = DeputyConnection()
        return DeputyWorld(
            lived: { clock.now },
            wall: { Timestamp(milliseconds: 0) },
            random: { SecureRandom.bytes($0) },
            post: { await connection.post($0, $1, waitSeconds: $2) },
            ownNetworkWorks: { _ in ownNetworkWorks },
            senders: [.text: texts],
            push: { _ in .sent },
            log: { _ in }
        )
    }

    @Test func `pairs by a code, guards, sends when the hub is gone, and reports when it is back`() async throws {
        try await withFolder { folder in
            let clock = VirtualClock()
            let (hub, texts) = (try TestHub { clock.now }, TestSender(clock))
            let server = try Self.serve(hub)
            let url = "http://127.0.0.1:\(server.port)"
            let world = Self.world(clock, texts)
            let file = try await DeputyFile(Database(SQLite(path: folder + "/deputy.db")))
            let code = hub.makeCode()
            await #expect(throws: DeputyJoinRefusal.notAnswered) {
                _ = try await file.join(url, typed: DeputyCode.make(), name: "Grandma's house", world: world)
            }
            await #expect(throws: DeputyJoinRefusal.codeUnreadable) {
                _ = try await file.join(url, typed: "no code", name: "Grandma's house", world: world)
            }
            let row = try await file.join(url, typed: DeputyCode.shown(code), name: "Grandma's house", world: world)
            #expect(row.name == "The Millers' Hearth" && row.texts == .needed)
            // A code works once.
            await #expect(throws: DeputyJoinRefusal.notAnswered) {
                _ = try await file.join(url, typed: code, name: "Another", world: world)
            }

            let agent = try await DeputyAgent(row, file: file, world: world)
            let trip = ID<DeputyWatch>(high: 2, low: 2)
            hub.watch(trip, envelope("trip", people: 1, dueAfter: 200_000))
            #expect(try await agent.step() == .next(afterMilliseconds: 1_000))
            #expect(agent.guarded == [trip] && agent.silentMilliseconds == 0)
            clock.advance(100_000)
            #expect(try await agent.step() == .next(afterMilliseconds: 1_000))
            await server.stop(within: .seconds(5))
            for _ in 0..<90 {
                clock.advance(2_000)
                _ = try await agent.step()
            }
            #expect(texts.received.map(\.id) == ["trip-0-0", "trip-1-0"] || texts.received.map(\.id) == ["trip-0-0"])
            #expect((260_000...270_000).contains(texts.received[0].at))

            // The hub is back, at another port of this machine; the deputy too, from its file.
            let again = try Self.serve(hub)
            var moved = try #require(try await file.hubs().first)
            moved.url = "http://127.0.0.1:\(again.port)"
            let second = try await DeputyAgent(moved, file: file, world: world)
            _ = try await second.step()
            #expect(hub.sent.map(\.message) == texts.received.map(\.id))
            hub.unpair()
            #expect(try await second.step() == .unpaired)
            await again.stop(within: .seconds(5))
            await file.close()
        }
    }

    @Test func `G8: nothing of what is guarded can be read in the deputy's file`() async throws {
        try await withFolder { folder in
            let deputy = try await TestDeputy(seed: 1, on: SQLite(path: folder + "/deputy.db"))
            let agent = try await deputy.start()
            deputy.hub.watch(ID(high: 3, low: 3), envelope("trip", people: 3, dueAfter: 240_000))
            try await deputy.run(agent, 180_000)
            #expect(agent.guarded.count == 1)
            deputy.line.withLock { $0.isHubReachable = false }
            try await deputy.run(agent, 400_000)
            #expect(!deputy.texts.received.isEmpty)
            for name in try files(in: folder) {
                let bytes = try bytes(of: folder + "/" + name)
                for word in ["Anna", "+4670000000", "23:05", "may need help"] {
                    #expect(!bytes.contains(Array(word.utf8)), "\(word) in \(name)")
                }
            }
            await deputy.file.close()
        }
    }

    @Test func `a line works where a push service or a provider answers, whatever it says`() async throws {
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { _, responder in
            responder.send(Response(404))
        }
        let url = "http://127.0.0.1:\(server.port)"
        let services = try #require(PushServices(keepers: "http://localhost:\(server.port)"))
        let network = DeputyNetwork(addresses: [], services: services, checks: [])
        #expect(await network.works(["http://localhost:\(server.port)/secret"]))
        // A hub that lies names another address: it is not asked.
        #expect(await !network.works([url + "/other"]))
        #expect(await !network.works([]))
        let provider = DeputyNetwork(addresses: [url], services: services, checks: [])
        #expect(await provider.works([]))
        await server.stop(within: .seconds(5))
        #expect(await !provider.works(["http://localhost:\(server.port)/secret"]))
    }

    @Test func `a push that the hub made leaves later by another sender, and its service takes it`() async throws {
        let taken = Taken()
        var configuration = ServerConfiguration(listen: "127.0.0.1:0")
        configuration.codingsPassedOn = ["aes128gcm"]
        let server = try Server(configuration) { request, responder in
            taken.requests.withLock { $0.append((request.headers["Authorization"] ?? "", request.body)) }
            responder.send(Response(201))
        }
        let services = try #require(PushServices(keepers: "http://localhost:\(server.port)"))
        let browser = P256Key.random()
        let keys = try #require(PushKeys(publicKey: browser.publicKey, authentication: SecureRandom.bytes(16)))
        let push = WebPush(
            vouchers: { [VAPIDToken(key: .random(), subject: "mailto:a@example.org")] },
            services: services,
            now: { Timestamp(milliseconds: 1_800_000_000_000) }
        )
        let message = Message(
            id: "a",
            channel: .push,
            to: PushAddress(endpoint: "http://localhost:\(server.port)/b", keys: keys).text,
            text: "words",
            createdAt: Timestamp(milliseconds: 0)
        )
        let sealed = try #require(push.seal(message))
        #expect(await SealedPushSender(services: services).send(sealed) == .sent)
        let (authorization, body) = try #require(taken.requests.withLock { $0.first })
        #expect(authorization == sealed.authorization && body == sealed.body)
        #expect(!body.contains(Array("words".utf8)))
        await server.stop(within: .seconds(5))
    }

    private final class Taken: Sendable {
        let requests = Mutex<[(String, [UInt8])]>([])
    }
}
