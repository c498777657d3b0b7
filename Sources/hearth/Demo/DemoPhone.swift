import API
import Crypto
import Demo
import Family
import FoundationEssentials
import HTTPClient
import HubAPI
import Replay

/// One person's phone, from what it measures to the hub's public door.
struct DemoPhone: Sendable {
    /// Overland collects for so long before it sends.
    private static let overlandPauseSeconds: Int64 = 15
    private static let pauseSecondsMax: Int64 = 64

    private let app: Persona.App
    private let token: String
    private let box: SecretBox?
    private let phone: Phone
    private let server: String
    private let client: HTTPClient

    /// Sends to the hub at an address without a slash at its end; fails only for want of memory.
    init(_ access: DemoFamily.Access, _ phone: Phone, server: String) throws(CommandFailure) {
        guard let client = HTTPClient(userAgent: "Hearth/\(HubService.version)") else {
            throw CommandFailure(words: "the HTTP client did not start: no memory left")
        }
        self.client = client
        (self.phone, self.server) = (phone, server)
        (app, token) = (access.persona.app, access.token)
        box = access.passphrase.map { SecretBox(passphrase: $0) }
    }

    /// Sends what the phone measured in a span of time that is over, and at its end.
    func sendPast(from start: Timestamp, until end: Timestamp) async throws {
        try await send(phone.past(from: start, until: end), triesMax: 3)
    }

    /// Goes on after a report as time goes on, until the task is cancelled.
    func live(after report: Timestamp, by clock: DemoClock) async throws {
        let rhythm = Phone.Rhythm.live(speed: clock.speed)
        var next = phone.nextReport(after: report, rhythm)
        while true {
            try await clock.sleep(until: next)
            let now = clock.now()
            let due = phone.reports(from: next, until: now.advanced(byMilliseconds: 1), rhythm)
            try await send(due.fixes, triesMax: .max)
            next = due.next
            if app == .overland {
                try await clock.sleep(until: max(next, now.advanced(bySeconds: DemoPhone.overlandPauseSeconds)))
            }
        }
    }

    /// Sends fixes in their order; what is not stored is sent again after a pause that doubles.
    private func send(_ fixes: [Fix], triesMax: Int) async throws {
        var rest = fixes[...]
        while !rest.isEmpty {
            let batch = rest.prefix(fixesPerRequest)
            let request = try request(for: batch)
            var pauseSeconds: Int64 = 1
            var tries = 0
            while let reason = try await refusal(of: request) {
                tries += 1
                guard tries < triesMax else {
                    throw CommandFailure(words: "the demo's phones do not get through: \(reason)")
                }
                try await Task.sleep(for: .seconds(pauseSeconds))
                pauseSeconds = min(2 * pauseSeconds, DemoPhone.pauseSecondsMax)
            }
            rest = rest.dropFirst(batch.count)
        }
    }

    /// Why a request was not stored; nil where it was.
    private func refusal(of request: OutgoingRequest) async throws -> String? {
        try Task.checkCancellation()
        do {
            let status = try await client.post(request).status
            return (200..<300).contains(status) ? nil : "the hub answers \(status)"
        } catch {
            return error.words
        }
    }

    private var fixesPerRequest: Int { app == .page ? 500 : replayed.fixesPerRequest }

    private func request(for fixes: ArraySlice<Fix>) throws -> OutgoingRequest {
        if app == .page { return try pageRequest(for: fixes) }
        let plain = replayed.request(for: fixes, token: token)
        guard let box else { return OutgoingRequest(plain, to: server) }
        guard let encrypted = plain.encrypted(with: box.seal) else {
            throw CommandFailure(words: "a fix could not be encrypted")
        }
        return OutgoingRequest(encrypted, to: server)
    }

    private var replayed: ReplayedApp {
        switch app {
        case .ownTracks, .ownTracksEncrypted, .page: .owntracks
        case .overland: .overland
        case .traccar: .traccar
        case .gpsLogger: .gpslogger
        }
    }

    private func pageRequest(for fixes: ArraySlice<Fix>) throws -> OutgoingRequest {
        let bodies = fixes.map { fix in
            var body = FixBody(
                at: fix.at,
                latitude: fix.coordinate.latitude,
                longitude: fix.coordinate.longitude
            )
            body.accuracyMetres = fix.accuracyMetres
            body.speedMetresPerSecond = fix.speedMetresPerSecond
            body.courseDegrees = fix.courseDegrees
            body.batteryPercent = fix.batteryPercent
            return body
        }
        return OutgoingRequest(
            url: server + Route.addFixes.methodAndPath.path,
            contentType: "application/json",
            authorization: .bearer(token),
            body: Array(try JSONEncoder().encode(bodies))
        )
    }
}
