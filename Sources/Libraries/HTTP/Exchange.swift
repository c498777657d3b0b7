import Synchronization

/// One request and its answer, from the first line to the last byte.
///
/// The library calls `receive` on the connection's own thread: for the head, for each part of the body, at the end, and
/// again after a resume. `answer` may come from any thread. `phase` is where the two meet.
final class Exchange: ResponseTaker {
    private let service: Service
    private let connection: Connection
    private let reader: StrictReader
    /// Which request of its connection it is.
    private let number: Int
    private let phase = Mutex(Phase.receiving)
    /// Touched on the connection's own thread alone: the library never calls twice at once for one connection.
    private nonisolated(unsafe) var intake: Intake
    /// As `intake`.
    private nonisolated(unsafe) var notes = Notes()

    private enum Phase {
        case receiving
        /// The handler was called; nothing sleeps yet.
        case handling
        /// The connection sleeps until `answer` wakes it.
        case suspended
        /// The answer is there and not queued yet.
        case answered(Response)
        case finished
    }

    private enum Intake {
        case head(HeadStorage)
        // Boxed, since an event stream keeps its exchange for hours.
        indirect case body(RequestHead, BodyIntake, start: ContinuousClock.Instant?, receivedBytes: Int)
        /// The refusal is sent once the rest has been read, unless that is more than `bytesLeft`.
        case refusing(Response, bytesLeft: Int)
        case done
    }

    private struct Notes {
        /// The places on the rosters of those who wait and of those who stream.
        var suspended: Int?
        var stream: Int?
        var isOpen = false
        var isHEAD = false
    }

    /// The most that is read of a body that was refused.
    private static let drainedBytesMax = 256 << 10

    init(_ service: Service, connection: Connection, reader: StrictReader, target: HeadStorage) {
        self.service = service
        self.connection = connection
        self.reader = reader
        number = reader.beginExchange()
        unsafe intake = .head(target)
        service.liveExchanges.wrappingAdd(1, ordering: .relaxed)
    }

    deinit {
        service.liveExchanges.wrappingSubtract(1, ordering: .releasing)
    }

    // MARK: On the connection's thread

    /// Takes what the library has: nil for the head, the end and after a resume; false asks it to close the connection.
    func receive(_ upload: Span<UInt8>?, method: @autoclosure () -> UnsafeRawBufferPointer) -> Bool {
        switch unsafe intake {
        case .head(var storage):
            unsafe storage.setMethod(method())
            connection.readHeaders(into: &storage)
            return begin(storage)
        case .body(let head, var body, let start, let received):
            guard let upload else { return finish(head, &body) }
            unsafe intake = .done
            return take(upload, head, body, start: start, receivedBytes: received)
        case .refusing(let refusal, let bytesLeft):
            guard let upload else { return queue(refusal) }
            unsafe intake = .refusing(refusal, bytesLeft: bytesLeft - upload.count)
            return upload.count <= bytesLeft
        case .done:
            return settle()
        }
    }

    /// Reports that the library has done with the request, however it ended.
    func completed() {
        if let place = unsafe notes.suspended { service.suspended.leave(place) }
        if let place = unsafe notes.stream { service.streams.leave(place) }
        if unsafe notes.isOpen { service.openExchanges.wrappingSubtract(1, ordering: .releasing) }
        unsafe notes = Notes()
        let unsent = phase.withLock { phase -> Response? in
            defer { phase = .finished }
            guard case .answered(let response) = phase else { return nil }
            return response
        }
        unsent?.abandon()
    }

    private func begin(_ storage: HeadStorage) -> Bool {
        let configuration = service.configuration
        if let fault = reader.refusal(of: number) { return queue(Response(fault)) }
        let head = RequestHead(
            storage,
            reader: reader,
            isTLS: configuration.certificate != nil,
            id: service.nextRequestID(),
            trustedProxies: configuration.trustedProxies
        )
        guard !service.isStopping.load(ordering: .relaxed) else { return queue(.stopping) }
        guard service.admission.isWithinShare(reader, of: head.client) else { return queue(.tooManyConnections) }
        guard let isGzipped = head.isBodyGzipped(passingOn: configuration.codingsPassedOn) else {
            return queue(.unsupportedEncoding)
        }
        let declaredBytes = head.declaredBodyBytes
        do {
            let policy = configuration.bodyPolicy(head)
            let body = try BodyIntake(policy, declaredBytes: declaredBytes, isGzipped: isGzipped)
            unsafe intake = .body(head, body, start: nil, receivedBytes: 0)
            return true
        } catch {
            // A body of moderate size is read and forgotten: the client gets the answer and the connection stays.
            guard let declaredBytes, declaredBytes <= Self.drainedBytesMax else { return queue(Response(error)) }
            unsafe intake = .refusing(Response(error), bytesLeft: declaredBytes)
            return true
        }
    }

