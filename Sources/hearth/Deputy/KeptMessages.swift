import Family
import FoundationEssentials
import Glibc
import Messaging

/// Keeps messages in a file that its owner alone can read, a line of JSON each: in a trial no one is notified.
struct KeptMessages: MessageSender {
    private struct Line: Codable {
        let at: String
        let channel: String
        let to: String
        let text: String
    }

    let path: String

    func send(_ message: Message) async -> SendOutcome {
        let line = Line(at: realTime().text, channel: message.channel.rawValue, to: message.to, text: message.text)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Plain texts always encode.
        guard let data = try? encoder.encode(line) else { return .refused(why: "it cannot be written down") }
        let bytes = [UInt8](data) + [UInt8(ascii: "\n")]
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .later(why: "the file cannot be written", afterSeconds: nil) }
        defer { close(descriptor) }
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            return .later(why: "the file cannot be written", afterSeconds: nil)
        }
        return .sent
    }
}
