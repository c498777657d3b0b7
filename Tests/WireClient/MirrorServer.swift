import Foundation
import Synchronization

/// A server of extracts that does what a test wants: it cuts, lies, changes its files, and says what it was asked.
package final class MirrorServer: Sendable {
    /// A file as it is now.
    package struct File: Sendable {
        package var bytes: [UInt8]
        /// The `ETag` with its quotation marks; nil for none.
        package var tag: String?
        /// What its `.md5` says; nil where there is none.
        package var digest: String?

        package init(_ bytes: [UInt8], tag: String?, digest: String?) {
            (self.bytes, self.tag, self.digest) = (bytes, tag, digest)
        }
    }

    /// What happens to the next question for a file itself.
    package enum Trouble: Sendable {
        /// So many bytes of the body come, and then the connection ends.
        case cut(after: Int)
        /// The bytes that it answers, head and all.
        case says(String)
        /// The whole file comes, whatever was asked for.
        case ignoresRange
        /// The file is another one from now on.
        case changes(File)
    }

    private struct State {
        var files: [String: File] = [:]
        var troubles: [Trouble] = []
        var questions: [String] = []
        var answers: [String: String] = [:]
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    /// Begins to answer.
    package init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (opened, size) = (listener, length)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(opened, pointer, size) == 0 && listen(opened, 16) == 0
                    && getsockname(opened, pointer, &length) == 0
            }
        }
        guard status else { throw ClientError("no port for a mirror") }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.accept() }
    }

    /// Where it is reached.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// What it was asked: method and path, and behind them the headers of a continuation, where it was one.
    package var questions: [String] { state.withLock { $0.questions } }

    /// Puts a file there, or another in its place.
    package func put(_ file: File?, at path: String) { state.withLock { $0.files[path] = file } }

    /// What happens to the next questions for a file itself, one after the other.
    package func expect(_ troubles: Trouble...) { state.withLock { $0.troubles += troubles } }

    /// What it answers to a method and a path from now on, head and all.
    package func answer(_ question: String, with text: String) { state.withLock { $0.answers[question] = text } }

    /// Answers nobody any more.
    package func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else {
                Glibc.close(listener)
                return
            }
            Thread.detachNewThread {
                if let head = Self.head(from: client) { Self.send(self.answer(head), to: client) }
                // The end of the answer, and not a reset that would throw away what is on its way.
                shutdown(client, Int32(SHUT_WR))
                var rest: UInt8 = 0
                while recv(client, &rest, 1, 0) > 0 {}
                Glibc.close(client)
            }
        }
    }

    private func answer(_ head: [String]) -> [UInt8] {
        let words = head[0].split(separator: " ").map(String.init)
        guard words.count == 3 else { return [] }
        let (method, path) = (words[0], words[1])
        func field(_ name: String) -> String? {
            head.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
        let continuation = [field("Range"), field("If-Range")].compactMap(\.self)
        return state.withLock { state in
            state.questions.append(([method, path] + continuation).joined(separator: " "))
            if let text = state.answers["\(method) \(path)"] { return Array(text.utf8) }
            if path.hasSuffix(".md5"), let file = state.files[String(path.dropLast(4))] {
                guard let digest = file.digest else { return Self.nothing }
                return Self.whole(Array("\(digest)  \(path.split(separator: "/").last ?? "")\n".utf8), tag: nil)
            }
            guard state.files[path] != nil else { return Self.nothing }
            var trouble: Trouble?
            if method == "GET", !state.troubles.isEmpty { trouble = state.troubles.removeFirst() }
            if case .changes(let file) = trouble { state.files[path] = file }
            guard let file = state.files[path] else { return Self.nothing }
            return Self.bytes(of: file, isHEAD: method == "HEAD", field("Range"), field("If-Range"), trouble)
        }
    }

    private static func bytes(
        of file: File,
        isHEAD: Bool,
        _ range: String?,
        _ mark: String?,
        _ trouble: Trouble?
    ) -> [UInt8] {
        if case .says(let text) = trouble { return Array(text.utf8) }
        var answer = whole(file.bytes, tag: file.tag)
        let from = range.flatMap { Int($0.dropFirst(6).dropLast()) }
        var isWhole = mark != nil && mark != file.tag
        if case .ignoresRange = trouble { isWhole = true }
        var body = file.bytes.count
        if let from, !isWhole {
            guard from < file.bytes.count else { return Array("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n".utf8) }
            body = file.bytes.count - from
            let tag = file.tag.map { "ETag: \($0)\r\n" } ?? ""
            let head =
                "HTTP/1.1 206 Part\r\n\(tag)Content-Length: \(body)\r\n"
                + "Content-Range: bytes \(from)-\(file.bytes.count - 1)/\(file.bytes.count)\r\n\r\n"
            answer = Array(head.utf8) + file.bytes[from...]
        }
        if isHEAD { return Array(answer.dropLast(body)) }
        if case .cut(let count) = trouble { return Array(answer.dropLast(max(0, body - count))) }
        return answer
    }

    private static let nothing = Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)

    private static func whole(_ bytes: [UInt8], tag: String?) -> [UInt8] {
        let tag = tag.map { "ETag: \($0)\r\n" } ?? ""
        return Array("HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
    }

    /// The lines of a question's head; nil at the end of the connection.
    private static func head(from socket: Int32) -> [String]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 65_536 {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasSuffix("\r\n\r\n") { return text.split(separator: "\r\n").map(String.init) }
        }
        return nil
    }

    private static func send(_ bytes: [UInt8], to socket: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
