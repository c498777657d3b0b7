extension Message {
    /// The number of SMS that carry the text.
    ///
    /// 160 characters of the GSM alphabet or 70 UTF-16 code units fit into one, 153 or 67 into each of several. Source:
    /// 3GPP TS 23.038 and TS 23.040.
    package var textParts: Int {
        var septets = 0
        for scalar in text.unicodeScalars {
            if gsmLetters.contains(scalar) {
                septets += 1
            } else if gsmExtension.contains(scalar) {
                septets += 2
            } else {
                return parts(of: text.utf16.count, alone: 70, together: 67)
            }
        }
        return parts(of: septets, alone: 160, together: 153)
    }

    private func parts(of length: Int, alone: Int, together: Int) -> Int {
        length <= alone ? 1 : (length + together - 1) / together
    }
}

private let gsmLetters = Set(
    """
    @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvw\
    xyzäöñüà
    """.unicodeScalars
)
private let gsmExtension = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