    private func take(
        _ upload: Span<UInt8>,
        _ head: RequestHead,
        _ body: consuming BodyIntake,
        start: ContinuousClock.Instant?,
        receivedBytes: Int
    ) -> Bool {
        let received = receivedBytes + upload.count
        let now = service.configuration.now()
        let start = start ?? now
        // The library's own timeout starts anew with each byte, so a client could send one now and then for ever.
        guard now - start <= service.configuration.timeout + .seconds(received / 256) else { return false }
        var body = body
        do {
            try body.append(upload)
            unsafe intake = .body(head, body, start: start, receivedBytes: received)
        } catch {
            unsafe intake = .refusing(Response(error), bytesLeft: Self.drainedBytesMax)
        }
        return true
    }

    private func finish(_ head: RequestHead, _ body: inout BodyIntake) -> Bool {
        unsafe intake = .done
        if let fault = reader.refusal(of: number) { return queue(Response(fault)) }
        unsafe notes.isHEAD = head.isHEAD
        let bytes: [UInt8]
        do {
            bytes = try body.finish()
        } catch {
            return queue(Response(error))
        }
        unsafe notes.isOpen = true
        service.openExchanges.wrappingAdd(1, ordering: .relaxed)
        phase.withLock { $0 = .handling }
        service.handler(Request(head: head, body: bytes, admission: service.admission), Responder(self))
        return settle()
    }

    /// Queues the answer, or lets the connection sleep until there is one.
    ///
    /// A response is queued from the access handler only, where the library allows it without a thought for threads.
    private func settle() -> Bool {
        if let place = unsafe notes.suspended {
            service.suspended.leave(place)
            unsafe notes.suspended = nil
        }
        if let response = takeAnswer() { return queue(response) }
        guard let place = service.suspended.join(self) else { return queue(.stopping) }
        unsafe notes.suspended = place
        let response = phase.withLock { phase -> Response? in
            guard case .answered(let response) = phase else {
                // Under the lock, so that no `answer` can resume what is not suspended yet (MHD_resume_connection).
                phase = .suspended
                connection.suspend()
                return nil
            }
            phase = .finished
            return response
        }
        guard let response else { return true }
        return queue(response)
    }

    private func takeAnswer() -> Response? {
        phase.withLock { phase in
            guard case .answered(let response) = phase else { return nil }
            phase = .finished
            return response
        }
    }

    private func queue(_ response: Response) -> Bool {
        phase.withLock { $0 = .finished }
        unsafe intake = .done
        switch response.body {
        case .prepared(let prepared):
            return prepared.queue(on: connection, of: service)
        case .bytes(let bytes):
            let native = service.build(response.headers, NativeResponse(body: bytes))
            return native?.queue(status: response.status, on: connection) ?? false
        case .shelved(let bytes):
            let native = service.build(response.headers, NativeResponse(body: bytes))
            return native?.queue(status: response.status, on: connection) ?? false
        case .file(let file):
            let native = service.build(response.headers, NativeResponse(file: file))
            return native?.queue(status: response.status, on: connection) ?? false
        case .events(let stream):
            return queue(stream, response)
        }
    }

    private func queue(_ stream: EventStream, _ response: Response) -> Bool {
        // To HEAD the library would send the end of a chunked body, which the client takes for the next response.
        guard unsafe !notes.isHEAD else {
            stream.ended()
            return queue(Response(response.status, response.headers))
        }
        connection.limitSendBuffer(toBytes: Int32(clamping: stream.pendingBytesMax))
        let native = service.build(response.headers, NativeResponse(stream: stream))
        let headers = native?.headers(response.headers, common: service.configuration.commonHeaders)
        stream.attach(to: connection, headers: headers)
        unsafe notes.stream = service.streams.join(stream)
        if unsafe notes.stream == nil { stream.close() }
        return native?.queue(status: response.status, on: connection) ?? false
    }

    // MARK: On any thread

    func answer(_ response: Response) {
        let (isTaken, isAsleep) = phase.withLock { phase in
            switch phase {
            case .handling:
                phase = .answered(response)
                return (true, false)
            case .suspended:
                phase = .answered(response)
                return (true, true)
            case .receiving, .answered, .finished:
                return (false, false)
            }
        }
        if isAsleep { connection.resume() }
        if !isTaken { response.abandon() }
    }
}

extension Response {
    fileprivate init(_ fault: FramingFault) {
        switch fault {
        case .malformed: self = .badRequest
        case .headTooLarge: self = .headTooLarge
        }
    }

    init(_ refusal: BodyError) {
        switch refusal {
        case .tooLarge: self = .bodyTooLarge
        case .malformed: self = .badBody
        }
    }

    /// Lets the owner of a stream know that nobody will ever read it.
    func abandon() {
        if case .events(let stream) = body { stream.ended() }
    }
}
