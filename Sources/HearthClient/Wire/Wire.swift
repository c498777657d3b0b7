import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One whole answer.
struct WireAnswer: Sendable {
    let head: WireHead
    let body: Data
}

/// What comes before the body of an answer.
struct WireHead: Sendable {
    let status: Int
    let contentType: String?
    let retryAfter: Duration?

    init(_ response: HTTPURLResponse) {
        status = response.statusCode
        contentType = response.value(forHTTPHeaderField: "Content-Type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
        // Dates are allowed there too; the hub writes seconds.
        retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }.map { .seconds($0) }
    }

    var isSuccess: Bool { (200..<300).contains(status) }
}

/// HTTP by `URLSession`, which Foundation brings on every system and which streams there, Linux included.
///
/// Keeps no cookies, caches nothing and follows no redirect: a hub sends none to a program, and a token must not follow
/// one to another host.
final class Wire: Sendable {
    /// What came of an answer.
    enum Piece: Sendable {
        case head(WireHead)
        case body(Data)
    }

    private let session: URLSession
    private let receiver: Receiver

    /// - Parameter silence: an answer of which nothing comes for so long has failed.
    init(silence: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let (seconds, attoseconds) = silence.components
        configuration.timeoutIntervalForRequest = Double(seconds) + Double(attoseconds) * 1e-18
        // A stream of events lasts for days.
        configuration.timeoutIntervalForResource = 7 * 86_400
        configuration.httpMaximumConnectionsPerHost = 6
        receiver = Receiver()
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit {
        // The session keeps its delegate until then.
        session.invalidateAndCancel()
    }

    /// Sends a request and takes its whole answer; one of more than `bytesMax` is none.
    func answer(to request: URLRequest, bytesMax: Int) async throws(ClientFailure) -> WireAnswer {
        var head: WireHead?
        var body = Data()
        do {
            for try await piece in pieces(of: request) {
                switch piece {
                case .head(let its): head = its
                case .body(let bytes):
                    guard body.count + bytes.count <= bytesMax else {
                        throw ClientFailure.unreadable("a shorter answer")
                    }
                    body.append(bytes)
                }
            }
        } catch {
            throw failure(error)
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard let head else { throw .unreachable(mayHaveArrived: true) }
        return WireAnswer(head: head, body: body)
    }

    /// Sends a request and hands out what comes as it comes; letting go of the stream ends the request.
    func pieces(of request: URLRequest) -> AsyncThrowingStream<Piece, any Error> {
        let task = session.dataTask(with: request)
        let (stream, continuation) = AsyncThrowingStream<Piece, any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(Receiver.piecesMax)
        )
        receiver.expect(task.taskIdentifier, continuation)
        continuation.onTermination = { [receiver] _ in
            receiver.forget(task.taskIdentifier)
            task.cancel()
        }
        task.resume()
        return stream
    }
}

/// What a failed request means.
func failure(_ error: any Error) -> ClientFailure {
    if let failure = error as? ClientFailure { return failure }
    guard !(error is CancellationError), let error = error as? URLError else { return .cancelled }
    switch error.code {
    case .cancelled: return Task.isCancelled ? .cancelled : .unreachable(mayHaveArrived: true)
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .secureConnectionFailed,
        .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
        .serverCertificateNotYetValid, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
        return .unreachable(mayHaveArrived: false)
    default: return .unreachable(mayHaveArrived: true)
    }
}

/// Takes what a session's requests are answered, and hands it to who waits for each.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    typealias Taker = AsyncThrowingStream<Wire.Piece, any Error>.Continuation

    /// A reader that is so many pieces behind has lost its answer.
    static let piecesMax = 4_096

    private let takers = Mutex<[Int: Taker]>([:])

    func expect(_ task: Int, _ taker: Taker) {
        takers.withLock { $0[task] = taker }
    }

    func forget(_ task: Int) {
        takers.withLock { $0[task] = nil }
    }

    func urlSession(
        _: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
        give(.head(WireHead(response)), of: dataTask.taskIdentifier)
        completionHandler(.allow)
    }

    func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        give(.body(data), of: dataTask.taskIdentifier)
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let taker = takers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        taker?.finish(throwing: error.map { $0 as? URLError ?? URLError(.unknown) })
    }

    func urlSession(
        _: URLSession,
        task _: URLSessionTask,
        willPerformHTTPRedirection _: HTTPURLResponse,
        newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    private func give(_ piece: Wire.Piece, of task: Int) {
        guard let taker = takers.withLock({ $0[task] }) else { return }
        if case .dropped = taker.yield(piece) { taker.finish(throwing: URLError(.cannotDecodeRawData)) }
    }
}
