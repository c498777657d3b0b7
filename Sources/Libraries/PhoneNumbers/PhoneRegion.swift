import CPhoneNumber

/// A country or territory with telephone numbers of its own, by its two letters of ISO 3166.
package struct PhoneRegion: Hashable, Sendable {
    /// Two upper-case letters, such as "LI".
    package let code: String

    /// No region: only numbers that begin with a plus are read in it.
    package static let international = PhoneRegion(known: "ZZ")

    /// Every region that has numbers, by its letters.
    package static let all: [PhoneRegion] = {
        let regionsMax = 1_000
        let letters = unsafe [CChar](unsafeUninitializedCapacity: 2 * regionsMax) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            // Writes two bytes for each region, of which it has at most as many as it is told.
            count = unsafe 2 * min(regionsMax, Int(max(0, hearth_phone_regions(start, regionsMax))))
        }
        return stride(from: 0, to: letters.count, by: 2).map { index in
            PhoneRegion(known: String(decoding: letters[index..<index + 2].map(UInt8.init), as: UTF8.self))
        }
    }()

    private static let codes = Set(all.map(\.code))

    /// Nil for what is not the code of a region with numbers, in upper case.
    package init?(_ code: String) {
        guard PhoneRegion.codes.contains(code) else { return nil }
        self.init(known: code)
    }

    private init(known code: String) {
        self.code = code
    }

    /// What is dialled for it from abroad, behind the plus; several regions may share one.
    package var callingCode: Int {
        unsafe Int(hearth_phone_calling_code(code))
    }

    /// Whether a number is dialled for help there, as the installed metadata knows it; it knows no services.
    package func isEmergency(_ number: String) -> Bool {
        unsafe hearth_phone_is_emergency(number, code) == 1
    }

    /// An example of its numbers of a kind in E.164; nil where it has none.
    package func example(_ kind: PhoneReading.Kind) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer -> String? in
            guard let start = buffer.baseAddress,
                unsafe hearth_phone_example(code, kind.rawValue, start, buffer.count) == 0
            else { return nil }
            return unsafe String(cString: start)
        }
    }
}
