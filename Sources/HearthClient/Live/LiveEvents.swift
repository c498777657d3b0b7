import API
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HearthClient {
    /// What happens from here on, for as long as somebody iterates it: one stream for a whole app.
    ///
    /// It begins with how everyone is. A break is healed by itself: the stream comes back from where it broke off, and
    /// says of everything that has no state of its own that it may have changed. Whoever is more than a few hundred
    /// events behind is told ``HubEvent/everythingChanged`` in their place. It ends where the session does.
    public func events() -> AsyncStream<HubEvent> {
        let (stream, continuation) = AsyncStream<HubEvent>.makeStream(bufferingPolicy: .bufferingNewest(512))
        let follower = EventFollower(self, continuation)
        let task = Task { await follower.follow() }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

/// Keeps one stream of events open.
private struct EventFollower {
    private let client: HearthClient
    private let events: AsyncStream<HubEvent>.Continuation

    init(_ client: HearthClient, _ events: AsyncStream<HubEvent>.Continuation) {
        self.client = client
        self.events = events
    }

    /// Opens the stream again and again until its reader or its session is gone.
    func follow() async {
        var parser = EventParser()
        var failures = 0
        var wasLive = false
        notify(.link(.connecting))
        while !Task.isCancelled {
            var asked: Duration?
            do throws(ClientFailure) {
                let broughtAnything = try await readOnce(&parser, isReturn: wasLive)
                if broughtAnything { (failures, wasLive) = (0, true) }
            } catch {
                if error == .loggedOut || error == .cancelled { break }
                if case .refused(let refusal) = error { asked = refusal.retryAfter }
            }
            notify(.link(.offline))
            failures += 1
            var backoff = client.patience.backoff
            // The hub says how soon it wants its readers back.
            if let retry = parser.retry { backoff.first = max(backoff.first, retry) }
            let wait = backoff.wait(after: failures, asked: asked, random: client.surroundings.random())
            // Only a reader that is gone ends the wait early.
            guard (try? await client.surroundings.sleep(wait)) != nil else { break }
        }
        if !Task.isCancelled { notify(.link(.loggedOut)) }
        events.finish()
    }

    /// Reads one stream to its end; answers whether it was one.
    private func readOnce(_ parser: inout EventParser, isReturn: Bool) async throws(ClientFailure) -> Bool {
        // What was half there when the last one broke is not the beginning of this one.
        parser.beginAnew()
        let credentials = try await client.keeper.credentials()
        guard let credentials else { throw .loggedOut }
        var request = try client.urlRequest(HubRequest(.events), token: credentials.token)
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        if !parser.lastID.isEmpty { request.setValue(parser.lastID, forHTTPHeaderField: "Last-Event-ID") }
        var isOpen = false
        do {
            for try await piece in client.wire.pieces(of: request) {
                switch piece {
                case .head(let head):
                    try await checkOpening(head, credentials)
                    isOpen = true
                    welcome(isReturn: isReturn)
                case .body(let bytes):
                    for event in try parser.append(bytes) { pass(event, &parser) }
                }
            }
        } catch {
            let failure = failure(error)
            // A stream that was open just broke.
            guard isOpen, failure != .cancelled else { throw failure }
        }
        guard !Task.isCancelled else { throw .cancelled }
        return isOpen
    }

    private func checkOpening(_ head: WireHead, _ credentials: Credentials) async throws(ClientFailure) {
        guard head.status != 401 else {
            try await client.keeper.forget(credentials)
            throw .loggedOut
        }
        guard head.status == 200 else { throw .refused(Refusal(status: head.status, retryAfter: head.retryAfter)) }
        guard head.contentType == "text/event-stream" else { throw .notAHub }
    }

    /// What may have happened while nobody listened, of which the hub keeps no events.
    private func welcome(isReturn: Bool) {
        notify(.link(.live))
        guard isReturn else { return }
        for topic in HubEvent.Topic.allCases { notify(.changed(topic)) }
    }

    private func pass(_ raw: RawEvent, _ parser: inout EventParser) {
        guard let event = HubEvent(raw) else { return }
        if event == .everythingChanged { parser.forgetPlace() }
        notify(event)
    }

    private func notify(_ event: HubEvent) {
        if case .dropped = events.yield(event), event != .everythingChanged { events.yield(.everythingChanged) }
    }
}
