import Foundation

/// Runs a program of the system with these arguments, gives it the input and returns its output.
package func output(of program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (into, out) = (Pipe(), Pipe())
    process.standardInput = into
    process.standardOutput = out
    process.standardError = FileHandle.nullDevice
    try process.run()
    let writer = Thread {
        // A program that wants no input may be gone already.
        try? into.fileHandleForWriting.write(contentsOf: Data(input))
        // As above.
        try? into.fileHandleForWriting.close()
    }
    writer.start()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
        let count = uninterrupted { read(out.fileHandleForReading.fileDescriptor, &buffer, buffer.count) }
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ClientError("\(program) failed") }
    return bytes
}

package func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    try output(of: "gzip", ["-9", "-c"], input: bytes)
}
