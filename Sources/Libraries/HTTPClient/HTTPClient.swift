import CCurl
import Dispatch

/// A client that keeps its connection to a server: one request at a time, HTTP or HTTPS with the certificate checked.
///
/// Redirects are not followed, because they would carry a token elsewhere. libcurl is set up with the first client, so
/// that a program which makes none pays nothing.
///
/// The handle is used on `queue` alone, and its last reference goes when nothing runs there: libcurl forbids two threads
/// on one handle (libcurl-thread(3)).
@safe
package final class HTTPClient: Sendable {
    private let answerBytesMax: Int
    private nonisolated(unsafe) let easy: UnsafeMutableRawPointer
    private let queue = DispatchQueue(label: "http.client")

    /// - Parameters:
    ///   - userAgent: names the program to the server.
    ///   - connectMilliseconds: until there is a connection.
    ///   - answerMilliseconds: until the whole answer is there; 0 for as long as something comes each minute.
    ///   - answerBytesMax: more of an answer's body than this is read and dropped.
    ///   - usesProxy: whether a proxy that the environment names is gone through.
    package init?(
        userAgent: String,
        connectMilliseconds: Int = 10_000,
        answerMilliseconds: Int = 30_000,
        answerBytesMax: Int = 65_536,
        usesProxy: Bool = true
    ) {
        self.answerBytesMax = answerBytesMax
        guard Self.isReady, let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = unsafe easy
        // libcurl copies the texts that it is given (curl_easy_setopt(3)).
        unsafe hearth_curl_set_text(easy, CURLOPT_USERAGENT, userAgent)
        unsafe hearth_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // An empty text means none, whatever the environment says (CURLOPT_PROXY(3)).
        if !usesProxy { unsafe hearth_curl_set_text(easy, CURLOPT_PROXY, "") }
        // Timeouts without SIGALRM, which belongs to no thread (CURLOPT_NOSIGNAL(3)).
        unsafe hearth_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        unsafe hearth_curl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, connectMilliseconds)
        unsafe hearth_curl_set_number(easy, CURLOPT_TIMEOUT_MS, answerMilliseconds)
        guard answerMilliseconds == 0 else { return }
        unsafe hearth_curl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
        unsafe hearth_curl_set_number(easy, CURLOPT_LOW_SPEED_TIME, 60)
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
    }

    /// Sends one request and waits for its answer, whatever its status is.
    package func post(_ request: OutgoingRequest) async throws(HTTPClientFailure) -> IncomingAnswer {
        try await post(request, pinnedTo: nil)
    }

    /// The same, where a name is connected to at one address alone, past any proxy: `host:port:address`.
    func post(_ request: OutgoingRequest, pinnedTo pin: String?) async throws(HTTPClientFailure) -> IncomingAnswer {
        if BlockingTaskExecutor.isHere { return try performHere(request, pinnedTo: pin).get() }
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.perform(request, pinnedTo: pin)) }
        }
        return try result.get()
    }

    /// Fetches an address as whoever holds a token, however long the answer is, and answers its status.
    ///
    /// `take` is given the status and the body piece by piece, on the client's own thread; false ends the transfer.
    package func fetch(
        _ url: String,
        bearer token: String,
        take: @escaping @Sendable (_ status: Int, _ piece: [UInt8]) -> Bool
    ) async throws(HTTPClientFailure) -> Int {
        try await fetch(url, headers: [("Authorization", "Bearer \(token)")]) { take($0.status, $1) }.status
    }

    /// Fetches an address, however long the answer is, and answers its head; of a `HEAD` there is nothing else.
    ///
    /// `take` is given the head and the body piece by piece, on the client's own thread; false ends the transfer.
    package func fetch(
        _ url: String,
        headers: [(name: String, value: String)] = [],
        isHEAD: Bool = false,
        take: @escaping @Sendable (_ head: AnswerHead, _ piece: [UInt8]) -> Bool
    ) async throws(HTTPClientFailure) -> AnswerHead {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.performFetch(url, headers, isHEAD, take)) }
        }
        return try result.get()
    }

    /// Once in a process, before any other call (curl_global_init(3)); a static is made by one thread.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// On the thread that asks, in the client's turn.
    private func performHere(
        _ request: OutgoingRequest,
        pinnedTo pin: String?
    ) -> Result<IncomingAnswer, HTTPClientFailure> {
        queue.sync { perform(request, pinnedTo: pin) }
    }

    private func perform(
        _ request: OutgoingRequest,
        pinnedTo pin: String?
    ) -> Result<IncomingAnswer, HTTPClientFailure> {
        // The list is read during the transfer (CURLOPT_RESOLVE(3)).
        var pins: UnsafeMutablePointer<curl_slist>?
        defer { unsafe curl_slist_free_all(pins) }
        if let pin {
            unsafe pins = curl_slist_append(nil, pin)
            unsafe hearth_curl_set_pins(easy, pins)
            // An empty text means none, whatever the environment says (CURLOPT_PROXY(3)).
            unsafe hearth_curl_set_text(easy, CURLOPT_PROXY, "")
        }
        // libcurl copies neither the list nor the body: both live until the transfer is over (CURLOPT_HTTPHEADER(3),
        // CURLOPT_POSTFIELDS(3)).
        // A phone does not ask before it sends.
        var headers = unsafe curl_slist_append(nil, "Expect:")
        if !request.isGET { unsafe headers = curl_slist_append(headers, "Content-Type: \(request.contentType)") }
        var (user, password): (String?, String?)
        var isDigest = false
        switch request.authorization {
        case .none: break
        case .basic(let name, let secret): (user, password) = (name, secret)
        case .digest(let name, let secret): (user, password, isDigest) = (name, secret, true)
        case .bearer(let token): unsafe headers = curl_slist_append(headers, "Authorization: Bearer \(token)")
        case .other(let value): unsafe headers = curl_slist_append(headers, "Authorization: \(value)")
        }
        for (name, value) in request.headers { unsafe headers = curl_slist_append(headers, "\(name): \(value)") }
        defer { unsafe curl_slist_free_all(headers) }
        unsafe hearth_curl_set_text(easy, CURLOPT_URL, request.url)
        unsafe hearth_curl_set_text(easy, CURLOPT_USERNAME, user)
        unsafe hearth_curl_set_text(easy, CURLOPT_PASSWORD, password)
        unsafe hearth_curl_set_log_in(easy, isDigest ? 1 : 0)
        unsafe hearth_curl_set_headers(easy, headers)
        defer { unsafe hearth_curl_set_headers(easy, nil) }
        return unsafe request.body.withUnsafeBytes { unsafe transfer($0, isGET: request.isGET) }
    }

    private func performFetch(
        _ url: String,
        _ fields: [(name: String, value: String)],
        _ isHEAD: Bool,
        _ take: @escaping @Sendable (AnswerHead, [UInt8]) -> Bool
    ) -> Result<AnswerHead, HTTPClientFailure> {
        // libcurl copies no list: it lives until the transfer is over (CURLOPT_HTTPHEADER(3)).
        var headers: UnsafeMutablePointer<curl_slist>?
        for (name, value) in fields { unsafe headers = curl_slist_append(headers, "\(name): \(value)") }
        defer { unsafe curl_slist_free_all(headers) }
        unsafe hearth_curl_set_text(easy, CURLOPT_URL, url)
        // HTTPGET takes back what NOBODY set (CURLOPT_NOBODY(3)).
        unsafe hearth_curl_set_number(easy, isHEAD ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1)
        unsafe hearth_curl_set_headers(easy, headers)
        defer {
            unsafe hearth_curl_set_headers(easy, nil)
            if isHEAD { unsafe hearth_curl_set_number(easy, CURLOPT_NOBODY, 0) }
        }
        // The head is whole before the first piece comes.
        var known: AnswerHead?
        let taker = BodyChunkHandler { piece in
            let head = known ?? self.head()
            known = head
            return take(head, piece)
        }
        let code = withExtendedLifetime(taker) {
            unsafe hearth_curl_set_reader(easy, takePiece, Unmanaged.passUnretained(taker).toOpaque())
            return unsafe curl_easy_perform(easy)
        }
        unsafe hearth_curl_set_reader(easy, takeBytes, nil)
        return code == CURLE_OK ? .success(head()) : .failure(HTTPClientFailure(code))
    }

    /// What the last answer said before its body.
    private func head() -> AnswerHead {
        let seconds = unsafe Int(hearth_curl_retry_after(easy))
        return AnswerHead(
            status: unsafe hearth_curl_status(easy),
            retryAfterSeconds: seconds > 0 ? seconds : nil,
            bytes: header("Content-Length").flatMap { Int($0) },
            range: header("Content-Range"),
            tag: header("ETag"),
            modifiedAt: header("Last-Modified"),
            location: header("Location")
        )
    }

    private func header(_ name: String) -> String? {
        // The library's own copy, good until the next transfer (curl_easy_header(3)).
        guard let value = unsafe hearth_curl_header(easy, name) else { return nil }
        return unsafe String(cString: value)
    }

    private func transfer(
        _ body: UnsafeRawBufferPointer,
        isGET: Bool
    ) -> Result<IncomingAnswer, HTTPClientFailure> {
        var answer = KeptAnswer(bytesMax: answerBytesMax)
        unsafe hearth_curl_set_body(easy, body.baseAddress, body.count)
        // After the body, which makes it a POST (CURLOPT_HTTPGET(3)).
        unsafe hearth_curl_set_number(easy, isGET ? CURLOPT_HTTPGET : CURLOPT_POST, 1)
        let code = unsafe withUnsafeMutablePointer(to: &answer) { answer in
            unsafe hearth_curl_set_reader(easy, takeBytes, answer)
            return unsafe curl_easy_perform(easy)
        }
        unsafe hearth_curl_set_reader(easy, takeBytes, nil)
        guard code == CURLE_OK else { return .failure(HTTPClientFailure(code)) }
        let seconds = unsafe Int(hearth_curl_retry_after(easy))
        return .success(
            IncomingAnswer(
                status: unsafe hearth_curl_status(easy),
                retryAfterSeconds: seconds > 0 ? seconds : nil,
                body: answer.bytes
            )
        )
    }
}

