import API
import Bus
import Family
import HTTP
import Hub
import Languages
import Synchronization

/// The open event streams: who watches whom, and what each was last told.
///
/// Events are states, not steps: a stream is told what a person's presence is now whenever what its viewer may see of
/// it changed, so that the newest state replaces all that a reader missed. What may be seen is decided anew at each
/// sending. All sending happens on the bus's thread and on the heartbeat; nothing here holds a lock while it sends.
package final class EventFeed: Sendable {
    fileprivate struct State {
        var watchers: [Int: EventWatcher] = [:]
        var nextWatcher = 0
        var bySubject: [ID<Member>: Set<Int>] = [:]
        var isClosed = false
    }

    private let hub: Hub
    private let state = Mutex(State())
    private let subscription = Mutex<BusSubscription?>(nil)

    init(hub: Hub) {
        self.hub = hub
        subscription.withLock {
            $0 = hub.bus.subscribe { [weak self] events in self?.receive(events) }
        }
    }

    deinit {
        subscription.withLock { $0?.cancel() }
    }

    /// How many streams are open.
    var streamCount: Int { state.withLock { $0.watchers.count } }

    /// Opens a stream for a reader and brings it up to date.
    ///
    /// `lastEventID` is what the reader had got when its last stream ended, nil for one that is new. Throws a
    /// `Problem` where the reader has too many streams, or the hub is stopping.
    func open(for reader: StreamReader, lastEventID: Int64?) async throws -> EventStream {
        let number = try reserve(reader)
        let stream = EventStream(lastWords: EventFrame.resync) { [weak self] in self?.forget(number) }
        state.withLock { $0.watchers[number]?.stream = stream }
        stream.send(EventFrame.opening)
        do {
            try await reload(number)
            // What ended before its stream was known here has ended no stream.
            try await hub.requireOpen(reader)
            // Whom the viewer no longer sees cannot be told; a page that comes back reads that anew.
            if lastEventID != nil { _ = tellOfChange(number, since: nil) }
            try await catchUp(number, lastEventID: lastEventID)
            endReading(number)
        } catch {
            stream.close()
            forget(number)
            throw error
        }
        return stream
    }

    /// Proves every stream alive, tells whose fix has become too old, and ends what ran out; each 15 seconds.
    package func sendHeartbeat() async {
        let now = hub.outside.now()
        let watchers = state.withLock { Array($0.watchers.values) }
        for watcher in watchers {
            if watcher.reader.expiresAt <= now {
                watcher.stream?.close()
            } else {
                watcher.stream?.send(EventFrame.beat)
                // Whoever has a stream open is looking all the while (F37).
                hub.noteLooks(by: watcher.reader, at: watcher.grants)
            }
        }
        let expired = watchers.filter { $0.hasExpiredGrant(now: now) }
        for viewer in Set(expired.map(\.reader.member)) { connectionsChanged(viewer) }
        for member in state.withLock({ Array($0.bySubject.keys) }) {
            // A subject that cannot be read now is told at the next beat.
            guard let subject = try? await hub.subject(member) else { continue }
            notify(subject, now: now)
        }
    }

    /// Ends every stream.
    func close() {
        let watchers = state.withLock { state in
            state.isClosed = true
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.stream?.close() }
    }

    private func reserve(_ reader: StreamReader) throws -> Int {
        try state.withLock { state in
            guard !state.isClosed else {
                throw Problem(503, "stopping", "The hub is stopping.").retry(afterSeconds: 5)
            }
            let open = state.watchers.values.count { $0.reader.sharesLimit(with: reader) }
            guard open < hub.settings.streams(of: reader) else {
                throw Problem(429, "tooManyStreams", "Too many open pages. Close one.").retry(afterSeconds: 30)
            }
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = EventWatcher(reader: reader)
            return state.nextWatcher
        }
    }

    private func forget(_ number: Int) {
        state.withLock { state in
            guard let watcher = state.watchers.removeValue(forKey: number) else { return }
            for grant in watcher.grants { state.unwatch(grant.subject, number) }
        }
    }

    /// Reads again whom a watcher may see, and how its clock is set.
    private func reload(_ number: Int) async throws {
        guard let before = state.withLock({ $0.watchers[number] }) else { return }
        let (grants, onClock) = try await hub.consents(of: before.reader)
        state.withLock { state in
            // A consent that changed in the meantime is read by whoever heard of it.
            guard var watcher = state.watchers[number], watcher.generation == before.generation else { return }
            for grant in watcher.grants { state.unwatch(grant.subject, number) }
            watcher.replace(grants: grants, onClock: onClock)
            state.watchers[number] = watcher
            for grant in grants { state.bySubject[grant.subject, default: []].insert(number) }
        }
    }

    private func catchUp(_ number: Int, lastEventID: Int64?) async throws {
        let now = hub.outside.now()
        let since = EventFrame.resumeAfter(lastEventID, newest: hub.changes.newest)
        guard let watcher = state.withLock({ $0.watchers[number] }) else { return }
        let grants = watcher.grants
        hub.noteLooks(by: watcher.reader, at: grants)
        for grant in grants {
            guard let subject = try await hub.subject(grant.subject) else { continue }
            let isNews = since.map { hasNews(of: subject, under: grant, since: $0, now: now) } ?? true
            send(to: number, subject, now: now, isNews: isNews)
        }
    }

    /// Whether a reader who was told everything up to a change number does not know how things are now.
    private func hasNews(of subject: MemberState, under grant: PresenceGrant, since: Int64, now: Timestamp) -> Bool {
        if max(subject.changed(isOneself: grant.isOneself), grant.changed) > since { return true }
        // Time alone makes somebody lost.
        var before = EventFrames(subject: subject, hub: hub, now: Timestamp(milliseconds: since / 1_000))
        var after = EventFrames(subject: subject, hub: hub, now: now)
        return before.frame(under: grant)?.viewMark != after.frame(under: grant)?.viewMark
    }

    private func receive(_ events: [BusEvent]) {
        let now = hub.outside.now()
        for event in events {
            switch event {
            case .presence(let member):
                guard isWatched(member), let subject = hub.knownSubject(member) else { continue }
                notify(subject, now: now)
            case .connections(let viewer):
                connectionsChanged(viewer)
            case .notice(let member):
                noticesChanged(member)
            case .trips(let member):
                send(EventFrame.tripsChanged, to: member)
            case .alarms(let member):
                send(EventFrame.alarmsChanged, to: member)
            case .wallet(let member):
                send(EventFrame.walletChanged, to: member)
            case .missions(let member):
                send(EventFrame.missionsChanged, to: member)
            case .places(let member):
                send(EventFrame.placesChanged, to: member)
            case .devices(let member):
                send(EventFrame.devicesChanged, to: member)
            case .sessionEnded(let session):
                end { $0.reader.caller?.session == session }
            case .memberDisabled(let member):
                end { $0.reader.member == member }
                connectionsChangedOfViewers(of: member)
            }
        }
    }

    private func noticesChanged(_ member: ID<Member>) {
        send(EventFrame.noticesChanged, to: member)
    }

    private func send(_ frame: [UInt8], to member: ID<Member>) {
        let streams = state.withLock { state in
            let numbers = state.watchers.filter { $0.value.reader.caller?.member == member }.map(\.key)
            return numbers.compactMap { state.watchers[$0]?.append(frame) }
        }
        for stream in streams { stream.send(frame) }
    }

    /// Sends what waited until a watcher's consents were read.
    private func endReading(_ number: Int) {
        let (stream, frames) = state.withLock { state in
            (state.watchers[number]?.stream, state.watchers[number]?.endReading() ?? [])
        }
        for frame in frames { stream?.send(frame) }
    }

    private func isWatched(_ member: ID<Member>) -> Bool {
        state.withLock { $0.bySubject[member] != nil }
    }

    private func end(where matches: (EventWatcher) -> Bool) {
        let ended = state.withLock { $0.watchers.values.filter(matches) }
        for watcher in ended { watcher.stream?.close() }
    }

    private func connectionsChangedOfViewers(of member: ID<Member>) {
        let viewers = state.withLock { state in
            (state.bySubject[member] ?? []).compactMap { state.watchers[$0]?.reader.member }
        }
        for viewer in Set(viewers) { connectionsChanged(viewer) }
    }

    /// A consent changed: from here on the streams of this viewer are told by the new one, and so are those of the live
    /// links that show this member.
    private func connectionsChanged(_ viewer: ID<Member>) {
        let newest = hub.changes.newest
        let watchers = state.withLock { state in
            let watchers = state.watchers.filter { $0.value.reader.member == viewer }
            // Until the new consents are read, nothing goes out under the old ones.
            for number in watchers.keys { state.watchers[number]?.distrustGrants() }
            return watchers.mapValues(\.grants)
        }
        guard !watchers.isEmpty else { return }
        Task {
            for (number, before) in watchers {
                do {
                    try await reload(number)
                    let isTold = tellOfChange(number, since: before)
                    try await catchUp(number, lastEventID: isTold ? nil : newest)
                    endReading(number)
                } catch {
                    hub.outside.log(LogEntry(.error, "a stream could not be renewed", [("reason", safeWords(error))]))
                    state.withLock { $0.watchers[number]?.stream }?.close()
                }
            }
        }
    }

    /// Says that what a reader may see changed; a live link that is over ends its streams.
    ///
    /// A live link is told of what it shows alone: what changed for its member may be another's alarm (F67).
    /// Returns whether the reader was told.
    private func tellOfChange(_ number: Int, since before: [PresenceGrant]?) -> Bool {
        guard let watcher = state.withLock({ $0.watchers[number] }) else { return false }
        switch watcher.reader {
        case .member: watcher.stream?.send(EventFrame.connectionsChanged)
        case .live where watcher.grants.isEmpty && !watcher.isStale:
            watcher.stream?.send(EventFrame.liveEnded)
            watcher.stream?.close()
        case .live where watcher.grants == before: return false
        case .live: watcher.stream?.send(EventFrame.liveChanged)
        }
        return true
    }

    /// Tells everyone who watches a member what they may see of them now, if that changed.
    private func notify(_ subject: MemberState, now: Timestamp) {
        let sendings = state.withLock { state -> [(EventStream, [UInt8])] in
            guard let numbers = state.bySubject[subject.member] else { return [] }
            var frames = EventFrames(subject: subject, hub: hub, now: now)
            var sendings: [(EventStream, [UInt8])] = []
            sendings.reserveCapacity(numbers.count)
            for number in numbers {
                guard let stream = state.watchers[number]?.stream else { continue }
                if let bytes = state.watchers[number]?.news(of: subject, &frames) { sendings.append((stream, bytes)) }
            }
            return sendings
        }
        for (stream, bytes) in sendings { stream.send(bytes) }
    }

    private func send(to number: Int, _ subject: MemberState, now: Timestamp, isNews: Bool) {
        let sending = state.withLock { state -> (EventStream, [UInt8])? in
            var frames = EventFrames(subject: subject, hub: hub, now: now)
            guard let stream = state.watchers[number]?.stream,
                let bytes = state.watchers[number]?.news(of: subject, &frames)
            else { return nil }
            return isNews ? (stream, bytes) : nil
        }
        if let (stream, bytes) = sending { stream.send(bytes) }
    }
}

extension EventFeed.State {
    mutating func unwatch(_ subject: ID<Member>, _ number: Int) {
        bySubject[subject]?.remove(number)
        if bySubject[subject]?.isEmpty ?? false { bySubject[subject] = nil }
    }
}
