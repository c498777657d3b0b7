import API
import Dispatch
import Family
import FoundationEssentials
import HTTPClient
import HubAPI
import PhoneProtocols
import Replay

/// Reads the files, sends what is in them, and prints what came of it, also where it ended early.
func playBack(_ order: ReplayOrder) async throws {
    let tracks = try order.files.map(readTrack)
    guard tracks.contains(where: { !$0.segments.isEmpty }) else {
        throw CommandFailure(
            words: "there is no usable point in \(order.files.joined(separator: ", "))\(reasons(tracks))"
        )
    }
    guard let client = HTTPClient(userAgent: "Hearth/\(HubService.version)") else {
        throw CommandFailure(words: "the HTTP client did not start: no memory left")
    }
    let timetable = Timetable(tracks: tracks.map(\.fixes), speed: order.speed, times: order.times, start: realTime())
    let beginning = DispatchTime.now()
    let elapsed = { Int64((DispatchTime.now().uptimeNanoseconds - beginning.uptimeNanoseconds) / 1_000_000) }
    let display = ReplayDisplay(timetable, elapsedMilliseconds: elapsed)
    display.begin(order)
    var playback = Playback(timetable, as: order.app, token: order.token)
    let outside = Playback.Dependencies(
        elapsedMilliseconds: elapsed,
        sleepMilliseconds: { try await sleep(milliseconds: $0, showing: display) },
        post: { await send($0, to: order.server, by: client) },
        tell: { display.show($0) }
    )
    var stop: Playback.Stop?
    do {
        try await playback.run(outside)
    } catch {
        stop = error
    }
    display.end()
    let outcome = ReplayOutcome(order, tracks, timetable, playback.tally, milliseconds: elapsed())
    try outcome.show(asJSON: order.asJSON)
    if let stop { throw CommandFailure(words: words(stop)) }
}

private func readTrack(_ path: String) throws -> TrackFile {
    guard let track = TrackFile(try fileBytes(path)) else {
        throw FileError(words: "\(path) is not a track. Use GPX, OwnTracks .rec, GeoJSON or CSV.")
    }
    return track
}

/// A pause in steps of a second, so that a bar shows the time running.
private func sleep(milliseconds: Int64, showing display: ReplayDisplay) async throws {
    var left = milliseconds
    while left > 0 {
        let step = min(left, 1_000)
        try await Task.sleep(for: .milliseconds(step))
        left -= step
        display.tick()
    }
}

private func send(_ request: PhoneRequest, to server: String, by client: HTTPClient) async -> PhoneReply {
    let outgoing = OutgoingRequest(request, to: server)
    do {
        let answer = try await client.post(outgoing)
        return .answered(
            PhoneReply.Answer(
                status: answer.status,
                body: answer.body,
                retryAfterSeconds: answer.retryAfterSeconds,
                words: problemWords(answer)
            )
        )
    } catch .invalidAddress {
        return .unanswered(reason: HTTPClientFailure.invalidAddress.words, mayPass: false)
    } catch .untrusted(let words) {
        return .unanswered(reason: words, mayPass: false)
    } catch {
        return .unanswered(reason: error.words, mayPass: true)
    }
}

extension OutgoingRequest {
    /// An app's request to the server at an address without a slash at its end.
    init(_ request: PhoneRequest, to server: String) {
        let authorization: Authorization =
            switch request.authorization {
            case .none: .none
            case .basic(let user, let password): .basic(user: user, password: password)
            case .bearer(let token): .bearer(token)
            }
        self.init(
            url: server + request.path,
            contentType: request.contentType,
            authorization: authorization,
            body: request.body
        )
    }
}

/// What a hub says of a refusal, fit for a terminal.
private func problemWords(_ answer: IncomingAnswer) -> String? {
    guard answer.status >= 400 else { return nil }
    // Other servers answer with whatever they like; then the status says it all.
    guard let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(answer.body)) else { return nil }
    return String(String.UnicodeScalarView(problem.title.unicodeScalars.prefix(200).filter { $0.value >= 0x20 }))
}

private func words(_ stop: Playback.Stop) -> String {
    switch stop {
    case .wrongToken: "the hub does not know this token; `hearth device add` makes one"
    case .notAHub(let status): "what answers there (with status \(status)) is not a hub of this kind; see --server"
    case .unreachable(let reason): "the hub cannot be reached: \(reason)"
    case .gaveUp(let reason): "gave up after \(Playback.triesMax) tries: \(reason)"
    case .cancelled: "stopped"
    }
}
