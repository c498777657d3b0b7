import ForgettingDisk
import Foundation
import WireClient

/// A run of a program with each change that it made in a folder, and what a disk whose power fails keeps of them.
final class Recording: Sendable {
    /// Whether this machine lets a program be followed.
    static let isAllowed: Bool = {
        // Where it does not, there is nothing more to know.
        (try? Recording(["/bin/true"], NSTemporaryDirectory(), "/dev/null", ("", -1), false)) != nil
    }()

    // Complete before anything else sees it, and only read from then on.
    private nonisolated(unsafe) let all: OpaquePointer
    private let output: String

    /// Runs a program to its end, the first word being its path.
    ///
    /// With `killedAt` it is killed before the change of that number, counted from the first whose words begin so; with
    /// `endsWhenSaid`, as soon as it has printed something.
    static func make(
        _ words: [String],
        in folder: String,
        killedAt: (from: String, number: Int) = ("", -1),
        endsWhenSaid: Bool = false
    ) async throws -> Recording {
        try await onThread {
            try Recording(words, folder, "\(folder).\(UUID().uuidString.prefix(8)).out", killedAt, endsWhenSaid)
        }
    }

    private init(
        _ words: [String],
        _ folder: String,
        _ output: String,
        _ killedAt: (from: String, number: Int),
        _ endsWhenSaid: Bool
    ) throws {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        let (from, number) = (killedAt.from, Int64(killedAt.number))
        let made = recording_make(arguments, folder, output, from, number, endsWhenSaid ? 1 : 0)
        guard let made else { throw HouseFailure(words: "\(words[0]) cannot be followed on this machine") }
        all = made
        self.output = output
    }

    deinit {
        recording_free(all)
    }

    /// What it printed and said.
    var said: String { String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self) }
    /// The exit code, or below zero the signal that ended it.
    var status: Int32 { recording_status(all) }
    var count: Int { Int(recording_count(all)) }
    /// How many changes came before it printed its first word.
    var countBeforeWord: Int { Int(recording_said(all)) }
    /// Each change in words, with paths from the folder on: "rename hub.key.new hub.key".
    var changes: [String] { (0..<recording_count(all)).map { String(cString: recording_words(all, $0)) } }

    /// Writes to `path` what a disk had in the folder when its power failed behind so many changes, `before` being a copy of
    /// what was there at first.
    ///
    /// Of what was not synced, seeds from 0 to 3 keep nothing, the names, the contents, or everything; others by chance.
    func cut(behind steps: Int, _ seed: UInt64, before: String, to path: String) throws {
        guard recording_cut(all, Int64(steps), seed, before, path, nil) == 0 else {
            throw HouseFailure(words: "\(path) cannot be written")
        }
    }

    /// One file as that disk has it; nil where it is not there.
    func file(_ name: String, behind steps: Int, _ seed: UInt64, before: String) throws -> Data? {
        let path = before + ".cut"
        guard recording_cut(all, Int64(steps), seed, before, path, name) == 0 else {
            throw HouseFailure(words: "\(path) cannot be written")
        }
        let found = FileManager.default.contents(atPath: path + "/" + name)
        try FileManager.default.removeItem(atPath: path)
        return found
    }
}
