import Family
import Testing

/// D5: statements that a spreadsheet reads as they are meant.
@Suite struct StatementTextTests {
    @Test(arguments: [
        (UInt128(0), UInt8(2), "0.00"), (5, 2, "0.05"), (1_234, 2, "12.34"), (100, 2, "1.00"), (7, 0, "7"),
        (1, 18, "0.000000000000000001"), (.max, 2, "3402823669209384634633746074317682114.55"),
    ])
    func `amounts are written exactly`(_ units: UInt128, _ scale: UInt8, _ text: String) {
        #expect(Amount(units).decimalText(scale: scale) == text)
    }

    @Test func `values with commas, quotes and line ends are quoted as RFC 4180 says`() {
        var csv = CSVText()
        csv.add([.words("a,b"), .words("say \"so\""), .words("two\nlines"), .plain("-1.50"), .words("")])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == "\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",-1.50,\r\n")
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\t=1", "\r=1", "\u{FF1D}1", "=\"a\",b"])
    func `words that a spreadsheet would reckon with are made a text`(_ words: String) {
        var csv = CSVText()
        csv.add([.words(words)])
        let text = String(decoding: csv.bytes, as: UTF8.self)
        #expect(text.hasPrefix("'") || text.hasPrefix("\"'"))
    }

    @Test(arguments: [("x;=1+1;y", "x;'=1+1;y"), (";\"+1", "\";'\"\"+1\""), ("a\t@b", "a\t'@b"), ("a; b", "a; b")])
    func `nor does a spreadsheet that begins a value after a semicolon reckon with words`(
        _ words: String,
        _ written: String
    ) {
        var csv = CSVText()
        csv.add([.words(words)])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == written + "\r\n")
    }

    @Test func `where the comma stands before the decimals, a semicolon separates and is quoted`() {
        var csv = CSVText(.continental)
        csv.add([.words("a;b"), .words("c,d"), .plain(Amount(1_234).decimalText(scale: 2, with: .continental))])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == "\"a;b\";c,d;12,34\r\n")
    }

    @Test(arguments: [
        ("=1", "'=1"), ("x,=1+1,y", "x,'=1+1,y"), (",\"+1", "\",'\"\"+1\""), ("a\t@b", "a\t'@b"), ("a;=b", "\"a;=b\""),
    ])
    func `nor does a spreadsheet reckon with words that split at the other separator`(
        _ words: String,
        _ written: String
    ) {
        var csv = CSVText(.continental)
        csv.add([.words(words)])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == written + "\r\n")
    }

    @Test func `words that are none are left as they are`() {
        var csv = CSVText()
        csv.add([.words("ice cream = 3"), .words("Zoë"), .words("ﬀ")])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == "ice cream = 3,Zoë,ﬀ\r\n")
    }
}

/// S32: who has to agree to what.
@Suite struct SpendingRuleTests {
    private func needs(
        _ rule: SpendingRule,
        _ amount: UInt128,
        spent: UInt128 = 0,
        isChild: Bool,
        second: Bool = true
    ) -> Bool {
        rule.needsApproval(Amount(amount), spent: Amount(spent), isChild: isChild, hasSecondAdult: second)
    }

    @Test func `S32: above the family's sum another adult agrees, where there is one`() {
        let rule = SpendingRule(approvalAbove: Amount(100))
        #expect(!needs(rule, 100, isChild: false))
        #expect(needs(rule, 101, isChild: false))
        #expect(!needs(rule, 101, isChild: false, second: false), "one adult alone is a quorum")
        #expect(needs(rule, 101, isChild: true, second: false), "but a child has that adult")
    }

    @Test func `S32: amounts moved alone earlier that day, without approval, count against the approval limit`() {
        let rule = SpendingRule(approvalAbove: Amount(100))
        func needs(_ amount: UInt128, after alone: UInt128) -> Bool {
            rule.needsApproval(
                Amount(amount),
                spent: .zero,
                alone: Amount(alone),
                isChild: false,
                hasSecondAdult: true
            )
        }
        #expect(!needs(40, after: 60))
        #expect(needs(41, after: 60))
        #expect(needs(1, after: 100))
        #expect(needs(.max, after: 1))
    }

    @Test func `S32: a child gives away so much in a day, adults as much as they like`() {
        let rule = SpendingRule(perDay: Amount(50))
        #expect(!needs(rule, 30, spent: 20, isChild: true))
        #expect(needs(rule, 31, spent: 20, isChild: true))
        #expect(needs(rule, .max, spent: 1, isChild: true))
        #expect(!needs(rule, 31, spent: 20, isChild: false))
        #expect(!needs(SpendingRule(), .max, spent: .max, isChild: true))
        #expect(needs(SpendingRule(perDay: .zero), 1, isChild: true))
    }
}
