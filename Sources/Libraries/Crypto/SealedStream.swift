import CSodium

/// Encryption of what is too large for memory, piece by piece: libsodium's secretstream (XChaCha20-Poly1305).
///
/// Pieces that are left out, repeated, put elsewhere or changed are noticed, and so is a stream without its end.
package struct EncryptingStream {
    /// How many bytes a sealed piece has more than the plain one.
    package static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
    /// How many bytes stand before the first piece.
    package static let headerCount = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)

    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// What stands before the first piece.
    package private(set) var header: [UInt8]

    /// Begins a stream under a key of 32 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Int(crypto_secretstream_xchacha20poly1305_KEYBYTES))
        Sodium.isReady
        header = [UInt8](repeating: 0, count: Self.headerCount)
        unsafe crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
    }

    /// Seals the next piece; `additional` is not kept in it and must be the same when it is opened.
    package mutating func seal(_ piece: [UInt8], additional: [UInt8] = [], isLast: Bool) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: piece.count + Self.overhead)
        let tag = isLast ? streamEnds : streamGoesOn
        unsafe crypto_secretstream_xchacha20poly1305_push(
            &state,
            &sealed,
            nil,
            piece,
            UInt64(piece.count),
            additional,
            UInt64(additional.count),
            tag
        )
        return sealed
    }
}

/// The other direction.
package struct DecryptingStream {
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// Begins with what stood before the first piece; nil where that has another length.
    package init?(key: [UInt8], header: [UInt8]) {
        guard key.count == Int(crypto_secretstream_xchacha20poly1305_KEYBYTES),
            header.count == EncryptingStream.headerCount
        else { return nil }
        Sodium.isReady
        guard unsafe crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0 else { return nil }
    }

    /// Opens the next piece; nil where key, piece, its place or the additional bytes are others.
    package mutating func open(_ sealed: [UInt8], additional: [UInt8] = []) -> (piece: [UInt8], isLast: Bool)? {
        guard sealed.count >= EncryptingStream.overhead else { return nil }
        var piece = [UInt8](repeating: 0, count: sealed.count - EncryptingStream.overhead)
        var tag: UInt8 = 0
        let code = unsafe crypto_secretstream_xchacha20poly1305_pull(
            &state,
            &piece,
            nil,
            &tag,
            sealed,
            UInt64(sealed.count),
            additional,
            UInt64(additional.count)
        )
        guard code == 0 else { return nil }
        return (piece, tag == streamEnds)
    }
}

/// Macros in libsodium's header, which are not imported (crypto_secretstream_xchacha20poly1305.h).
private let streamGoesOn: UInt8 = 0
private let streamEnds: UInt8 = 0x03
