/// Bytes written as pairs of hexadecimal digits, as published vectors are; blanks between them do not matter.
func hexadecimal(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    precondition(digits.count % 2 == 0)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
