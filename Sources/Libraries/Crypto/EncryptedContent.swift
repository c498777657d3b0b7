import CCrypto

/// The content coding `aes128gcm` of RFC 8188: records under AES-128-GCM, with what a reader needs before them.
package enum EncryptedContent {
    /// A piece of the plain text, and how many bytes hide its length.
    package struct Record: Sendable {
        package var plain: [UInt8]
        package var paddingCount: Int

        package init(_ plain: [UInt8], paddingCount: Int = 0) {
            self.plain = plain
            self.paddingCount = paddingCount
        }
    }

    /// How many bytes of salt there are.
    package static let saltCount = 16
    /// What a record has beyond its plain text and padding: a delimiter of one byte, and a tag.
    package static let recordOverhead = 17

    private static let tagCount = 16

    /// Encrypts records, all but the last of which fill `recordSize` bytes.
    ///
    /// `secret` is the input keying material; a salt is used once with it. `keyID` tells the reader which that is and has
    /// at most 255 bytes.
    package static func encrypt(
        _ records: [Record],
        secret: [UInt8],
        salt: [UInt8],
        keyID: [UInt8],
        recordSize: Int
    ) -> [UInt8] {
        precondition(salt.count == saltCount && keyID.count <= 255 && recordSize > recordOverhead)
        let root = HMACKey(HMACKey(salt).authenticate(secret))
        let key = Array(root.derive(info("aes128gcm")).prefix(16))
        let nonce = Array(root.derive(info("nonce")).prefix(12))
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: recordSize >> $0) }
        var content = salt + size + [UInt8(keyID.count)] + keyID
        for (number, record) in records.enumerated() {
            let isLast = number == records.count - 1
            let count = record.plain.count + record.paddingCount + recordOverhead
            precondition(isLast ? count <= recordSize : count == recordSize)
            let padded =
                record.plain + [isLast ? 2 : 1] + [UInt8](repeating: 0, count: record.paddingCount)
            content += seal(padded, key: key, nonce: nonceOf(number, nonce))
        }
        return content
    }

    /// What HKDF mixes in for one purpose (RFC 8188, 2.2 and 2.3).
    private static func info(_ purpose: String) -> [UInt8] {
        Array("Content-Encoding: \(purpose)".utf8) + [0]
    }

    /// The nonce of a record: its number lies over the last bytes.
    private static func nonceOf(_ number: Int, _ base: [UInt8]) -> [UInt8] {
        var nonce = base
        for place in 0..<8 { nonce[11 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place)) }
        return nonce
    }

    /// The ciphertext, and its tag behind it.
    private static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { preconditionFailure("no memory to encrypt with") }
        // Wipes the key as well (EVP_CIPHER_CTX_free(3)).
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var text = [UInt8](repeating: 0, count: plain.count)
        var tag = [UInt8](repeating: 0, count: tagCount)
        var written: Int32 = 0
        let isDone =
            unsafe EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
            && EVP_EncryptUpdate(context, &text, &written, plain, Int32(plain.count)) == 1
            && EVP_EncryptFinal_ex(context, &tag, &written) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag) == 1
        precondition(isDone, "OpenSSL cannot encrypt with AES-128-GCM")
        return text + tag
    }
}
