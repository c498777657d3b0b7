import Glibc

/// What went wrong on the client's side of a test.
package struct ClientError: Error {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// One TCP connection to a server under test, used from one thread at a time; every wait ends after some seconds.
package final class TestClient {
    private let socket: Int32
    private var received: [UInt8] = []

    /// Longer than other tests can keep a small machine busy.
    private static let patienceSeconds = 60

    /// Connects from 127.0.0.1, or from another address of this machine: 127.0.0.`host`.
    package init(port: UInt16, host: UInt8 = 1, receiveBufferBytes: Int32? = nil) throws {
        // A program that another test starts must not keep the connection open.
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var bytes = receiveBufferBytes { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, 4) }
        setPatience(timeval(tv_sec: TestClient.patienceSeconds, tv_usec: 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        if host != 1 {
            var source = sockaddr_in()
            source.sin_family = sa_family_t(AF_INET)
            source.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(host)).bigEndian
            withUnsafePointer(to: &source) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            // The socket is closed by the deinit, which runs although the init throws.
            throw ClientError("cannot connect: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        Glibc.close(socket)
    }

    /// Makes the coming close a reset instead of a farewell.
    package func resetWhenClosed() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { rest in
                uninterrupted { Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { throw ClientError("cannot send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Whether the server closes the connection, with a farewell or a reset, before patience ends.
    package func isClosed(within patience: Duration = .seconds(60)) -> Bool {
        let (seconds, attoseconds) = patience.components
        setPatience(timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000)))
        defer { setPatience(timeval(tv_sec: TestClient.patienceSeconds, tv_usec: 0)) }
        while true {
            var byte: UInt8 = 0
            let count = uninterrupted { recv(socket, &byte, 1, 0) }
            if count == 0 || count < 0 && errno == ECONNRESET { return true }
            if count < 0 { return false }
        }
    }

    /// The next response, its body whole.
    package func response(toHEAD isHEAD: Bool = false) throws -> TestResponse {
        var response = try head()
        if isHEAD || response.status == 204 || response.status == 304 { return response }
        if response["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { response.body += chunk }
        } else if let count = response["content-length"].flatMap({ Int($0) }) {
            response.body = try take(count)
        } else {
            while receive() {}
            response.body = received
            received = []
        }
        return response
    }

    /// The next response up to its body.
    package func head() throws -> TestResponse {
        while true {
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                let text = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeFirst(end.upperBound)
                return try TestResponse(head: text)
            }
            guard receive() else { throw ClientError("the connection ended before a response") }
        }
    }

    /// The next chunk of a chunked body; nil at its end.
    package func chunk() throws -> [UInt8]? {
        while true {
            if let end = received.firstRange(of: Array("\r\n".utf8)) {
                guard let count = Int(String(decoding: received[..<end.lowerBound], as: UTF8.self), radix: 16) else {
                    throw ClientError("no chunk size")
                }
                received.removeFirst(end.upperBound)
                let bytes = try take(count)
                _ = try take(2)
                return count == 0 ? nil : bytes
            }
            guard receive() else { throw ClientError("the connection ended within a body") }
        }
    }

    /// Chunks until their text ends with `ending`.
    package func text(until ending: String) throws -> String {
        var text = ""
        while !text.hasSuffix(ending), let chunk = try chunk() { text += String(decoding: chunk, as: UTF8.self) }
        return text
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard receive() else { throw ClientError("the connection ended within a body") }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    private func setPatience(_ patience: timeval) {
        var patience = patience
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = uninterrupted { recv(socket, &buffer, buffer.count, 0) }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

/// Repeats a system call that a signal has cut short, such as that of a program that ended.
package func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        guard result < 0 && errno == EINTR else { return result }
    }
}

/// A response as a client sees it; header names in lower case.
package struct TestResponse {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }

    package init(head: String) throws {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first, let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw ClientError("no status line") }
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
    }

    package subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
