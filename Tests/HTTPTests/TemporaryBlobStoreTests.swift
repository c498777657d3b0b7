import Foundation
import HTTP
import Testing
import WireClient

@Suite struct TemporaryBlobStoreTests {
    @Test(arguments: [0, 1, 32 << 10, (32 << 10) + 1, 1_000_000])
    func `a body on a shelf comes whole, each its own`(_ count: Int) async throws {
        let shelf = try TemporaryBlobStore()
        let bodies = (0..<3).map { number in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) } }
        let shelved = try bodies.map { try shelf.put($0) }
        let server = try startServer { request, responder in
            responder.send(Response(200, body: shelved[Int(request.path.dropFirst()) ?? 0]))
        }
        try await onThread {
            let client = try TestClient(port: server.port)
            for _ in 0..<2 {
                for number in bodies.indices {
                    try client.send(get("/\(number)"))
                    let answer = try client.response()
                    #expect(answer.body == bodies[number] && answer["content-length"] == "\(count)")
                }
            }
            try client.send(requestBytes("HEAD", "/1", [], nil))
            let head = try client.response(toHEAD: true)
            #expect(head.body.isEmpty && head["content-length"] == "\(count)")
        }
    }

    @Test func `a shelf leaves no file behind, and takes the first folder that can be written to`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let shelf = try TemporaryBlobStore(folders: [folder.path + "/none", folder.path])
        #expect(try shelf.put([1, 2, 3]).count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(throws: TemporaryBlobStore.Failure(code: ENOENT)) {
            try TemporaryBlobStore(folders: [folder.path + "/none"])
        }
    }
}
