import Languages
import Testing

struct PhraseTests {
    @Test func `a filled-in value appears as it is, also where it looks like a gap`() {
        let name = "{1} \"Ben\""
        let phrase: Phrase = "\(name) needs \(5) more minutes"
        #expect(phrase.key == "{0} needs {1} more minutes")
        #expect(phrase.text(in: .english) == "{1} \"Ben\" needs 5 more minutes")
    }

    @Test(arguments: Language.allCases) func `a phrase within a phrase is read in the same language`(language: Language)
    {
        let (late, seen): (Phrase, Phrase) = ("just now", "Location unknown.")
        let outer: Phrase = "\(late)|\(sentences: [seen, seen])"
        let parts = outer.text(in: language).split(separator: "|")
        #expect(parts.first.map(String.init) == late.text(in: language))
        let space = language == .chinese ? "" : " "
        #expect(parts.last.map(String.init) == [seen, seen].map { $0.text(in: language) }.joined(separator: space))
    }

    @Test func `a phrase that no language translates appears in English`() {
        let phrase: Phrase = "no language has these words \(1)"
        #expect(phrase.text(in: .german) == "no language has these words 1")
    }

    @Test(arguments: [
        ("de", Language.german), ("de-CH, en;q=0.8", .german), ("en;q=0.3, fr;q=0.9", .french),
        ("it, es;q=0.1", .spanish),
        ("zh-CN", .chinese), ("zh-Hans-CN", .chinese), ("zh-TW, de;q=0.5", .german), ("EN-gb", .english),
    ])
    func `a browser is answered in the language that it wants most`(header: String, language: Language) {
        #expect(Language(accepting: header) == language)
    }

    @Test(arguments: ["", "it", "zh-TW", "*", "de;q=0", "de;q=x", ";;,,", "d"])
    func `a browser that wants none that the hub has names none`(header: String) {
        #expect(Language(accepting: header) == nil)
    }

    @Test func `a text message loses the marks that would cost more messages, and no letter`() {
        #expect(
            "N’APPELEZ PAS « Anna »\u{202f}: 5\u{a0}% – là…".asTextMessage == "N'APPELEZ PAS \" Anna \" : 5 % - là..."
        )
        #expect("警报：“安娜”可能有危险".asTextMessage == "警报：\"安娜\"可能有危险")
    }

    @Test func `an alarm in German fits the alphabet of texts`() {
        let basic =
            "@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abc"
            + "defghijklmnopqrstuvwxyzäöñüà"
        let lines: [Phrase] = [
            "ALARM: \("Ben") may be in danger", "DO NOT CALL OR TEXT \("Ben").",
            "\("Ben") is overdue and did not reply.",
            "Last seen: \("School"), \("x").", "Emergency? Call \("112"). Hearth will not call them.",
        ]
        let text = lines.text(in: .german).asTextMessage
        #expect(text.allSatisfy { basic.contains($0) }, "\(text)")
        #expect(text != lines.text(in: .english).asTextMessage)
    }
}
