import Foundation
import Synchronization
import WireClient

/// The way between a client and a hub, over which a test rules: it can be cut, lose answers, or answer by itself.
final class Line: Sendable {
    /// What the line does with a request.
    enum Trouble: Sendable {
        /// Lets it through and drops the answer with the connection.
        case loseAnswer
        /// Answers in the hub's place.
        case answer(String)
        /// Takes it, and says nothing until the client gives up.
        case mute
    }

    private struct State {
        var target: UInt16?
        var isCut = false
        var isClosed = false
        var troubles: [Trouble] = []
        var sockets: Set<Int32> = []
        var requests: [String] = []
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        port = try bound(listener)
        listen(listener, 64)
        Thread.detachNewThread { self.accept() }
    }

    /// The heads of the requests that came.
    var requests: [String] { state.withLock { $0.requests } }

    /// Where the line leads; nowhere while a hub is stopped.
    func lead(to port: UInt16?) {
        state.withLock { $0.target = port }
        hangUp()
    }

    /// Nothing gets through any more, or again.
    func cut(_ isCut: Bool = true) {
        state.withLock { $0.isCut = isCut }
        if isCut { hangUp() }
    }

    /// What happens to the next requests, one after the other.
    func expect(_ troubles: Trouble...) {
        state.withLock { $0.troubles += troubles }
    }

    /// Ends every connection.
    func hangUp() {
        // The thread that reads a connection closes it, after it has taken it out of the set.
        state.withLock { state in
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        // The number of a socket that is closed may be another one's.
        guard !wasClosed else { return }
        cut()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else {
                Glibc.close(listener)
                return
            }
            let target = state.withLock { $0.isCut ? nil : $0.target }
            guard let target else {
                Glibc.close(client)
                continue
            }
            Thread.detachNewThread { self.serve(client, target) }
        }
    }

    /// One connection, request by request.
    private func serve(_ client: Int32, _ target: UInt16) {
        state.withLock { _ = $0.sockets.insert(client) }
        defer {
            state.withLock { _ = $0.sockets.remove(client) }
            Glibc.close(client)
        }
        guard let hub = connected(to: target) else { return }
        defer { Glibc.close(hub) }
        let dropsAnswer = Atomic(false)
        let isOver = DispatchSemaphore(value: 0)
        // No socket is closed while the other thread uses its number.
        defer { isOver.wait() }
        let answers = Thread {
            defer { isOver.signal() }
            while let bytes = piece(of: hub) {
                guard !dropsAnswer.load(ordering: .acquiring), send(bytes, to: client) else { break }
            }
            shutdown(client, Int32(SHUT_RDWR))
        }
        answers.start()
        defer { shutdown(hub, Int32(SHUT_RDWR)) }
        while let request = wholeRequest(from: client) {
            let trouble = state.withLock { state in
                state.requests.append(String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self))
                return state.troubles.isEmpty ? nil : state.troubles.removeFirst()
            }
            switch trouble {
            case nil: break
            case .loseAnswer: dropsAnswer.store(true, ordering: .releasing)
            case .mute: continue
            case .answer(let text):
                _ = send(Array(text.utf8), to: client)
                continue
            }
            guard send(request, to: hub) else { return }
        }
    }
}

/// The bytes of one request with a body of known length; nil at the end of the connection.
private func wholeRequest(from socket: Int32) -> [UInt8]? {
    var request: [UInt8] = []
    while let bytes = piece(of: socket) {
        request += bytes
        let text = String(decoding: request, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { continue }
        let length =
            text[..<end.lowerBound].split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
        if text[end.upperBound...].utf8.count >= length { return request }
    }
    return nil
}

private func piece(of socket: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
}

private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

private func withAddress<Answer>(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Answer)
    -> Answer
{
    withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
}

/// Binds a socket to a free port of this machine.
private func bound(_ socket: Int32) throws -> UInt16 {
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard withAddress(&address, { bind(socket, $0, size) }) == 0,
        withAddress(&address, { getsockname(socket, $0, &size) }) == 0
    else { throw ClientError("no port for the line") }
    return UInt16(bigEndian: address.sin_port)
}

private func connected(to port: UInt16) -> Int32? {
    let hub = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(port)
    let status = withAddress(&address) { connect(hub, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    guard status == 0 else {
        close(hub)
        return nil
    }
    return hub
}
