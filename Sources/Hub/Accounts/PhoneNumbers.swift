package import Family
import PhoneNumbers

/// What a field for a phone number shows of what was typed so far.
package struct PhoneEntry: Hashable, Sendable {
    /// What there is to say about it.
    package enum Note: String, Sendable {
        /// Nothing was typed.
        case missing
        /// This can be nobody's number.
        case invalid
        /// It may be a number, but of none that the numbering plans know.
        case unlikely
        /// A text message will hardly arrive there.
        case fixedLine
    }

    /// What was typed, laid out as the number's country writes it, and where the caret is now, in UTF-16 units.
    package var asYouType: String
    package var caret: Int
    /// The number, where it can be one.
    package var number: PhoneNumber?
    /// Whether the numbering plans know the number.
    package var isValid = false
    /// As its own country writes it.
    package var national: String?
    /// The region whose number it is, by its two letters.
    package var region: String?
    package var isFixedLine = false
    package var note: Note?
}

extension Hub {
    /// Reads a phone number as people write it in a region, by default the hub's; with a plus in front it may be of any,
    /// and where the hub has no region it needs one.
    ///
    /// What is only possible passes: the numbering plans that are installed are older than some numbers.
    func phoneNumber(_ text: String, region code: String? = nil) throws(PhoneRefusal) -> PhoneNumber {
        guard !text.allSatisfy(\.isWhitespace) else { throw .missing }
        guard let region = code.map(PhoneRegion.init) ?? region ?? .international else { throw .regionUnknown }
        guard let reading = reading(text, in: region) else { throw .invalid }
        return reading.number
    }

    /// What a field shows while somebody types a number, by default in the hub's region.
    ///
    /// `caret` counts the UTF-16 units before it; nil is at the end. Nothing of it is kept or logged.
    package func phoneEntry(_ typed: String, region code: String?, caret: Int?) throws(PhoneRefusal) -> PhoneEntry {
        guard typed.unicodeScalars.count <= PhoneReading.charactersMax else { throw .tooLong }
        guard (0...2 * PhoneReading.charactersMax).contains(caret ?? 0) else { throw .caretOutOfRange }
        guard let region = code.map(PhoneRegion.init) ?? region ?? .international else { throw .regionUnknown }
        let shown = TypedPhoneNumber(typed, caret: caret, in: region)
        var entry = PhoneEntry(asYouType: shown.text, caret: shown.caret)
        guard !typed.allSatisfy(\.isWhitespace) else {
            entry.note = .missing
            return entry
        }
        guard let (number, reading) = reading(typed, in: region) else {
            entry.note = .invalid
            return entry
        }
        entry.number = number
        entry.isValid = reading.isValid
        entry.national = reading.national
        // What belongs to no country has no region to choose.
        entry.region = reading.region == "001" ? nil : reading.region
        entry.isFixedLine = reading.kind == .fixedLine
        entry.note = !entry.isValid ? .unlikely : entry.isFixedLine ? .fixedLine : nil
        return entry
    }

    /// The letters of the hub's own region, nil before it has one, and of every one that has phone numbers, with what is
    /// dialled for it from abroad.
    package func phoneRegions() -> (own: String?, all: [(code: String, callingCode: Int)]) {
        (region?.code, PhoneRegion.all.map { ($0.code, $0.callingCode) })
    }

    /// The number where it can be one that is reached from everywhere.
    private func reading(_ text: String, in region: PhoneRegion) -> (number: PhoneNumber, reading: PhoneReading)? {
        do throws(PhoneNumberParseError) {
            let reading = try PhoneReading(text, in: region)
            guard reading.possibility == .possible, let number = PhoneNumber(e164: reading.e164) else { return nil }
            return (number, reading)
        } catch {
            return nil
        }
    }
}
