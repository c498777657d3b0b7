import Family
import Replay
import Testing

/// A hub that answers as told, and a clock that moves only while somebody sleeps on it or waits for an answer.
private final class Scene {
    var now: Int64 = 0
    var answerMilliseconds: Int64 = 0
    var replies: [PhoneReply] = []
    var posts: [(at: Int64, body: [UInt8])] = []
    var events: [Playback.Event] = []
    let good: PhoneReply

    init(good body: String = "[]") {
        good = .answered(PhoneReply.Answer(status: 200, body: Array(body.utf8)))
    }

    var outside: Playback.Dependencies {
        Playback.Dependencies(
            elapsedMilliseconds: { self.now },
            sleepMilliseconds: { self.now += $0 },
            post: { request in
                self.posts.append((self.now, request.body))
                self.now += self.answerMilliseconds
                return self.replies.isEmpty ? self.good : self.replies.removeFirst()
            },
            tell: { self.events.append($0) }
        )
    }
}

private func answered(_ status: Int, retryAfterSeconds: Int? = nil, words: String? = nil) -> PhoneReply {
    .answered(PhoneReply.Answer(status: status, body: [], retryAfterSeconds: retryAfterSeconds, words: words))
}

private func playback(count: Int = 10, speed: Double = 1, as app: ReplayedApp = .owntracks) throws -> Playback {
    let tracks = [try track(from: 100, count: count)]
    return Playback(Timetable(tracks: tracks, speed: speed, times: .shifted, start: start), as: app, token: "t")
}

@Suite struct PlaybackTests {
    @Test(arguments: [(0.5, 2_000), (1, 1_000), (4, 250), (.infinity, 0)] as [(Double, Int64)])
    func `each fix is sent when it is due`(speed: Double, step: Int64) async throws {
        let scene = Scene()
        var playback = try playback(speed: speed)
        try await playback.run(scene.outside)
        #expect(scene.posts.map(\.at) == (0..<10).map { $0 * step })
        #expect(scene.events == (1...10).map { .sent($0) })
        #expect(playback.tally == Playback.Tally(sent: 10, answers: 10, retries: 0))
    }

    @Test func `a slow hub delays what follows, and the replay catches up`() async throws {
        let scene = Scene()
        scene.answerMilliseconds = 2_500
        var playback = try playback(count: 3)
        try await playback.run(scene.outside)
        #expect(scene.posts.map(\.at) == [0, 2_500, 5_000])
    }

    @Test func `Overland puts all that is due into one request, 200 at most`() async throws {
        let scene = Scene(good: #"{"result":"ok"}"#)
        scene.answerMilliseconds = 3_000
        var live = try playback(count: 7, as: .overland)
        try await live.run(scene.outside)
        #expect(scene.posts.map(\.at) == [0, 3_000, 6_000])
        #expect(live.tally == Playback.Tally(sent: 7, answers: 3, retries: 0))
        var fast = try playback(count: 401, speed: .infinity, as: .overland)
        try await fast.run(scene.outside)
        #expect(fast.tally == Playback.Tally(sent: 401, answers: 3, retries: 0))
    }

    @Test func `fixes that were not stored are sent again first, after a longer wait each time`() async throws {
        let scene = Scene()
        scene.replies = [scene.good, answered(503), answered(500), .unanswered(reason: "cut off", mayPass: true)]
        var playback = try playback(count: 3, speed: .infinity)
        try await playback.run(scene.outside)
        #expect(scene.posts.map(\.at) == [0, 0, 1_000, 3_000, 7_000, 7_000])
        #expect(Set(scene.posts[1...4].map(\.body)).count == 1)
        #expect(playback.tally == Playback.Tally(sent: 3, answers: 3, retries: 3))
        #expect(scene.events[3] == .retrying(reason: "cut off", seconds: 4))
    }

    @Test func `the hub's own word on when to come back counts where it is longer`() async throws {
        let scene = Scene()
        scene.replies = [
            answered(503, retryAfterSeconds: 30, words: "Slow down."), answered(429, retryAfterSeconds: 1),
        ]
        var playback = try playback(count: 1)
        try await playback.run(scene.outside)
        #expect(scene.posts.map(\.at) == [0, 30_000, 32_000])
        #expect(scene.events.first == .retrying(reason: "the hub answers 503 (Slow down.)", seconds: 30))
    }

    @Test func `a pause grows no longer than its limit, and ten tries in a row are enough`() async throws {
        let scene = Scene()
        scene.replies = Array(repeating: answered(503), count: 50)
        var playback = try playback(count: 2)
        let stop = await #expect(throws: Playback.Stop.self) { try await playback.run(scene.outside) }
        #expect(stop == .gaveUp(reason: "the hub answers 503"))
        #expect(scene.posts.count == Playback.triesMax)
        #expect(scene.now == (1 + 2 + 4 + 8 + 16 + 32 + 64 + 64 + 64) * 1_000)
    }

    @Test(
        arguments: [
            (answered(401), Playback.Stop.wrongToken),
            (answered(404), .notAHub(status: 404)),
            (answered(302), .notAHub(status: 302)),
            (answered(200), .notAHub(status: 200)),
            (.unanswered(reason: "no such host", mayPass: true), .unreachable(reason: "no such host")),
        ] as [(PhoneReply, Playback.Stop)]
    )
    func `a reply that a retry cannot help ends the replay at once`(reply: PhoneReply, expected: Playback.Stop)
        async throws
    {
        let scene = Scene()
        scene.replies = [reply]
        var playback = try playback()
        let stop = await #expect(throws: Playback.Stop.self) { try await playback.run(scene.outside) }
        #expect(stop == expected)
        #expect(scene.posts.count == 1)
        #expect(playback.tally == Playback.Tally())
    }

    @Test func `a certificate that is not trusted ends the replay also in the middle`() async throws {
        let scene = Scene()
        scene.replies = [scene.good, .unanswered(reason: "untrusted", mayPass: false)]
        var playback = try playback()
        let stop = await #expect(throws: Playback.Stop.self) { try await playback.run(scene.outside) }
        #expect(stop == .unreachable(reason: "untrusted"))
        #expect(playback.tally.sent == 1)
    }
}
