package import Family

extension OwnTracks {
    /// Another member as OwnTracks draws them on its map.
    package struct Friend: Sendable, Equatable {
        /// Two characters, different for each friend: the phone takes them for the friend's identity.
        package var trackerID: String
        package var name: String
        /// A PNG or JPEG of about 192 pixels square.
        package var face: [UInt8]?
        package var fix: Fix

        package init(trackerID: String, name: String, face: [UInt8]? = nil, fix: Fix) {
            self.trackerID = trackerID
            self.name = name
            self.face = face
            self.fix = fix
        }
    }

    /// The answer that shows friends on the phone: a card and a position for each; `[]` without any.
    package static func answer(friends: [Friend]) -> [UInt8] { answer(friends: friends) { _ in } }

    /// The same with more behind it.
    static func answer(friends: [Friend], _ more: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { answer in
            for friend in friends {
                answer.object { card in
                    card.text("_type", "card")
                    card.text("tid", friend.trackerID)
                    card.text("name", friend.name)
                    if let face = friend.face { card.text("face", Base64.encoded(face)) }
                }
                answer.object { location in
                    location.text("_type", "location")
                    location.text("tid", friend.trackerID)
                    location.writeFigures(of: friend.fix)
                }
            }
            more(&answer)
        }
        return writer.bytes
    }

    /// The one object that carries an answer to a phone that has a key; nil where `encrypt` fails.
    ///
    /// - Parameters:
    ///   - answer: what ``answer(friends:)`` returned.
    ///   - encrypt: seals the bytes and returns nonce, tag and ciphertext.
    /// - Returns: the object, or nil.
    package static func encrypted(_ answer: [UInt8], with encrypt: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
        guard let sealed = encrypt(answer) else { return nil }
        var writer = JSONWriter()
        writer.object { message in
            message.text("_type", "encrypted")
            message.text("data", Base64.encoded(sealed))
        }
        return writer.bytes
    }

    /// The 32 bytes that OwnTracks makes of a passphrase: its UTF-8, cut off or filled up with zeros.
    package static func key(passphrase: String) -> [UInt8] {
        let start = Array(passphrase.utf8.prefix(32))
        return start + [UInt8](repeating: 0, count: 32 - start.count)
    }
}
