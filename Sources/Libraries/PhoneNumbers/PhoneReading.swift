import CPhoneNumber

/// Why a text is no telephone number at all.
package enum PhoneNumberParseError: Int32, Error, Sendable {
    case unknownCountry = 1
    case notANumber = 2
    case tooShortBehindThePrefix = 3
    case tooShort = 4
    case tooLong = 5
}

/// A telephone number as the numbering plans of its country see it.
///
/// The plans that are installed are older than some numbers: what is possible must be let in, and `isValid` is a hint.
package struct PhoneReading: Hashable, Sendable {
    /// Whether there can be a number of this length.
    package enum Possibility: Int32, Sendable {
        case possible = 0
        /// Something is missing that only neighbours may leave out.
        case onlyWithinItsArea = 1
        case unknownCountry = 2
        case tooShort = 3
        case wrongLength = 4
        case tooLong = 5
    }

    /// What kind of line the number leads to.
    package enum Kind: Int32, CaseIterable, Sendable {
        case fixedLine, mobile, fixedLineOrMobile, tollFree, premiumRate, sharedCost, voiceOverIP, personal, pager
        case universalAccess, voicemail, unknown
    }

    package let possibility: Possibility
    /// Whether the number lies in a block that is handed out.
    package let isValid: Bool
    package let kind: Kind
    /// The two letters of the region whose number it is, or "001" for one of no country; nil where that is not known.
    package let region: String?
    /// `+` and the digits.
    package let e164: String
    /// As the number's own country writes it.
    package let national: String
    /// As it is written for other countries.
    package let international: String

    /// How many characters a number has at most.
    package static let charactersMax = 250

    /// Reads a number as somebody in this region writes it; one that begins with a plus is read anywhere alike.
    package init(_ text: String, in region: PhoneRegion) throws(PhoneNumberParseError) {
        guard text.unicodeScalars.count <= PhoneReading.charactersMax else { throw .tooLong }
        var reading = hearth_phone_reading()
        var text = text
        let status = text.withUTF8 { bytes -> Int32? in
            // Without bytes there may be no address.
            guard let start = unsafe UnsafeRawPointer(bytes.baseAddress) else { return nil }
            return unsafe hearth_phone_read(
                start.assumingMemoryBound(to: CChar.self),
                bytes.count,
                region.code,
                &reading
            )
        }
        guard let status else { throw .notANumber }
        if let failure = PhoneNumberParseError(rawValue: reading.error) { throw failure }
        guard status == 0, let possibility = Possibility(rawValue: reading.possible) else { throw .notANumber }
        self.possibility = possibility
        isValid = reading.valid != 0
        kind = Kind(rawValue: reading.type) ?? .unknown
        let code = unsafe withUnsafeBytes(of: reading.region) { unsafe PhoneReading.text($0) }
        self.region = code.isEmpty ? nil : code
        e164 = unsafe withUnsafeBytes(of: reading.e164) { unsafe PhoneReading.text($0) }
        national = unsafe withUnsafeBytes(of: reading.national) { unsafe PhoneReading.text($0) }
        international = unsafe withUnsafeBytes(of: reading.international) { unsafe PhoneReading.text($0) }
    }

    /// The text of an array that ends in NUL.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
