import Foundation
import Pictures
import Programs
import SamplePictures
import Testing

/// What becomes of a picture when the process that makes it goes wrong: programs that do so stand in for it.
@Suite struct PortraitProcessTests {
    private static let file = SamplePNG(width: 8, height: 8) { x, y in [UInt8(x), UInt8(y), 0, 255] }.bytes

    @Test(arguments: [
        ("crashes", "kill -SEGV $$"), ("is killed", "kill -KILL $$"), ("says nothing", "exit 0"),
        ("never ends", "exec /bin/sleep 60"), ("never ends, and says nothing more", "exec 1>&-; exec /bin/sleep 60"),
        ("never stops talking", "exec /usr/bin/yes"), ("babbles", "echo hello"),
        ("promises more than it says", #"printf 'J\0\0\0\377abc'"#), ("makes no picture", #"printf 'J\0\0\0\003abc'"#),
        ("breaks off", "exec /usr/bin/head -c 9 /dev/zero"),
    ])
    func `a portrait process that goes wrong makes the picture count as broken`(_ what: String, _ script: String) throws
    {
        try withProgram(script) { program in
            let process = PortraitProcess(program: program, word: "portrait", secondsMax: 1)
            #expect(throws: UnusablePicture.broken) { try process.portrait(of: Self.file) }
        }
    }

    @Test func `a fault that the portrait process reports is the reason of the refusal`() throws {
        for (said, refusal) in [("k", UnusablePicture.unknownKind), ("p", .tooManyPixels), ("b", .broken)] {
            try withProgram(#"printf '\#(said)\0\0\0\0'"#) { program in
                let process = PortraitProcess(program: program, word: "portrait")
                #expect(throws: refusal) { try process.portrait(of: Self.file) }
            }
        }
    }

    @Test func `the fault of the hub is not said to be the file's`() throws {
        try withProgram(#"printf 'd\0\0\0\0'"#) { program in
            let process = PortraitProcess(program: program, word: "portrait")
            #expect(throws: PortraitProcess.Failure.noDecoder) { try process.portrait(of: Self.file) }
        }
        let process = PortraitProcess(program: "/nowhere/hearth", word: "portrait")
        #expect(throws: PortraitProcess.Failure.notStarted(ENOENT)) { try process.portrait(of: Self.file) }
    }

    @Test func `a file whose head gives it away starts no process`() throws {
        let process = PortraitProcess(program: "/nowhere/hearth", word: "portrait")
        #expect(throws: UnusablePicture.unknownKind) { try process.portrait(of: Array("hello".utf8)) }
        let large = SamplePNG(claimingWidth: 12_001, height: 1).bytes
        #expect(throws: UnusablePicture.tooManyPixels) { try process.portrait(of: large) }
    }

    @Test func `the process gets the file, and neither this one's files nor its environment`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let script = """
            /bin/cat > \(folder.path)/file
            /bin/ls /proc/$$/fd > \(folder.path)/open
            /usr/bin/tr '\\0' '\\n' < /proc/$$/environ > \(folder.path)/environment
            """
        try withProgram(script) { program in
            let process = PortraitProcess(program: program, word: "portrait")
            #expect(throws: UnusablePicture.broken) { try process.portrait(of: Self.file) }
        }
        func found(_ name: String) throws -> Data {
            try Data(contentsOf: folder.appendingPathComponent(name))
        }
        #expect(try Array(found("file")) == Self.file)
        let environment = String(decoding: try found("environment"), as: UTF8.self).split(separator: "\n")
        #expect(environment.allSatisfy { $0.hasPrefix("LD_LIBRARY_PATH=") })
        // 10 and above are the shell's own.
        let open = String(decoding: try found("open"), as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
        #expect(open.filter { $0 < 10 }.sorted() == [0, 1, 2])
    }

    /// Runs `body` with a program that does what a script says.
    private func withProgram(_ script: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path
        try StartedProgram.write("#!/bin/sh\n\(script)", to: path)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        try body(path)
    }
}
