import CUnicode

/// More UTF-16 units than this are left as they are.
private let unitsMax = 1_024
/// One unit becomes at most eighteen (Unicode Standard Annex 15, 9).
private let growthMax = 18

/// Text in the one form in which every keyboard's way to write a letter is the same: NFKC.
///
/// Text of more than 1 024 units, and what is no text, stays as it is.
package func compatibilityForm(of text: String) -> String {
    form(of: text) { units, form in
        unsafe hearth_unicode_nfkc(units, Int32(units.count), &form, Int32(form.count))
    }
}

/// The same without upper case: NFKC_Casefold.
package func caselessForm(of text: String) -> String {
    form(of: text) { units, form in
        unsafe hearth_unicode_folded(units, Int32(units.count), &form, Int32(form.count))
    }
}

/// The text with one sign for each letter that has one: NFC, as it is shown and stored.
package func composedForm(of text: String) -> String {
    form(of: text) { units, form in
        unsafe hearth_unicode_nfc(units, Int32(units.count), &form, Int32(form.count))
    }
}

/// What a text has in common with all that look like it, letter by letter.
func skeleton(of text: String) -> String {
    form(of: text) { units, form in
        guard let looks = unsafe spoofChecker else { return -1 }
        return unsafe hearth_unicode_skeleton(looks, units, Int32(units.count), &form, Int32(form.count))
    }
}

/// ICU's checker of what looks alike, which nobody changes: any thread may use it.
private nonisolated(unsafe) let spoofChecker: UnsafeMutableRawPointer? = unsafe hearth_unicode_looks()

private func form(of text: String, _ write: ([UInt16], inout [UInt16]) -> Int32) -> String {
    let units = Array(text.utf16)
    guard units.count <= unitsMax else { return text }
    var form = [UInt16](repeating: 0, count: units.count * growthMax)
    let count = write(units, &form)
    guard count >= 0 else { return text }
    return String(decoding: form.prefix(Int(count)), as: UTF16.self)
}
