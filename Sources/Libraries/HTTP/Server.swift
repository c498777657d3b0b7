import Dispatch
import Glibc
import Synchronization

/// An HTTP/1.1 server.
///
/// Starting one raises the process's soft limit of open files to the hard one. A server that is let go is stopped
/// without patience.
package final class Server: Sendable {
    private let service: Service
    private let listener: Listener
    private let running: Mutex<Daemon?>
    /// Closes each second the connections that are too slow.
    private let sweeps: Sweeps

    /// The port that the server listens on.
    package var port: UInt16 { listener.port }

    /// How many requests are in memory, from the first line to the last byte of the answer.
    package var liveExchanges: Int { service.liveExchanges.load(ordering: .acquiring) }

    /// Starts to serve; `handler` is called for each whole request on one of the server's threads.
    ///
    /// The handler must not block: it sends its answer at once, or gives the responder to whoever will.
    package init(
        _ configuration: ServerConfiguration,
        handler: @escaping @Sendable (Request, Responder) -> Void
    ) throws(ServerError) {
        service = Service(configuration, descriptors: raiseOpenFileLimit(), handler: handler)
        let credential = try configuration.certificate.map { certificate throws(ServerError) in
            guard let credential = Credential(certificate) else { throw ServerError.invalidCertificate }
            return credential
        }
        listener = try Listener(configuration.listen)
        if let credential { SecurePorts.all.use(credential, port: listener.port) }
        guard let daemon = Daemon(service, listeningOn: listener) else {
            if credential != nil { SecurePorts.all.forget(port: listener.port) }
            throw .cannotStart
        }
        running = Mutex(daemon)
        sweeps = Sweeps(service.admission)
    }

    /// Has connections that begin from now on see another certificate; those that are open go on as they are.
    ///
    /// Only for a server that was started with one. Where this one cannot be used, the one before stays.
    package func use(_ certificate: ServerConfiguration.Certificate) throws(ServerError) {
        guard let credential = Credential(certificate) else { throw .invalidCertificate }
        running.withLock { daemon in
            guard daemon != nil, service.configuration.certificate != nil else { return }
            SecurePorts.all.use(credential, port: port)
        }
    }

    /// Starts to serve with a handler that may wait; each request gets a task of its own.
    package convenience init(
        _ configuration: ServerConfiguration,
        answering: @escaping @Sendable (Request) async -> Response
    ) throws(ServerError) {
        try self.init(configuration) { request, responder in
            Task { responder.send(await answering(request)) }
        }
    }

    deinit {
        guard let daemon = running.withLock({ $0.take() }) else { return }
        listener.closePort()
        cut()
        daemon.stop()
    }

    /// Stops: no new connections and requests, streams closed, answers under way sent, then everything closed.
    ///
    /// - Parameter patience: how long to wait for answers; those still missing then become 503.
    /// - Returns: how many requests were cut off so. A second call does nothing.
    @discardableResult
    package func stop(within patience: Duration) async -> Int {
        guard let daemon = running.withLock({ $0.take() }) else { return 0 }
        service.isStopping.store(true, ordering: .relaxed)
        listener.closePort()
        for stream in service.streams.close() { stream.close() }
        await waitForAnswers(atMost: patience)
        let missing = service.openExchanges.load(ordering: .acquiring)
        cut()
        // The refusals need a moment to be written.
        await waitForAnswers(atMost: .milliseconds(missing == 0 ? 0 : 200))
        await withCheckedContinuation { stopped in
            // Joins threads, so not on the pool that tasks share.
            DispatchQueue.global().async {
                daemon.stop()
                stopped.resume()
            }
        }
        return missing
    }

    private func waitForAnswers(atMost patience: Duration) async {
        let end = ContinuousClock.now + patience
        while service.openExchanges.load(ordering: .acquiring) > 0, ContinuousClock.now < end {
            // Cancelling the caller only makes the wait impatient.
            do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
        }
    }

    /// Wakes every connection that sleeps and lets none fall asleep again, as MHD_stop_daemon demands.
    private func cut() {
        service.isStopping.store(true, ordering: .relaxed)
        for stream in service.streams.close() { stream.close() }
        for exchange in service.suspended.close() { exchange.answer(.stopping) }
    }
}

/// How many files this process may have open, after the limit was raised as far as it goes.
private func raiseOpenFileLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    // Where it is refused, fewer connections are accepted.
    return Int(clamping: isRaised ? limit.rlim_max : before)
}
