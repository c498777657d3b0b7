import API
import Family
import Foundation

extension Outbox {
    /// Sends what waits until nothing does or something fails; whoever asks meanwhile waits for the same attempt.
    public func flush() async -> Outcome {
        if let sending { return await sending.value }
        let task = Task { await sendAll() }
        sending = task
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        sending = nil
        return outcome
    }

    private func sendAll() async -> Outcome {
        while true {
            do throws(OutboxError) {
                guard let batch = try await nextBatch() else { return .empty }
                if let outcome = try await send(batch) { return outcome }
            } catch {
                if error == .loggedOut { return .loggedOut }
                return later(.device("the outbox cannot be used"))
            }
        }
    }

    /// What goes out next: a call for help, some fixes, or one request.
    private func nextBatch() async throws(OutboxError) -> [OutboxEntry]? {
        let entries = try await journal().entries
        if let help = entries.first(where: \.isHelp) { return [help] }
        guard let first = entries.first else { return nil }
        guard first.isFixes else { return [first] }
        // Lots are of any size: the first goes whole, others as long as they fit beside it.
        var batch: [OutboxEntry] = []
        var count = 0
        for entry in entries.prefix(while: \.isFixes) {
            count += entry.fixCount
            guard batch.isEmpty || count <= fixesAtOnce else { break }
            batch.append(entry)
        }
        return batch
    }

    /// Sends a batch and settles it; answers how it ends where it goes no further for now.
    private func send(_ batch: [OutboxEntry]) async throws(OutboxError) -> Outcome? {
        guard let member = owner else { return .loggedOut }
        do throws(ClientFailure) {
            _ = try await client.bytesAtOnce(try request(batch), of: member)
        } catch {
            return try await settle(batch, error, of: member)
        }
        failures = 0
        fixesAtOnce = min(max(limits.fixesPerRequest, 1), HearthClient.fixesPerRequest)
        try await write([.settled(batch.map(\.number))], mustLast: false, of: member)
        return nil
    }

    private func settle(
        _ batch: [OutboxEntry],
        _ failure: ClientFailure,
        of member: ID<Member>
    ) async throws(OutboxError) -> Outcome? {
        switch failure {
        case .loggedOut: return .loggedOut
        case .refused(let refusal) where !refusal.isPassing:
            // What an earlier attempt removed is gone, which was asked for.
            if refusal.status == 404, case .call("DELETE", _, _) = batch[0].kind {
                try await write([.settled(batch.map(\.number))], mustLast: false, of: member)
                return nil
            }
            guard batch.count == 1 else {
                // One of them it may be: it is found by halving.
                fixesAtOnce = max(1, batch.reduce(0) { $0 + $1.fixCount } / 2)
                return nil
            }
            try await write([.refused(RefusedCall(batch[0], refusal))], mustLast: true, of: member)
            return nil
        case .refused, .unreachable, .notAHub, .unreadable, .device, .cancelled: return later(failure)
        }
    }

    private func later(_ failure: ClientFailure) -> Outcome {
        failures += 1
        var asked: Duration?
        if case .refused(let refusal) = failure { asked = refusal.retryAfter }
        let random = client.surroundings.random()
        return .later(failure, after: client.patience.backoff.wait(after: failures, asked: asked, random: random))
    }

    private func request(_ batch: [OutboxEntry]) throws(ClientFailure) -> HubRequest {
        switch batch[0].kind {
        case .fixes:
            let lists = batch.compactMap { entry in
                if case .fixes(let json) = entry.kind { json.dropFirst().dropLast() } else { nil }
            }
            var request = HubRequest(.addFixes)
            request.body = Data("[\(lists.filter { !$0.isEmpty }.joined(separator: ","))]".utf8)
            return request
        case .call(let method, let path, let json):
            // A route that this version does not know was kept by another one.
            guard let route = try? Route(method: method, path: path) else { throw .unreadable("a route of the hub") }
            var request = HubRequest(route)
            request.body = json.map { Data($0.utf8) }
            return request
        case .help(let id, let cause, let trip):
            // The hub takes what began within a day.
            let age = client.surroundings.now().milliseconds(since: batch[0].madeAt)
            let body = StartCountdownBody(
                id: id,
                trip: trip,
                cause: cause,
                startedAgoMilliseconds: min(max(age, 0), 86_400_000)
            )
            return try HubRequest(.safety(.startCountdown), body)
        }
    }
}

extension OutboxEntry {
    /// How many fixes it holds; each has one time.
    fileprivate var fixCount: Int {
        guard case .fixes(let json) = kind else { return 0 }
        return json.count { $0 == "{" }
    }
}

extension RefusedCall {
    fileprivate init(_ entry: OutboxEntry, _ refusal: Refusal) {
        number = entry.number
        madeAt = entry.madeAt
        problem = ProblemBody(
            status: refusal.status,
            code: refusal.code,
            title: refusal.title,
            detail: refusal.detail,
            field: refusal.field,
            missing: refusal.missing
        )
        switch entry.kind {
        case .fixes(let json): (method, path, self.json) = ("POST", Route.addFixes.methodAndPath.path, json)
        case .call(let method, let path, let json): (self.method, self.path, self.json) = (method, path, json)
        case .help(let id, let cause, _):
            (method, path) = Route.safety(.startCountdown).methodAndPath
            json = "{\"id\":\"\(id.text)\",\"cause\":\"\(cause.rawValue)\"}"
        }
    }
}
