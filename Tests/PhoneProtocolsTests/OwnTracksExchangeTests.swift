import Family
import PhoneProtocols
import Testing

@Suite struct OwnTracksExchangeTests {
    /// Stands in for secretbox: puts 40 bytes in front.
    private func seal(_ bytes: [UInt8]) -> [UInt8]? {
        [UInt8](repeating: 7, count: 40) + bytes
    }

    @Test func `an encrypted message is opened and read like any other`() {
        let plain = Wire.bytes("owntracks-ios-location.json")
        let sealed = OwnTracks.encrypted(plain, with: seal) ?? []
        let report = OwnTracks.read(sealed.span, receivedAt: Wire.receivedAt) { nonceAndBox in
            #expect(nonceAndBox.prefix(40).allSatisfy { $0 == 7 })
            return Array(nonceAndBox.dropFirst(40))
        }
        #expect(report == Wire.ownTracks("owntracks-ios-location.json"))
    }

    @Test func `fewer than 40 bytes are never given to the key`() {
        let body = Wire.bytes("owntracks-encrypted-short.json")
        let report = OwnTracks.read(body.span, receivedAt: Wire.receivedAt) { _ in
            Issue.record("a message without nonce and tag was opened")
            return nil
        }
        #expect(report.notes == [.undecryptable])
    }

    @Test func `an encrypted message inside an encrypted message is not opened`() {
        let inner = OwnTracks.encrypted(Wire.bytes("owntracks-ios-location.json"), with: seal) ?? []
        let outer = OwnTracks.encrypted(inner, with: seal) ?? []
        let report = OwnTracks.read(outer.span, receivedAt: Wire.receivedAt) { Array($0.dropFirst(40)) }
        #expect(report.notes == [.malformed])
        #expect(report.fixes.isEmpty)
    }

    @Test func `a key is the passphrase cut off or filled up to 32 bytes`() {
        #expect(OwnTracks.key(passphrase: "é") == [0xC3, 0xA9] + [UInt8](repeating: 0, count: 30))
        #expect(OwnTracks.key(passphrase: String(repeating: "k", count: 40)) == [UInt8](repeating: 0x6B, count: 32))
    }

    @Test func `without friends the answer is an empty array`() {
        #expect(Wire.text(OwnTracks.answer(friends: [])) == "[]")
        #expect(Wire.text(PhoneAnswer.ownTracks) == "[]")
        #expect(Wire.text(PhoneAnswer.overland) == #"{"result":"ok"}"#)
        #expect(PhoneAnswer.empty.isEmpty)
    }

    @Test func `each friend is a card and a position`() throws {
        var fix = Fix(coordinate: try #require(Coordinate(latitude: 52.5, longitude: -0.000001)), at: Wire.at)
        fix.speedMetresPerSecond = 10
        fix.accuracyMetres = 0.2
        let friend = OwnTracks.Friend(trackerID: "bo", name: "Bo \"B\"\n", face: [0xFF, 0xD8, 0xFF, 0xE0], fix: fix)
        #expect(
            Wire.text(OwnTracks.answer(friends: [friend]))
                == #"[{"_type":"card","tid":"bo","name":"Bo \"B\"\u000A","face":"/9j/4A=="},"#
                + #"{"_type":"location","tid":"bo","lat":52.5,"lon":-0.000001,"tst":1772352300,"acc":1,"vel":36}]"#
        )
    }

    @Test func `tracker identities are two characters, made of the name, and never the same`() {
        #expect(
            TrackerIDs.assigned(to: ["Anna", "Anton", "Änne", "Bo", "B", "", "アキ"]) == [
                "an", "at", "nn", "bo", "ba", "aa", "ab",
            ]
        )
        let many = TrackerIDs.assigned(to: [String](repeating: "Anna", count: 1_300))
        #expect(Set(many.prefix(1_296)).count == 1_296)
        #expect(many.prefix(1_296).allSatisfy { $0?.utf8.count == 2 })
        #expect(many.suffix(4).allSatisfy { $0 == nil })
    }
}
