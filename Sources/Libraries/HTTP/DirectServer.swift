import Compression
import Synchronization

/// A server without sockets: whole requests go straight to the handler, and answers straight back.
///
/// What a handler may rely on holds here too: codings are undone, bodies are as small as the configuration says, and every
/// request is answered once. What belongs to connections has no place here: shares, slow heads, TLS.
package final class DirectServer: Sendable {
    private let configuration: ServerConfiguration
    private let handler: @Sendable (Request, Responder) -> Void
    private let requests = Atomic<UInt64>(0)

    /// A server that hands each request to `handler`, on the caller's thread.
    package init(_ configuration: ServerConfiguration, handler: @escaping @Sendable (Request, Responder) -> Void) {
        (self.configuration, self.handler) = (configuration, handler)
    }

    /// Hands a request over; `answer` is called once, on whatever thread the answer comes from.
    package func ask(_ request: DirectRequest, answer: @escaping @Sendable (DirectAnswer) -> Void) {
        let number = requests.wrappingAdd(1, ordering: .relaxed).newValue
        let exchange = DirectExchange(common: configuration.commonHeaders, answer)
        let head = RequestHead(request, id: number)
        guard let isGzipped = head.isBodyGzipped(passingOn: configuration.codingsPassedOn) else {
            return exchange.answer(.unsupportedEncoding)
        }
        do {
            let policy = configuration.bodyPolicy(head)
            var body = try BodyIntake(policy, declaredBytes: request.body.count, isGzipped: isGzipped)
            try body.append(request.body.span)
            handler(Request(head: head, body: try body.finish(), admission: nil), Responder(exchange))
        } catch {
            exchange.answer(Response(error))
        }
    }
}

/// A request as its sender means it.
package struct DirectRequest: Sendable {
    package var method: String
    /// A path and, behind the first "?", a query.
    package var target: String
    package var headers: [Header]
    package var body: [UInt8]
    package var client: ClientAddress
    package var isSecure: Bool

    /// A request over TLS, unless it says otherwise.
    package init(
        _ method: String,
        _ target: String,
        headers: [Header] = [],
        body: [UInt8] = [],
        from client: ClientAddress,
        isSecure: Bool = true
    ) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
        (self.client, self.isSecure) = (client, isSecure)
    }
}

/// An answer as its reader gets it.
package struct DirectAnswer: Sendable {
    package let status: Int
    /// The answer's own and the server's common ones.
    package let headers: [Header]
    package let body: Body

    /// What follows the headers.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// The caller reads the file's bytes.
        case file(UnlinkedFile)
        case events(DirectStream)
    }
}

/// The reader's end of an event stream.
package final class DirectStream: Sendable {
    private let stream: EventStream
    private let sleeper = Sleeper()

    fileprivate init(_ stream: EventStream) {
        self.stream = stream
        stream.attach(to: sleeper, headers: nil)
    }

    /// The events that wait, nil at the end.
    ///
    /// Empty where none do: then `awoken` is called once, when there are more.
    package func read(awoken: @escaping @Sendable () -> Void) -> [UInt8]? {
        var bytes: [UInt8] = []
        sleeper.call.withLock { $0 = awoken }
        // Less than a page, so that the stream gives none of it back to the system.
        var piece = [UInt8](repeating: 0, count: 2_048)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe stream.read(into: $0) }
            guard count >= 0 else { return bytes.isEmpty ? nil : bytes }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Goes away, as a client does that closes its connection.
    package func hangUp() {
        stream.ended()
    }
}

/// Stands for a connection that sleeps until there is something to read.
private final class Sleeper: StreamReader {
    let call = Mutex<(@Sendable () -> Void)?>(nil)

    var isHungUp: Bool { false }

    func suspend() {}

    func resume() {
        call.withLock { $0.take() }?()
    }
}

/// One request and its answer.
private final class DirectExchange: ResponseTaker {
    private let common: [Header]
    private let pass: Mutex<(@Sendable (DirectAnswer) -> Void)?>

    init(common: [Header], _ pass: @escaping @Sendable (DirectAnswer) -> Void) {
        self.common = common
        self.pass = Mutex(pass)
    }

    func answer(_ response: Response) {
        guard let pass = pass.withLock({ $0.take() }) else { return response.abandon() }
        var (status, headers) = (response.status, response.headers)
        let body: DirectAnswer.Body
        switch response.body {
        case .bytes(let bytes): body = .bytes(bytes)
        case .shelved(let bytes): body = .bytes(bytes.all)
        case .file(let file): body = .file(file)
        case .events(let stream): body = .events(DirectStream(stream))
        case .prepared(let prepared):
            (status, headers) = (prepared.status, prepared.headers)
            body = .bytes(prepared.body)
        }
        let names = Set(headers.map { $0.name.lowercased() })
        headers += common.filter { !names.contains($0.name.lowercased()) }
        pass(DirectAnswer(status: status, headers: headers, body: body))
    }
}

extension RequestHead {
    fileprivate init(_ request: DirectRequest, id: UInt64) {
        var storage = HeadStorage(target: request.target)
        storage.setMethod(request.method)
        for header in request.headers { storage.addHeader(header) }
        self.storage = storage
        self.id = id
        reader = nil
        (client, isSecure, isLoopback) = (request.client, request.isSecure, request.client.isLoopback)
    }
}

extension HeadStorage {
    fileprivate init(target: String) {
        let bytes = Array(target.utf8)
        self = unsafe bytes.withUnsafeBytes { unsafe HeadStorage(target: $0) }
    }

    fileprivate mutating func setMethod(_ method: String) {
        let bytes = Array(method.utf8)
        unsafe bytes.withUnsafeBytes { unsafe setMethod($0) }
    }

    fileprivate mutating func addHeader(_ header: Header) {
        let (name, value) = (Array(header.name.utf8), Array(header.value.utf8))
        unsafe name.withUnsafeBytes { name in
            unsafe value.withUnsafeBytes { unsafe addHeader(name: name, value: $0) }
        }
    }
}
