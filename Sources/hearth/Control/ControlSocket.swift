import FoundationEssentials
import Glibc
import Work

/// The running hub's ear for its keeper: a socket in the data folder that only its owner may use.
///
/// One request a connection: a line of JSON there, a line of JSON back.
final class ControlSocket: Sendable {
    /// A request of more bytes than this is not read.
    private static let requestBytesMax = 1 << 20
    private static let answerBytesMax = 64 << 20

    private let socket: LocalSocket
    private let path: String

    /// Listens in the data folder, on a line of its own; the caller holds the folder's lock, so that no other hub listens there.
    init(
        folder: String,
        in workplace: Workplace,
        answer: @escaping @Sendable (ControlCommand) async -> ControlAnswer
    ) throws {
        path = ControlSocket.path(folder)
        socket = try LocalSocket.listening(at: path)
        let socket = socket
        workplace.line("hearth.control", .ordinary).add {
            while let connection = socket.accepted() { ControlSocket.serve(connection, answer) }
        }
    }

    /// Stops listening.
    func stop() {
        socket.close()
        _ = unsafe unlink(path)
    }

    /// Asks the hub that runs in a folder, and hands it an open file where it is to read one; nil where none runs.
    static func ask(_ command: ControlCommand, folder: String, handing file: Int32? = nil) throws -> ControlAnswer? {
        guard let connection = try LocalSocket.connected(to: path(folder)) else { return nil }
        defer { connection.close() }
        connection.send([UInt8](try JSONEncoder().encode(command)) + [UInt8(ascii: "\n")], with: file)
        let line = connection.readLine(bytesMax: answerBytesMax).line
        guard !line.isEmpty else { throw CommandFailure(words: "the hub stopped before it answered") }
        return try JSONDecoder().decode(ControlAnswer.self, from: Data(line))
    }

    private static func path(_ folder: String) -> String { folder + "/control.sock" }

    private static func serve(
        _ connection: LocalSocket,
        _ answer: @escaping @Sendable (ControlCommand) async -> ControlAnswer
    ) {
        // A program that connects and says nothing must not keep the next one waiting for ever.
        connection.setPatience(seconds: 5)
        let (line, file) = connection.readLine(bytesMax: requestBytesMax)
        Task {
            defer { connection.close() }
            let reply: ControlAnswer
            do {
                let command = try JSONDecoder().decode(ControlCommand.self, from: Data(line))
                reply = await HandedFile.$current.withValue(file) { await answer(command) }
            } catch {
                reply = .refused(words: "this hub does not know that command; is it another version?")
            }
            // Answers are made of texts and lists, which always encode.
            guard let data = try? JSONEncoder().encode(reply) else { return }
            connection.send([UInt8](data) + [UInt8(ascii: "\n")])
        }
    }
}
