import CZip
import Glibc

/// Writes an archive of these files into an open, empty file; never more than a piece of one is in memory.
///
/// The descriptor stays the caller's, who reads from its beginning afterwards. Throws what an entry's `nextPiece` threw,
/// or `ZipFailure`.
package func writeZip(_ entries: [ZipEntry], to descriptor: Int32) throws {
    let target = ZipTarget(descriptor)
    let sources = entries.map(ZipSource.init)
    // What the callbacks are given lives until the library is done with it.
    defer { withExtendedLifetime((target, sources)) {} }
    let archive = try unsafe openArchive(target)
    do {
        for source in sources { unsafe try add(source, to: archive) }
        guard unsafe zip_close(archive) == 0 else {
            if let error = sources.lazy.compactMap(\.error).first { throw error }
            throw unsafe ZipFailure(words: String(cString: zip_strerror(archive)))
        }
    } catch {
        // An archive that could not be closed is still open (zip_close).
        unsafe zip_discard(archive)
        throw error
    }
}

private func openArchive(_ target: ZipTarget) throws(ZipFailure) -> OpaquePointer {
    var error = unsafe zip_error_t()
    unsafe zip_error_init(&error)
    defer { unsafe zip_error_fini(&error) }
    let context = unsafe Unmanaged.passUnretained(target).toOpaque()
    guard let source = unsafe zip_source_function_create(ZipTarget.callback, context, &error) else {
        throw unsafe ZipFailure(words: String(cString: zip_error_strerror(&error)))
    }
    // On success the archive owns the source; else it stays ours (zip_open_from_source).
    guard let archive = unsafe zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
        unsafe zip_source_free(source)
        throw unsafe ZipFailure(words: String(cString: zip_error_strerror(&error)))
    }
    return unsafe archive
}

private func add(_ file: ZipSource, to archive: OpaquePointer) throws(ZipFailure) {
    let context = unsafe Unmanaged.passUnretained(file).toOpaque()
    guard let source = unsafe zip_source_function(archive, ZipSource.callback, context) else {
        throw unsafe ZipFailure(words: String(cString: zip_strerror(archive)))
    }
    let index = unsafe zip_file_add(archive, file.entry.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
        unsafe zip_source_free(source)
        throw unsafe ZipFailure(words: String(cString: zip_strerror(archive)))
    }
    // Quick is well enough: numbers shrink to a tenth at any level.
    let method = file.entry.isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    unsafe zip_set_file_compression(archive, zip_uint64_t(index), method, 2)
    unsafe zip_file_set_mtime(archive, zip_uint64_t(index), time_t(file.entry.modifiedAtSeconds), 0)
}
