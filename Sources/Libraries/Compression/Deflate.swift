import CZlib

/// What zlib makes smaller and whole again, for values that fit into memory (RFC 1950).
package enum Deflate {
    /// The bytes compressed; nil without memory.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe compress2(output.baseAddress, &count, input.baseAddress, UInt(input.count), 9)
            }
        }
        guard status == Z_OK else { return nil }
        output.removeLast(output.count - Int(count))
        return output
    }

    /// The bytes as they were before; nil where they are damaged, or would not be exactly `count` bytes.
    package static func decompress(_ bytes: [UInt8], count: Int) -> [UInt8]? {
        guard count >= 0 else { return nil }
        // One byte more, so that what is longer shows.
        var output = [UInt8](repeating: 0, count: count + 1)
        var length = UInt(output.count)
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe uncompress(output.baseAddress, &length, input.baseAddress, UInt(input.count))
            }
        }
        guard status == Z_OK, Int(length) == count else { return nil }
        output.removeLast()
        return output
    }
}
