import CCrypto
import Synchronization

/// A key that seals bytes with AES-256-GCM: who lacks it can neither read them nor change them unseen.
///
/// A sealed text is a random nonce of 12 bytes, the ciphertext and a tag of 16 bytes. With random nonces a key is good for
/// 2^32 sealings (NIST SP 800-38D, 8.3): a fix each second for 136 years. Any thread may use it; printing it shows nothing.
@safe
package final class AEADKey: Sendable {
    /// How many bytes a key has.
    package static let byteCount = 32
    /// How many bytes a sealed text has more than the plain one.
    package static let overhead = nonceCount + tagCount

    private static let nonceCount = 12
    private static let tagCount = 16

    /// The cipher, looked up once, which is slow in OpenSSL 3; it is never changed, and its count of users is atomic.
    private nonisolated(unsafe) static let cipher = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    /// A context with the key's schedule, which one thread uses at a time.
    private let context: Mutex<Context>

    /// Takes a key of 32 random bytes.
    package init(_ key: [UInt8]) {
        precondition(key.count == Self.byteCount)
        context = Mutex(unsafe Context(key, cipher: Self.cipher))
    }

    /// Seals a text; `additional` is not kept in it and must be the same when it is opened.
    package func seal(_ plain: [UInt8], additional: [UInt8]) -> [UInt8] {
        context.withLock { $0.seal(plain, additional: additional) }
    }

    /// The plain text, or nil where the key, the additional bytes or any byte of the sealed text is another.
    package func open(_ sealed: [UInt8], additional: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.overhead else { return nil }
        return context.withLock { $0.open(sealed, additional: additional) }
    }

    /// Owns OpenSSL's context and frees it, which wipes the key.
    @safe
    private struct Context: ~Copyable {
        private let pointer: OpaquePointer

        init(_ key: [UInt8], cipher: OpaquePointer?) {
            // Fails only without memory or with an OpenSSL that lacks the cipher; nothing can be kept safely then.
            guard let pointer = unsafe EVP_CIPHER_CTX_new(), let cipher = unsafe cipher,
                unsafe EVP_CipherInit_ex(pointer, cipher, nil, key, nil, 1) == 1
            else { preconditionFailure("OpenSSL cannot seal with AES-256-GCM") }
            unsafe self.pointer = pointer
        }

        deinit {
            unsafe EVP_CIPHER_CTX_free(pointer)
        }

        func seal(_ plain: [UInt8], additional: [UInt8]) -> [UInt8] {
            let count = plain.count + AEADKey.overhead
            return unsafe [UInt8](unsafeUninitializedCapacity: count) { sealed, filled in
                guard let nonce = sealed.baseAddress else { return }
                unsafe SecureRandom.fill(UnsafeMutableRawBufferPointer(start: nonce, count: AEADKey.nonceCount))
                let text = unsafe nonce + AEADKey.nonceCount
                let isDone =
                    unsafe start(nonce: nonce, encrypts: 1, additional: additional)
                    && transform(plain, plain.count, into: text)
                    && finish(at: text + plain.count)
                    && EVP_CIPHER_CTX_ctrl(
                        pointer,
                        EVP_CTRL_AEAD_GET_TAG,
                        Int32(AEADKey.tagCount),
                        text + plain.count
                    ) == 1
                precondition(isDone, "OpenSSL cannot seal")
                filled = count
            }
        }

        func open(_ sealed: [UInt8], additional: [UInt8]) -> [UInt8]? {
            let count = sealed.count - AEADKey.overhead
            var isGenuine = false
            let plain = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 1)) { plain, filled in
                guard let out = plain.baseAddress else { return }
                isGenuine = unsafe sealed.withUnsafeBufferPointer { sealed in
                    guard let nonce = sealed.baseAddress else { return false }
                    let text = unsafe nonce + AEADKey.nonceCount
                    // The tag is only read, though the function takes it as changeable.
                    let tag = unsafe UnsafeMutablePointer(mutating: text + count)
                    return unsafe start(nonce: nonce, encrypts: 0, additional: additional)
                        && transform(text, count, into: out)
                        && EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(AEADKey.tagCount), tag) == 1
                        && finish(at: out + count)
                }
                filled = isGenuine ? count : 0
            }
            return isGenuine ? plain : nil
        }

        /// Sets the nonce, the direction and the additional bytes; the key stays.
        private func start(nonce: UnsafePointer<UInt8>, encrypts: Int32, additional: [UInt8]) -> Bool {
            var written: Int32 = 0
            return unsafe EVP_CipherInit_ex(pointer, nil, nil, nil, nonce, encrypts) == 1
                && (additional.isEmpty
                    || EVP_CipherUpdate(pointer, nil, &written, additional, Int32(additional.count)) == 1)
        }

        private func transform(
            _ input: UnsafePointer<UInt8>,
            _ count: Int,
            into output: UnsafeMutablePointer<UInt8>
        ) -> Bool {
            var written: Int32 = 0
            return unsafe count == 0 || EVP_CipherUpdate(pointer, output, &written, input, Int32(count)) == 1
        }

        /// Ends the text: it writes no byte in this mode, and checks the tag when opening.
        private func finish(at output: UnsafeMutablePointer<UInt8>) -> Bool {
            var written: Int32 = 0
            return unsafe EVP_CipherFinal_ex(pointer, output, &written) == 1
        }
    }
}

extension AEADKey {
    /// A new data key, wrapped under this one for `purpose` and `owner`.
    package func makeWrappedKey(purpose: String, owner: [UInt8] = []) -> (key: AEADKey, wrapped: [UInt8]) {
        let bytes = SecureRandom.bytes(Self.byteCount)
        return (AEADKey(bytes), wrap(bytes, purpose: purpose, owner: owner))
    }

    /// A data key of 32 bytes, sealed so that only the same purpose and owner open it: 60 bytes.
    package func wrap(_ key: [UInt8], purpose: String, owner: [UInt8] = []) -> [UInt8] {
        precondition(key.count == Self.byteCount)
        return seal(key, additional: wrapContext(purpose, owner))
    }

    /// The data key, or nil where it was wrapped under another key, for another purpose or owner, or changed.
    package func unwrap(_ wrapped: [UInt8], purpose: String, owner: [UInt8] = []) -> AEADKey? {
        guard let key = open(wrapped, additional: wrapContext(purpose, owner)), key.count == Self.byteCount else {
            return nil
        }
        return AEADKey(key)
    }

    private func wrapContext(_ purpose: String, _ owner: [UInt8]) -> [UInt8] {
        [UInt8](purpose.utf8) + [0] + owner
    }
}
