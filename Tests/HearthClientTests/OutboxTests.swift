import API
import Family
import Foundation
import HearthClient
import Hub
import Synchronization
import Testing
import WireClient

@Suite struct OutboxTests {
    @Test func `fixes added without a network arrive in order, and once, when the network is back`() async throws {
        try await Scene.run { scene in
            let (house, outbox) = (scene.house, scene.outbox)
            house.line.cut()
            for step in 0..<5 { try await outbox.add([fix(step, at: scene.start)]) }
            guard case .later(.unreachable, _) = await outbox.flush() else { return #expect(Bool(false)) }
            #expect(try await outbox.waitingCount == 5)
            house.line.cut(false)
            house.time.advance(.seconds(300))
            house.line.expect(.loseAnswer)
            guard case .later = await outbox.flush() else { return #expect(Bool(false), "the answer was lost") }
            #expect(await outbox.flush() == .empty)
            #expect(try await house.storedFixes() == 5)
            let track = try await scene.client.track(of: scene.member).fixes.map(\.at)
            #expect(track == (0..<5).map { fix($0, at: scene.start).at })
            #expect(house.line.requests.count { $0.hasPrefix("POST /api/v1/fixes") } == 2, "all in one request")
        }
    }

    @Test func `entries in the outbox survive the end of the app and a last line that was torn`() async throws {
        try await Scene.run { scene in
            try await scene.outbox.add([fix(0, at: scene.start)])
            try await scene.outbox.transfer(scene.deposit("100"))
            let file = scene.folder.appendingPathComponent(scene.member.text + ".outbox")
            // As if the next line was being written when the power went.
            let torn = scene.folder.appendingPathComponent("after")
            try FileManager.default.createDirectory(at: torn, withIntermediateDirectories: true)
            let whole = try Data(contentsOf: file)
            for lost in [0, 1, 40] {
                let half = whole + Data("0123456789abcdef {\"added\":{\"_0\":{\"numb".utf8).dropLast(lost)
                let copy = torn.appendingPathComponent(file.lastPathComponent)
                try half.write(to: copy)
                let outbox = Outbox(scene.client, folder: torn)
                #expect(try await outbox.waitingCount == 2)
            }
            // Cut anywhere, what is whole before the cut is still there.
            let firstEnd = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
            for end in stride(from: firstEnd + 1, to: whole.count - 1, by: 37) {
                try whole.prefix(end).write(to: torn.appendingPathComponent(file.lastPathComponent))
                let outbox = Outbox(scene.client, folder: torn)
                #expect(try await outbox.waitingCount == 1)
            }
            #expect(await Outbox(scene.client, folder: torn).flush() == .empty)
            #expect(try await scene.house.storedFixes() == 1)
        }
    }

    @Test func `a call for help goes first, and began when it began`() async throws {
        try await Scene.run { scene in
            let (house, outbox) = (scene.house, scene.outbox)
            house.line.cut()
            for step in 0..<3 { try await outbox.add([fix(step, at: scene.start)]) }
            let id: ID<HelpCountdown> = scene.client.newID()
            let began = house.time.now
            try await outbox.callForHelp(id, cause: .sos)
            house.time.advance(.seconds(3))
            _ = await outbox.flush()
            house.line.cut(false)
            #expect(await outbox.flush() == .empty)
            let sent = house.line.requests.suffix(2).map { $0.split(separator: " ")[1] }
            #expect(sent == ["/api/v1/countdowns", "/api/v1/fixes"])
            let countdown = try #require(try await scene.client.safety().countdowns.first)
            #expect(countdown.id == id && countdown.startedAt == began)
        }
    }

    @Test func `a request that the hub refuses is kept for its member to read, and holds up no other`() async throws {
        try await Scene.run { scene in
            let outbox = scene.outbox
            let late = try await outbox.transfer(scene.withdrawal("100"))
            try await outbox.add([fix(0, at: scene.start)])
            #expect(await outbox.flush() == .empty)
            #expect(try await scene.house.storedFixes() == 1)
            let refused = try #require(try await outbox.refused.first)
            #expect(refused.number == late && refused.problem.missing == "100")
            #expect(refused.json?.contains("\"100\"") ?? false)
            let next = await scene.reopened()
            #expect(try await next.refused == [refused])
            try await next.forgetRefused([late])
            #expect(try await next.refused == [])
        }
    }

    @Test func `a lot that the hub refuses does not take its neighbours along`() async throws {
        try await Scene.run { scene in
            for step in 0..<4 { try await scene.outbox.add([fix(step, at: scene.start)]) }
            // More than one request may hold.
            let tooMany = try await scene.outbox.add((0..<4_001).map { _ in fix(9, at: scene.start) })
            for step in 4..<8 { try await scene.outbox.add([fix(step, at: scene.start)]) }
            #expect(await scene.outbox.flush() == .empty)
            #expect(try await scene.house.storedFixes() == 8)
            #expect(try await scene.outbox.refused.map(\.number) == [tooMany])
        }
    }

    @Test func `an outbox entry is sent as its own member only, and none is added while logged out`() async throws {
        try await Scene.run { scene in
            let bo = try await scene.house.member(2)
            let (_, bosToken) = try await scene.house.hub.addSession(for: bo.id)
            let (_, annasToken) = try await scene.house.hub.addSession(for: scene.member)
            try await scene.outbox.add([fix(0, at: scene.start)])
            try await scene.client.logOut()
            await #expect(throws: OutboxError.loggedOut) { try await scene.outbox.add([fix(1, at: scene.start)]) }
            #expect(await scene.outbox.flush() == .loggedOut)
            try await scene.client.adopt(token: bosToken)
            #expect(try await scene.outbox.waitingCount == 0)
            #expect(await scene.outbox.flush() == .empty)
            #expect(try await scene.house.storedFixes() == 0)
            try await scene.client.adopt(token: annasToken)
            #expect(try await scene.outbox.waitingCount == 1)
            #expect(await scene.outbox.flush() == .empty)
            #expect(try await scene.client.track(of: scene.member).fixes.count == 1)
        }
    }

    @Test func `a session that ended keeps what waits`() async throws {
        try await Scene.run { scene in
            try await scene.outbox.add([fix(0, at: scene.start)])
            let other = try await scene.house.client(of: scene.member)
            let phone = try #require(try await other.sessions().first { !$0.current })
            try await other.endSession(phone.id)
            #expect(await scene.outbox.flush() == .loggedOut)
            let (_, token) = try await scene.house.hub.addSession(for: scene.member)
            try await scene.client.adopt(token: token)
            #expect(await scene.outbox.flush() == .empty)
            #expect(try await scene.house.storedFixes() == 1)
        }
    }

    @Test func `a full outbox says so, and still takes a call for help`() async throws {
        var limits = Outbox.Limits()
        limits.bytes = 2_000
        limits.calls = 2
        try await Scene.run(limits) { scene in
            scene.house.line.cut()
            for _ in 0..<2 { try await scene.outbox.transfer(scene.deposit("1")) }
            await #expect(throws: OutboxError.full) { try await scene.outbox.transfer(scene.deposit("1")) }
            let many = (0..<40).map { fix($0, at: scene.start) }
            await #expect(throws: OutboxError.full) { try await scene.outbox.add(many) }
            try await scene.outbox.callForHelp(scene.client.newID(), cause: .alert)
            #expect(try await scene.outbox.waitingCount == 3)
        }
    }

    @Test func `the outbox refuses to keep a request that holds a PIN, only reads, or would be done twice`()
        async throws
    {
        try await Scene.run { scene in
            var removal = HubRequest(.endConnection(scene.client.newID()))
            removal.pin = "4821"
            let refused = [
                removal, HubRequest(.places), try HubRequest(.verify, VerificationBody(phone: "1", purpose: .login)),
            ]
            for request in refused {
                await #expect(throws: OutboxError.notToBeKept) { try await scene.outbox.add(request) }
            }
        }
    }

    @Test func `one outbox at a time works on a folder`() async throws {
        try await Scene.run { scene in
            try await scene.outbox.add([fix(0, at: scene.start)])
            let second = Outbox(scene.client, folder: scene.folder)
            await #expect(throws: OutboxError.inUse) { try await second.add([fix(1, at: scene.start)]) }
        }
    }

    @Test func `an outbox that finds its folder in use closes no file of another thread`() async throws {
        try await Scene.run { scene in
            try await scene.outbox.add([fix(0, at: scene.start)])
            let isOver = Mutex(false)
            let done = DispatchSemaphore(value: 0)
            let others = Thread {
                while !isOver.withLock(\.self) {
                    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    sched_yield()
                    #expect(close(file) == 0)
                }
                done.signal()
            }
            others.start()
            for number in 0..<2_000 {
                let second = Outbox(scene.client, folder: scene.folder)
                await #expect(throws: OutboxError.inUse) { try await second.add([fix(number, at: scene.start)]) }
            }
            isOver.withLock { $0 = true }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    done.wait()
                    continuation.resume()
                }
            }
        }
    }

    @Test func `an app that runs its outbox need not think of it again`() async throws {
        try await Scene.run { scene in
            let (house, outbox) = (scene.house, scene.outbox)
            let run = Task { await outbox.run() }
            defer { run.cancel() }
            try await outbox.add([fix(0, at: scene.start)])
            #expect(try await arrives(house, fixes: 1))
            house.time.hold()
            house.line.cut()
            try await outbox.add([fix(1, at: scene.start)])
            #expect(try await eventually { house.time.waits.contains { $0 < .seconds(1) } })
            house.line.cut(false)
            house.time.release()
            #expect(try await arrives(house, fixes: 2))
            house.line.cut()
            try await outbox.add([fix(2, at: scene.start)])
            #expect(try await eventually { house.time.hasSleepers })
            house.line.cut(false)
            // The network is back: no wait is sat out.
            await outbox.wake()
            #expect(try await arrives(house, fixes: 3))
        }
    }

    private func arrives(_ house: TestHouse, fixes: Int) async throws -> Bool {
        for _ in 0..<12_000 {
            if try await house.storedFixes() == fixes { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}