/// Who takes the pieces of a body.
private final class BodyChunkHandler {
    let take: ([UInt8]) -> Bool

    init(_ take: @escaping ([UInt8]) -> Bool) {
        self.take = take
    }
}

/// Hands a piece of the body on; answering less than its length ends the transfer (CURLOPT_WRITEFUNCTION(3)).
private func takePiece(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let length = size * count
    guard let bytes = unsafe bytes, let context = unsafe context else { return length }
    let taker = unsafe Unmanaged<BodyChunkHandler>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
    return taker.take(piece) ? length : 0
}

/// Takes a piece of the body; answering less than its length would end the transfer (CURLOPT_WRITEFUNCTION(3)).
private func takeBytes(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let length = size * count
    guard let bytes = unsafe bytes, let context = unsafe context else { return length }
    let answer = unsafe context.assumingMemoryBound(to: KeptAnswer.self)
    let kept = unsafe min(length, answer.pointee.bytesMax - answer.pointee.bytes.count)
    unsafe answer.pointee.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: kept))
    return length
}

/// What is kept of an answer's body.
private struct KeptAnswer {
    let bytesMax: Int
    var bytes: [UInt8] = []
}

extension HTTPClientFailure {
    init(_ code: CURLcode) {
        // A constant text of the library (curl_easy_strerror(3)).
        let words = unsafe String(cString: curl_easy_strerror(code))
        self =
            switch code {
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidAddress
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
                .unreachable(words: words)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR: .untrusted(words: words)
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            default: .broken(words: words)
            }
    }
}
