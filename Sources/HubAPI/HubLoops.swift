import Hub

/// What a hub does by itself for as long as it runs: one place starts all of it and stops it.
package final class HubLoops: Sendable {
    /// Something that goes on until its task is cancelled.
    package struct Loop: Sendable {
        let run: @Sendable () async -> Void
        let isAwaited: Bool

        /// With `isAwaited` a stop waits for its end, as it may be writing; else it is left to what it waits for.
        package init(isAwaited: Bool = false, _ run: @escaping @Sendable () async -> Void) {
            (self.run, self.isAwaited) = (run, isAwaited)
        }
    }

    private let hub: Hub
    private let running: [(task: Task<Void, Never>, isAwaited: Bool)]

    /// Starts what every hub does, and what this machine has besides.
    ///
    /// Once in `beatEvery` all streams are proved alive, and told who has not been heard of for too long.
    package init(_ service: HubService, beatEvery: Duration = .seconds(15), others: [Loop] = []) {
        hub = service.hub
        hub.openOutbox()
        let loops = HubLoops.ofEveryHub(service, beatEvery: beatEvery) + others
        running = loops.map { loop in (Task { await loop.run() }, loop.isAwaited) }
    }

    /// Has all of it end soon; the hub answers requests meanwhile.
    package func cancel() {
        for (task, _) in running { task.cancel() }
    }

    /// Waits for what was cancelled, and writes what is in memory alone; the hub answers nothing more.
    package func finish() async {
        for (task, isAwaited) in running where isAwaited { await task.value }
        await hub.keepJournal()
        await hub.closeOutbox()
        await hub.writeLooks()
    }

    private static func ofEveryHub(_ service: HubService, beatEvery: Duration) -> [Loop] {
        let hub = service.hub
        return [
            Loop {
                hub.readCountries()
                await repeating(every: beatEvery) { await service.sendHeartbeat() }
            },
            Loop {
                await repeating(every: .seconds(1)) {
                    await hub.tellWatchers()
                    hub.ringOutbox()
                    await hub.keepJournal()
                }
            },
            Loop(isAwaited: true) { await hub.watchOver() },
            Loop(isAwaited: true) { await hub.watchCoins() },
        ]
    }
}

/// Does something again and again until the task is cancelled, with a pause in between.
private func repeating(every pause: Duration, _ body: () async -> Void) async {
    while !Task.isCancelled {
        await body()
        try? await Task.sleep(for: pause)
    }
}
