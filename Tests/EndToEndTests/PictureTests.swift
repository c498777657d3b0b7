import Foundation
import Pictures
import SamplePictures
import Testing
import WireClient

/// Members' pictures as the real binary makes them: in a process of its own.
@Suite struct PictureTests {
    private static let file = SamplePNG(width: 90, height: 60) { x, y in [UInt8(x), UInt8(y), 9, 255] }.bytes
    private static let process = PortraitProcess(program: HubFolder.binary, word: "portrait")

    @Test func `a picture is the same as one made here`() throws {
        let made = try Self.process.portrait(of: Self.file).jpeg
        #expect(try made == Portrait(file: Self.file).jpeg)
        let again = try Self.process.portrait(of: made).jpeg
        #expect(try again == Portrait(file: made).jpeg)
    }

    @Test func `a file that breaks off is broken there too`() throws {
        #expect(throws: UnusablePicture.broken) { try Self.process.portrait(of: Array(Self.file.dropLast(9_000))) }
    }

    @Test func `the largest picture that is allowed fits into what the process may have`() throws {
        let side = 7_000
        let file = try output(of: "python3", ["-c", largePNG, "\(side)", "\(side)"])
        #expect(try !Self.process.portrait(of: file).jpeg.isEmpty)
    }

    @Test func `S25: a hub makes a picture without loading what decodes it`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let anna = try await Household(folder, hub).anna
            let put = try await set(Self.file, on: hub, token: anna.session)
            #expect(put.status == 200)
            let refused = try await set(Array(Self.file.dropLast(9_000)), on: hub, token: anna.session)
            #expect(refused.status == 422)
            let picture = try #require(put.json["picture"] as? String)
            let got = try await hub.call("GET", picture, token: anna.session)
            #expect(try got.body == Portrait(file: Self.file).jpeg)
            let maps = String(decoding: try output(of: "cat", ["/proc/\(hub.pid)/maps"]), as: UTF8.self)
            #expect(maps.contains("libmicrohttpd") && !maps.contains("libgd."))
        }
    }

    private func set(_ file: [UInt8], on hub: HubProcess, token: String) async throws -> TestResponse {
        let port = hub.port
        let headers = ["Authorization: Bearer \(token)", "Content-Type: image/png"]
        let bytes = requestBytes("PUT", "/api/v1/me/picture", headers, file)
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try client.response()
        }
    }
}

/// Writes a PNG of one colour, of the size that it is told, to standard output.
private let largePNG = """
    import struct, sys, zlib
    width, height = int(sys.argv[1]), int(sys.argv[2])
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    packer = zlib.compressobj(9)
    rows = [packer.compress(bytes([0]) + bytes([9, 99, 199, 255]) * width) for _ in range(height)]
    body = b"".join(rows) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    sys.stdout.buffer.write(
        bytes([137]) + b"PNG\\r\\n" + bytes([26, 10]) + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
    """
