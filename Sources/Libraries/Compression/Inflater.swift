import CZlib

/// Why gzip is given up on.
package enum InflateFault: Sendable {
    /// It grew out of proportion.
    case tooLarge
    /// It is no gzip, or damaged.
    case malformed
}

/// Undoes gzip piece by piece, and gives up on a body that grows out of proportion.
///
/// The only owner of a zlib stream: `inflateEnd` is called once, when this goes. Used by one thread at a time.
@safe
package final class Inflater {
    /// How much larger than its compressed form a body may be, once it is larger than `freeBytes`.
    package static let growthMax = 10
    /// What a body may be inflated to however small its compressed form is.
    package static let freeBytes = 64 << 10

    private let stream: UnsafeMutablePointer<z_stream>
    private let declaredBytes: Int
    private var consumedBytes = 0
    private var producedBytes = 0
    /// Whether the end of the compressed stream and its checksum were seen.
    package private(set) var isComplete = false
    /// Whether any byte came.
    package var hasBegun: Bool { consumedBytes > 0 }

    /// Nil without memory.
    ///
    /// The compressed size is 0 when it is not known beforehand.
    package init?(compressedBytes: Int) {
        declaredBytes = compressedBytes
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // On failure the deinit runs; inflateEnd does nothing to a stream that was not begun.
        guard unsafe hearth_inflate_gzip(stream) == Z_OK else { return nil }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Inflates the input and hands on what comes out, at most 16 KiB at a time.
    ///
    /// Throws what `take` throws, or what `refusal` makes of a fault.
    package func inflate<Refusal: Error>(
        _ input: Span<UInt8>,
        refusal: (InflateFault) -> Refusal,
        into take: (Span<UInt8>) throws(Refusal) -> Void
    ) throws(Refusal) {
        guard !input.isEmpty else { return }
        // Bytes behind the end belong to nothing that was announced.
        guard !isComplete else { throw refusal(.malformed) }
        consumedBytes += input.count
        try unsafe input.withUnsafeBufferPointer { input throws(Refusal) in
            // zlib reads the input within this call alone; its type merely lacks the const.
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(input.count)
            defer { unsafe stream.pointee.next_in = nil }
            try drain(refusal: refusal, into: take)
        }
    }

    private func drain<Refusal: Error>(
        refusal: (InflateFault) -> Refusal,
        into take: (Span<UInt8>) throws(Refusal) -> Void
    ) throws(Refusal) {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        repeat {
            let capacity = buffer.count
            let (status, room) = unsafe buffer.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(capacity)
                defer { unsafe stream.pointee.next_out = nil }
                return unsafe (CZlib.inflate(stream, Z_NO_FLUSH), Int(stream.pointee.avail_out))
            }
            // Z_BUF_ERROR says only that there was nothing to do.
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw refusal(.malformed) }
            producedBytes += capacity - room
            guard producedBytes <= max(Self.freeBytes, Self.growthMax * max(declaredBytes, consumedBytes)) else {
                throw refusal(.tooLarge)
            }
            try take(buffer.span.extracting(first: capacity - room))
            if status == Z_STREAM_END {
                isComplete = true
                guard unsafe stream.pointee.avail_in == 0 else { throw refusal(.malformed) }
                return
            }
            if room > 0 { return }
        } while true
    }
}
