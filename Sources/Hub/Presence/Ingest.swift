package import Family

extension Hub {
    /// More points than this in one request count as several requests against the rate limit (S30).
    static let pointsPerRequest = 4_000

    /// Takes what a device sent in a request that came at `receivedAt`.
    ///
    /// `answer` is called once, on any thread, after the fixes are on disk or were refused.
    package func ingest(
        _ report: DeviceReport,
        from credential: DeviceCredential,
        receivedAt: Timestamp,
        answer: @escaping @Sendable (Result<DeviceReportOutcome, DeviceReportRefusal>) -> Void
    ) {
        // Remaining disk space is for members under watch and an hour longer, after either PIN alike; not for their things.
        let isAdmitted = credential.follows && safety.isAdmitted(credential.member, now: safetyNow)
        guard !isDiskLow || isAdmitted else {
            counts.add(.failure(.notStored), took: .zero)
            return answer(.failure(.notStored))
        }
        // On a full one a few of each: no phone takes the space of the alarms.
        if isDiskFull, fullDiskBudget.retryAfterSeconds(credential.member, now: receivedAt, asMuchAs: 1) != nil {
            counts.add(.failure(.notStored), took: .zero)
            return answer(.failure(.notStored))
        }
        // A request with more points than one should have keeps them all, and counts as several (S30).
        let requests = max(1, (report.fixes.count + Hub.pointsPerRequest - 1) / Hub.pointsPerRequest)
        if let seconds = budget.retryAfterSeconds(credential.device, now: receivedAt, asMuchAs: requests) {
            counts.add(.failure(.throttled(retryAfterSeconds: seconds)), took: .zero)
            return answer(.failure(.throttled(retryAfterSeconds: seconds)))
        }
        let began = ContinuousClock.now
        ingestQueue.ingest(report, from: credential, receivedAt: receivedAt) { result in
            self.counts.add(result, took: ContinuousClock.now - began)
            guard case .success = result, credential.follows, self.safety.isWatched(credential.member) else {
                return answer(result)
            }
            // Who is watched over is answered once the watch knows of it too.
            Task {
                await self.follow(report, of: credential.member, from: credential.device, receivedAt: receivedAt)
                answer(result)
            }
        }
    }

    /// Takes the fixes of a page that its member has open, as from a device of that session.
    package func ingest(
        _ fixes: [Fix],
        ofPageIn caller: AuthenticatedSession,
        receivedAt: Timestamp
    ) async -> Result<DeviceReportOutcome, DeviceReportRefusal> {
        let page = DeviceCredential(
            device: caller.device,
            member: caller.member
        )
        return await withCheckedContinuation { continuation in
            var report = DeviceReport(fixes: fixes)
            report.isOfPage = true
            ingest(report, from: page, receivedAt: receivedAt) { continuation.resume(returning: $0) }
        }
    }

    /// Returns once who watches was told of everything that devices were answered about before: they are answered first.
    package func allIsTold() async {
        await ingestQueue.allIsTold()
    }

    /// What is done in quiet moments, now and then.
    package func tidy() {
        ingestQueue.flush(isQuiet: true)
    }
}
