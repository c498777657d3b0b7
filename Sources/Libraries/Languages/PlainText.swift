extension String {
    /// The same words in fewer text messages: with plain marks in place of typographic ones.
    ///
    /// One mark that the alphabet of texts lacks (3GPP TS 23.038, 6.2.1) leaves 70 characters a message instead of 160.
    package var asTextMessage: String {
        var plain = ""
        for character in self {
            switch character {
            case "\u{a0}", "\u{202f}": plain += " "
            case "‘", "’": plain += "'"
            case "“", "”", "„", "«", "»": plain += "\""
            case "–", "—", "−": plain += "-"
            case "…": plain += "..."
            default: plain.append(character)
            }
        }
        return plain
    }
}
