import CZip
import Glibc

/// A file that libzip reads once, from its first byte to its last (zip_source_function).
final class ZipSource {
    let entry: ZipEntry
    /// What the entry threw.
    private(set) var error: (any Error)?
    private var piece: [UInt8] = []
    private var taken = 0

    init(_ entry: ZipEntry) {
        self.entry = entry
    }

    static let callback: zip_source_callback = { context, data, count, command in
        guard let context = unsafe context else { return -1 }
        let source = unsafe Unmanaged<ZipSource>.fromOpaque(context).takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_SUPPORTS: return hearth_zip_supports_readable()
        case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE: return 0
        case ZIP_SOURCE_READ:
            return unsafe source.read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(count)))
        case ZIP_SOURCE_STAT: return unsafe stat(into: data, modifiedAtSeconds: source.entry.modifiedAtSeconds)
        case ZIP_SOURCE_ERROR: return unsafe tellError(ZIP_ER_READ, into: data)
        default: return -1
        }
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> zip_int64_t {
        var filled = 0
        while filled < buffer.count {
            guard taken < piece.count || nextPiece() else { break }
            let count = min(piece.count - taken, buffer.count - filled)
            let part = piece[taken..<taken + count]
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            (taken, filled) = (taken + count, filled + count)
        }
        return error == nil ? zip_int64_t(filled) : -1
    }

    /// Makes the next piece that is not empty; false at the end, or after a failure.
    private func nextPiece() -> Bool {
        guard error == nil else { return false }
        do {
            while let next = try entry.nextPiece() {
                guard !next.isEmpty else { continue }
                (piece, taken) = (next, 0)
                return true
            }
        } catch {
            self.error = error
        }
        return false
    }
}

/// The file that libzip writes the archive into: any that can be sought.
final class ZipTarget {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    static let callback: zip_source_callback = { context, data, count, command in
        guard let context = unsafe context else { return -1 }
        let target = unsafe Unmanaged<ZipTarget>.fromOpaque(context).takeUnretainedValue()
        switch command {
        case ZIP_SOURCE_SUPPORTS: return hearth_zip_supports_writable()
        case ZIP_SOURCE_STAT: return unsafe stat(into: data, modifiedAtSeconds: 0)
        // Opened although nothing is read of it, as it is there.
        case ZIP_SOURCE_OPEN: return 0
        case ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE,
            ZIP_SOURCE_FREE,
            ZIP_SOURCE_CLOSE:
            return 0
        case ZIP_SOURCE_WRITE: return unsafe target.write(UnsafeRawBufferPointer(start: data, count: Int(count)))
        case ZIP_SOURCE_SEEK_WRITE: return unsafe target.seek(data, count)
        case ZIP_SOURCE_TELL_WRITE: return zip_int64_t(lseek(target.descriptor, 0, SEEK_CUR))
        case ZIP_SOURCE_ERROR: return unsafe tellError(ZIP_ER_WRITE, into: data)
        default: return -1
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> zip_int64_t {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return -1 }
            done += count
        }
        return zip_int64_t(done)
    }

    private func seek(_ data: UnsafeMutableRawPointer?, _ count: zip_uint64_t) -> zip_int64_t {
        guard let data = unsafe data, count >= MemoryLayout<zip_source_args_seek_t>.size else { return -1 }
        let wanted = unsafe data.loadUnaligned(as: zip_source_args_seek_t.self)
        return lseek(descriptor, off_t(wanted.offset), wanted.whence) < 0 ? -1 : 0
    }
}

/// Answers ZIP_SOURCE_STAT: nothing is known but when it was made.
private func stat(into data: UnsafeMutableRawPointer?, modifiedAtSeconds: Int64) -> zip_int64_t {
    guard let data = unsafe data else { return -1 }
    let stat = unsafe data.assumingMemoryBound(to: zip_stat_t.self)
    unsafe zip_stat_init(stat)
    unsafe stat.pointee.mtime = time_t(modifiedAtSeconds)
    unsafe stat.pointee.valid = zip_uint64_t(ZIP_STAT_MTIME)
    return unsafe zip_int64_t(MemoryLayout<zip_stat_t>.size)
}

/// Answers ZIP_SOURCE_ERROR: two integers, the library's code and the system's.
private func tellError(_ code: Int32, into data: UnsafeMutableRawPointer?) -> zip_int64_t {
    guard let data = unsafe data else { return -1 }
    unsafe data.storeBytes(of: code, as: Int32.self)
    unsafe data.storeBytes(of: errno, toByteOffset: MemoryLayout<Int32>.size, as: Int32.self)
    return zip_int64_t(2 * MemoryLayout<Int32>.size)
}
