/// What a mirror has for a region now, and what it costs.
package struct RegionOffer: Sendable, Equatable {
    package let entry: RegionCatalogue.Entry
    /// Of the extract.
    package let bytes: Int
    /// MD5 of the extract in hexadecimal, as the mirror says it.
    package let digest: String
    /// By which the mirror knows this very file, for `If-Range`; nil where it does not say.
    let mark: String?

    /// What is taken on the disk until the region is whole: the extract, what is made of it, and work beside it.
    package var diskBytes: Int { RegionRoom.bytes(for: bytes) }

    /// How long it takes, roughly: a line of 16 Mbit/s, and three seconds for each megabyte on a small machine.
    package var seconds: Int { 15 + bytes / 2_000_000 + 3 * bytes / 1_000_000 }
}

/// The room on the disk that regions may take.
package enum RegionRoom {
    /// What they leave free, whatever becomes of them: alarms, texts and positions are written there (F74).
    package static let keptBytes = 256 << 20

    /// What a region of an extract takes until it is whole.
    static func bytes(for extract: Int) -> Int { 3 * extract }

    /// Whether a region of an extract may begin where so much is free.
    package static func isEnough(_ freeBytes: Int, for extract: Int) -> Bool {
        freeBytes - keptBytes >= bytes(for: extract)
    }

    /// What is said where there is too little.
    package static func words(_ freeBytes: Int) -> String {
        "the disk has too little room: \(freeBytes / 1_000_000) MB are free, and \(keptBytes / 1_000_000) MB of them "
            + "are kept for calls for help"
    }
}
