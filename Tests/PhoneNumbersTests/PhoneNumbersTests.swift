import PhoneNumbers
import Testing

@Suite struct PhoneNumbersTests {
    private let liechtenstein = PhoneRegion("LI")

    @Test func `a number is read as its region writes it, and any with a plus anywhere`() throws {
        let liechtenstein = try #require(liechtenstein)
        for text in ["237 12 01", "+423 237 12 01", "00423 2371201", "\u{FF0B}423 237\u{2013}1201"] {
            let reading = try PhoneReading(text, in: liechtenstein)
            #expect(reading.e164 == "+4232371201" && reading.national == "237 12 01", "\(text)")
            #expect(reading.possibility == .possible && reading.isValid && reading.region == "LI")
        }
        #expect(try PhoneReading("(201) 555-0123", in: .unitedStates).e164 == "+12015550123")
        #expect(try PhoneReading("1-800-FLOWERS", in: .unitedStates).e164 == "+18003569377")
    }

    @Test(arguments: [
        ("", PhoneNumberParseError.notANumber), (" ", .notANumber), ("hello", .notANumber), ("\u{0}", .notANumber),
        ("+999 123 456 789", .unknownCountry), ("+49 1", .tooShort), ("2", .notANumber),
        (String(repeating: "1", count: 251), .tooLong), (String(repeating: "2", count: 20), .tooLong),
    ])
    func `a text that is not a phone number is refused with its reason`(_ text: String, _ why: PhoneNumberParseError) {
        #expect(throws: why) { try PhoneReading(text, in: .unitedStates) }
    }

    @Test func `a number without its area code, too short or too long is reported as such`() throws {
        for (text, possibility) in [
            ("555 0123", PhoneReading.Possibility.onlyWithinItsArea), ("201 555 01", .tooShort),
            ("201 55", .tooShort), ("201 555 01234", .tooLong),
        ] {
            #expect(try PhoneReading(text, in: .unitedStates).possibility == possibility, "\(text)")
        }
    }

    @Test func `an area that the installed plans do not know yet is possible all the same`() throws {
        for text in ["227 555 0123", "0123456789"] {
            let reading = try PhoneReading(text, in: .unitedStates)
            #expect(reading.possibility == .possible && !reading.isValid, "\(text)")
        }
    }

    @Test func `a leading zero that is part of the number stays`() throws {
        #expect(try PhoneReading("02 1234 5678", in: #require(PhoneRegion("IT"))).e164 == "+390212345678")
    }

    @Test func `a fixed line is known where the plan tells it apart`() throws {
        #expect(try PhoneReading("030 123456", in: #require(PhoneRegion("DE"))).kind == .fixedLine)
        #expect(try PhoneReading("0151 23456789", in: #require(PhoneRegion("DE"))).kind == .mobile)
        #expect(try PhoneReading("201 555 0123", in: .unitedStates).kind == .fixedLineOrMobile)
    }

    @Test func `each region's example is a number of that region`() throws {
        try #require(PhoneRegion.all.count > 240)
        for region in PhoneRegion.all {
            let example = try #require(region.example(.fixedLine) ?? region.example(.mobile), "\(region.code)")
            let reading = try PhoneReading(example, in: .unitedStates)
            #expect(reading.isValid && reading.possibility == .possible, "\(region.code)")
            #expect(reading.e164.hasPrefix("+\(region.callingCode)"))
        }
    }

    @Test(arguments: ["", "us", "XX", "USA", "001", "U\u{0}"])
    func `another word is no region`(_ code: String) {
        #expect(PhoneRegion(code) == nil)
    }

    @Test func `a number grows into its country's form while it is typed`() throws {
        let shown = (1...10).map { TypedPhoneNumber(String("2015550123".prefix($0)), in: .unitedStates).text }
        #expect(
            shown == [
                "2", "20", "201", "201-5", "201-55", "201-555", "201-5550", "(201) 555-01", "(201) 555-012",
                "(201) 555-0123",
            ]
        )
    }

    @Test(arguments: [
        ("2015550123", 3, "(201) 555-0123", 4), ("2015550123", 0, "(201) 555-0123", 0),
        ("(201) 555-90123", 11, "20155590123", 7), ("(201) 55-0123", 8, "(201) 550-123", 8),
        ("201 555 0123", 99, "(201) 555-0123", 14), ("201 555 0123", -1, "(201) 555-0123", 0),
        ("\u{FF12}\u{0660}1\u{2009}555", 2, "201-555", 2), ("+41446681800", 3, "+41 44 668 18 00", 3), ("", 0, "", 0),
    ])
    func `the caret stays behind the digit where it was`(_ typed: String, _ caret: Int, _ text: String, _ at: Int) {
        let number = TypedPhoneNumber(typed, caret: caret, in: .unitedStates)
        #expect(number.text == text)
        #expect(number.caret == at)
    }

    @Test(arguments: ["1-800-FLOWERS", "201+555", "*100#", "😀2", String(repeating: "2", count: 41), "\u{0}"])
    func `typed text that is more than digits, or too long, stays as it was typed`(_ typed: String) {
        let number = TypedPhoneNumber(typed, caret: 2, in: .unitedStates)
        #expect(number.text == typed && number.caret == min(2, typed.utf16.count))
    }

    @Test func `threads that type at the same time do not disturb each other`() async {
        let texts = await withTaskGroup(of: Set<String>.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let region = number % 2 == 0 ? PhoneRegion.unitedStates : PhoneRegion("LI") ?? .unitedStates
                    return Set((0..<200).map { _ in TypedPhoneNumber("2371201", in: region).text })
                }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(texts == ["237 12 01", "237-1201"])
    }
}

extension PhoneRegion {
    /// The region of most numbers in these tests.
    fileprivate static var unitedStates: PhoneRegion { PhoneRegion("US") ?? .international }
}
