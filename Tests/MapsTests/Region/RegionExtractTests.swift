import Foundation
import Linux
import Maps
import Testing

/// Which files are extracts.
@Suite struct RegionExtractTests {
    @Test func `the shipped extract is whole`() async throws {
        let extract = try await RegionExtract.check(shippedExtract)
        #expect(extract.bytes == 592_570 && extract.digest.count == 64)
    }

    @Test func `a file that is missing, empty or something else is refused in words`() async throws {
        #expect(await refusal(of: nil)?.hasSuffix("No such file or directory") ?? false)
        #expect(await refusal(of: [])?.hasSuffix("is empty") ?? false)
        for other in ["<osm version=\"0.6\">", "hello", "PK\u{3}\u{4} a zip file of some length", "\0\0\0"] {
            #expect(await refusal(of: Array(other.utf8))?.contains("is no extract of OpenStreetMap") ?? false)
        }
    }

    @Test func `an extract that is cut short is refused, wherever it is cut`() async throws {
        let whole = [UInt8](try #require(FileManager.default.contents(atPath: shippedExtract)))
        for length in [100, 5_000, whole.count / 2, whole.count - 1] {
            let words = await refusal(of: Array(whole.prefix(length)))
            #expect(words?.contains("is cut short") ?? false, "\(length): \(words ?? "taken")")
        }
    }

    @Test func `an extract with a wrong byte is refused`() async throws {
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: shippedExtract)))
        for place in 200_000..<200_064 { bytes[place] ^= 0x55 }
        #expect(await refusal(of: bytes)?.contains("is damaged") ?? false)
    }

    @Test func `an extract without streets is refused`() async throws {
        let whole = [UInt8](try #require(FileManager.default.contents(atPath: shippedExtract)))
        // The head alone: its blob's length stands in the 13 bytes before it, in the last byte or two.
        let head = try #require(headOnly(whole))
        #expect(await refusal(of: head)?.contains("holds no streets") ?? false)
    }
}

/// The first blob of an extract with its head.
private func headOnly(_ bytes: [UInt8]) -> [UInt8]? {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let head = bytes[4..<4 + length]
    // Field 3, a number, comes last.
    guard let tag = head.lastIndex(of: 0x18) else { return nil }
    let size = head[(tag + 1)...].enumerated().reduce(0) { $0 | Int($1.element & 0x7F) << (7 * $1.offset) }
    return Array(bytes.prefix(4 + length + size))
}

/// In which words a file of these bytes is refused; nil where it is taken, no bytes meaning no file.
private func refusal(of bytes: [UInt8]?) async -> String? {
    let path = FileManager.default.temporaryDirectory.appending(path: "extract-\(UUID().uuidString).osm.pbf").path
    if let bytes { #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes))) }
    defer { try? Folders.remove(path) }  // a left-over file fails no test
    do {
        _ = try await RegionExtract.check(path)
        return nil
    } catch {
        return error.words
    }
}
