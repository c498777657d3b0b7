import Family
import PhoneProtocols
import Testing

/// What phones are told of how often to report (C3).
@Suite struct PhonePaceTests {
    @Test(arguments: [(nil, "1"), (1, "1"), (2, "2"), (0, nil), (-1, nil)] as [(Int?, String?)])
    func `C3: OwnTracks that is set to be quiet, or to report by hand, is left alone`(_ mode: Int?, _ usual: String?) {
        let report = Wire.location(mode.map { #""m":\#($0)"# } ?? #""acc":10"#)
        #expect(report.fixes.count == 1 && report.monitoringMode == mode)
        #expect(OwnTracks.usualPace(report) == usual)
    }

    @Test func `C3: OwnTracks is told its mode and interval by the command that it has for that`() throws {
        let hurried = try #require(OwnTracks.answer(friends: [], pace: .hurried, isAndroid: true))
        #expect(
            Wire.text(hurried) == #"[{"_type":"cmd","action":"setConfiguration","configuration":"#
                + #"{"_type":"configuration","monitoring":2,"moveModeLocatorInterval":5}}]"#
        )
        let usual = try #require(OwnTracks.answer(friends: [], pace: .usual("1"), isAndroid: false))
        #expect(
            Wire.text(usual) == #"[{"_type":"cmd","action":"setConfiguration","configuration":"#
                + #"{"_type":"configuration","monitoring":1,"locatorInterval":180}}]"#
        )
        for word in ["", "0", "3", "30s", "-1"] {
            #expect(OwnTracks.answer(friends: [], pace: .usual(word), isAndroid: true) == nil)
        }
    }

    @Test func `C3: the command stands behind the friends`() throws {
        let point = try #require(Coordinate(latitude: 47.1, longitude: 9.5))
        let fix = Fix(coordinate: point, at: Timestamp(milliseconds: 1_772_352_000_000))
        let friend = OwnTracks.Friend(trackerID: "bo", name: "Bo", fix: fix)
        let both = Wire.text(try #require(OwnTracks.answer(friends: [friend], pace: .hurried, isAndroid: true)))
        let alone = Wire.text(OwnTracks.answer(friends: [friend]))
        #expect(both.hasPrefix(alone.dropLast()) && both.hasSuffix("}}]"))
    }

    @Test(
        arguments: [
            (nil, "1m"), (0, nil), (5_000, nil), (7_000, nil), (8_000, "10s"), (40_000, "30s"), (45_000, "1m"),
            (3_600_000, "30m"),
        ] as [(Int64?, String?)]
    )
    func `C3: Overland goes back to the choice nearest to how often it sent`(_ every: Int64?, _ usual: String?) {
        #expect(Overland.usualPace(everyMilliseconds: every) == usual)
    }

    @Test func `C3: Overland's answer is the one it needs, with the one setting`() {
        #expect(
            Overland.answer(pace: .hurried).map(Wire.text) == #"{"result":"ok","set":{"send_interval":"5s"}}"#
        )
        #expect(
            Overland.answer(pace: .usual("2m")).map(Wire.text) == #"{"result":"ok","set":{"send_interval":"2m"}}"#
        )
        // A phone that is told to be off would not call back.
        for word in ["off", "", "3s", "1"] { #expect(Overland.answer(pace: .usual(word)) == nil) }
    }
}
