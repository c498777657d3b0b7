import CSodium
import Glibc
import Synchronization

/// Randomness for keys, nonces, tokens and codes, from the operating system's generator.
package enum SecureRandom {
    /// Bytes drawn ahead, so that a nonce does not cost a system call; wiped as they are handed out.
    private struct Reserve {
        static let size = 4096
        var bytes = [UInt8](repeating: 0, count: size)
        var used = size
    }

    private static let reserve = Mutex(Reserve())

    /// Random bytes; `count` may be zero.
    package static func bytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe fill(UnsafeMutableRawBufferPointer(buffer.extracting(0..<count)))
            filled = count
        }
    }

    /// A token of at least `bits` random bits as unpadded base64url text: 22 characters for 128.
    package static func token(bits: Int = 128) -> String {
        Base64.encode(bytes((bits + 7) / 8), alphabet: .urlSafe)
    }

    /// A code for people to read and type: characters of Crockford's base32, five bits each.
    package static func code(characters: Int) -> String {
        TypedCode.text(of: bytes(characters))
    }

    /// A code of decimal digits, each as likely as the others.
    package static func digits(_ count: Int) -> String {
        var digits = ""
        while digits.utf8.count < count {
            // 250 is the largest multiple of ten in a byte: what is above would favour small digits.
            for byte in bytes(count) where byte < 250 && digits.utf8.count < count {
                digits.append(String(byte % 10))
            }
        }
        return digits
    }

    /// Fills a buffer, from the reserve where it is small.
    static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        let count = buffer.count
        guard count <= 64 else {
            Sodium.isReady
            unsafe randombytes_buf(start, count)
            return
        }
        reserve.withLock { reserve in
            if reserve.used + count > Reserve.size {
                Sodium.isReady
                unsafe randombytes_buf(&reserve.bytes, Reserve.size)
                reserve.used = 0
            }
            let used = reserve.used
            reserve.used += count
            unsafe reserve.bytes.withUnsafeMutableBytes { bytes in
                guard let drawn = bytes.baseAddress else { return }
                unsafe start.copyMemory(from: drawn + used, byteCount: count)
                unsafe memset(drawn + used, 0, count)
            }
        }
    }
}
