import API
import Family
import Glibc
import Hub
import HubAPI

/// Begins to read a file of this machine into a member's history: the one that came with the command, or else the one at
/// the path.
func importing(
    _ path: String,
    of phone: String,
    _ keep: String?,
    on service: HubService
) async throws -> ImportBody {
    let member = try await service.hub.member(phoneOrID: phone)
    let descriptor = unsafe HandedFile.current?.take() ?? open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(words: "\(path): \(errorWords(errno))") }
    do {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(words: "\(path) is not a file.")
        }
        try service.hub.requireRoom(forFileOf: Int(status.st_size))
        if let keep, try await !service.hub.hasChosenHistoryDays(member) {
            try await service.hub.setHistoryDays(of: member, to: keep == "forever" ? nil : Int(keep) ?? 0)
        }
        return try await service.importFile(descriptor, bytes: Int(status.st_size), of: member) {
            close(descriptor)
        }
    } catch {
        close(descriptor)
        throw error
    }
}

/// How an import of a member stands.
func stateOfImport(_ id: String, of phone: String, on service: HubService) async throws -> ImportBody {
    guard let id = ID<ImportReference>(text: id) else { throw HistoryRefusal.importNotFound }
    return try service.importState(id, of: try await service.hub.member(phoneOrID: phone))
}
