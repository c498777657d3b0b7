import Foundation

/// Hands over a new folder, and removes it at the end.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-deputy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // It is the system's to remove where that fails.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder.path)
}

func files(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
