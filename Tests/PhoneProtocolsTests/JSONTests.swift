import Family
import PhoneProtocols
import Testing

@Suite struct JSONTests {
    /// What the hub reads for a latitude written so.
    private func latitude(_ text: String) -> Double? {
        Wire.ownTracks(text: "{\"_type\":\"location\",\"lat\":\(text),\"lon\":1,\"acc\":1,\"tst\":1772352300}")
            .fixes.first?.coordinate.latitude
    }

    @Test(arguments: [
        "0", "-0.0", "1", "1e-22", "3e-23", "7e-30", "52.520812", "-33.8688197", "0.1", "1e1", "1E-3", "5e-324",
        "2.2250738585072014e-308",
        "8.9999999999999999999999999", "0.30000000000000004", "9007199254740993e-15", "12345678901234567890e-18",
        "0.000000000000000000000000000000001", "4.35e1", "1.7976931348623157e-300", "+7", "5.", ".5", "\" 7 \"",
    ])
    func `numbers are read to the last bit`(text: String) throws {
        let plain = text.filter { $0 != "\"" && $0 != " " }
        let normal = plain.hasSuffix(".") ? plain + "0" : plain
        let expected = try #require(Double(normal))
        let found = try #require(latitude(text.hasPrefix("+") || text.hasPrefix(".") ? "\"\(text)\"" : text))
        #expect(found.bitPattern == expected.bitPattern)
    }

    @Test func `random numbers are read to the last bit`() throws {
        let seed: UInt64 = 0x5EED_0002
        var chance = Chance(seed: seed)
        for _ in 0..<2_000 {
            let number = Double.random(in: -90...90, using: &chance)
            let scaled = Bool.random(using: &chance) ? number : number / 1e12
            #expect(latitude("\(scaled)") == scaled, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", "-", "1e999", "--1", "1x", "0x10", "1 2", "1.2.3", "e5", "\"\"", "\"1x\"", "tru", "inf", "\"nan\"",
    ])
    func `a text that is not a number is read as unknown`(text: String) {
        #expect(latitude(text) == nil)
    }

    @Test func `a number of a million digits ends in time`() {
        let digits = String(repeating: "9", count: 1_000_000)
        #expect(latitude(digits) == nil)
        #expect(latitude("0.\(digits)") == nil)
    }

    @Test(arguments: [
        (#"\u00e9\n\t\"\\\/"#, "é\n\t\"\\/"), (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"),
        (#"\ude00x"#, "\u{FFFD}x"), (#"\uZZZZ"#, "\u{FFFD}ZZZZ"), (#"\q"#, "\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    ])
    func `escapes are undone, and broken ones are marked`(sent: String, name: String) {
        let report = Wire.ownTracks(text: "{\"_type\":\"card\",\"name\":\"\(sent)\"}")
        #expect(report.notes == [.card(name: name, hasFace: false)])
    }

    @Test func `invalid UTF-8 in what is skipped does no harm`() {
        var body = Array(#"{"_type":"location","lat":5,"lon":6,"tst":1772352300,"poi":""#.utf8)
        body += [0xFF, 0xC0, 0x80, 0xED, 0xA0]
        body += Array("\"}".utf8)
        #expect(OwnTracks.read(body.span, receivedAt: Wire.receivedAt).fixes.count == 1)
    }

    @Test func `names are kept to 256 bytes, lists to 256 names`() {
        let name = String(repeating: "n", count: 1_000)
        let names = [String](repeating: "\"\(name)\"", count: 300).joined(separator: ",")
        let report = Wire.location("\"inregions\":[\(names)]")
        #expect(report.currentRegionNames?.count == 256)
        #expect(report.currentRegionNames?.first?.utf8.count == 256)
    }
}

@Suite struct JSONCondenserTests {
    private func condensed(_ text: String, cutAt cuts: [Int] = []) -> String {
        let bytes = Array(text.utf8)
        var condenser = JSONCondenser()
        var output: [UInt8] = []
        var start = 0
        for end in cuts.filter({ $0 < bytes.count }) + [bytes.count] where end >= start {
            condenser.condense(bytes.span.extracting(start..<end), into: &output)
            start = end
        }
        return Wire.text(output)
    }

    @Test func `a text of 16 KiB stays and a longer one is emptied`() {
        let allowed = String(repeating: "x", count: JSONCondenser.textBytesMax)
        #expect(condensed("{\"a\":\"\(allowed)\",\"b\":1}") == "{\"a\":\"\(allowed)\",\"b\":1}")
        #expect(condensed("{\"a\":\"\(allowed)x\",\"b\":1}") == "{\"a\":\"\",\"b\":1}")
    }

    @Test func `a position with a picture of 9 MiB keeps its position`() {
        let picture = String(repeating: "/9j/4AAQ", count: 9 * 131_072)
        let body = #"{"_type":"location","lat":5,"image":"\#(picture)","lon":6,"tst":1772352300}"#
        let output = condensed(body, cutAt: Array(stride(from: 1_000, to: body.utf8.count, by: 65_536)))
        #expect(output == #"{"_type":"location","lat":5,"image":"","lon":6,"tst":1772352300}"#)
        #expect(Wire.ownTracks(text: output).fixes.count == 1)
    }

    @Test func `chunks may be cut anywhere, also inside escapes`() {
        let long = String(repeating: #"\\\""#, count: 5_000)
        let text = #"{"a\"":"\\","b":"\#(long)","c":["\\\"","é"]}"#
        let whole = condensed(text)
        #expect(whole == #"{"a\"":"\\","b":"","c":["\\\"","é"]}"#)
        for cut in 0..<40 { #expect(condensed(text, cutAt: [cut, cut + 1, 10_000 + cut, 20_000 + cut]) == whole) }
        #expect(condensed(text, cutAt: Array(0..<text.utf8.count)) == whole)
    }

    @Test(arguments: 0...24 as ClosedRange<Int>)
    func `names and texts of every length are read to their ends, wherever they stand`(count: Int) {
        // Bytes that are a quote or a backslash but for their highest bit, and real ones behind a backslash.
        for filling in ["x", "¢", "\u{700}", #"\""#, #"\\"#, #"\u0022"#] {
            let text = String(repeating: "y", count: count) + filling
            for key in [text, filling + String(repeating: "z", count: count)] {
                let rest = #""_type":"location","lat":1,"lon":2,"tst":1772352300,"inregions":["\#(text)"]"#
                for body in [#"{"\#(key)":"\#(text)",\#(rest)}"#, #"{\#(rest),"\#(key)":"\#(text)"}"#] {
                    let report = OwnTracks.read(Array(body.utf8).span, receivedAt: Wire.at)
                    #expect(report.fixes.count == 1 && report.notes.isEmpty, "\(body)")
                    #expect(report.currentRegionNames?.first?.hasPrefix(String(repeating: "y", count: count)) == true)
                }
                let broken = Array("{\"\(key)".utf8)
                #expect(OwnTracks.read(broken.span, receivedAt: Wire.at).notes == [.malformed])
            }
        }
    }
}
